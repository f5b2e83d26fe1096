// Fences: ```` ```dygram live height=320 ```` becomes an element with the source as its fallback and, where there is a
// renderer, the drawing in front of it.

import { escapeMarkup } from '../link/xml.ts';
import { FENCE_FLAGS, FENCE_KEYS } from '../protocol/fence-keys.ts';
import { RenderError } from './error.ts';
import { strings } from './strings.ts';
import type { RenderOptions, Renderer } from './types.ts';

/** Keys that are for pictures in files (`pictures.ts`). */
export const PICTURE_KEYS = ['picture', 'animate'];

export interface Fence {
  /** In the order of the fence. */
  attributes: [name: string, value: string][];
  /** What was ignored, in words. */
  notes: string[];
}

export interface FenceOptions {
  /** Draws the machines while the site is built: what `loadRenderer()` resolves to. */
  render?: Renderer;
  /** `false` leaves the pictures out. */
  prerender?: boolean;
  /** Address of the playground that Open and Share of each machine lead to; without one there are no such buttons. */
  page?: string;
  /** Takes what is wrong in a fence or machine; writes to the console by default. */
  warn?: (message: string) => void;
}

/** Where a fence stands. `line` is that of the fence, from 1; null where the builder does not say. */
export interface Place {
  file?: string | undefined;
  line: number | null;
}

/** A fence as the parts of its element. */
export interface Machine {
  attributes: [name: string, value: string][];
  source: string;
  /** As inline SVG; null where there is none. */
  picture: string | null;
}

/**
 * Reads an info string: `dygram live key=value …`, with spaces or commas between the words.
 * @returns null for any other fence
 */
export function readFence(info: string): Fence | null {
  const [language, ...rest] = wordsOf(info);
  if (language !== 'dygram' || !rest.includes('live')) return null;
  return readWords(rest.filter((word) => word !== 'live'));
}

/** The words of an info string, between spaces or commas. */
export const wordsOf = (info: string): string[] => info.match(/(?:[^\s,"']|"[^"]*"|'[^']*')+/g) ?? [];

/** A word as key and value; null where it is a key alone. */
export function readWord(word: string): { key: string; value: string | null } {
  const at = word.indexOf('=');
  return at < 0
    ? { key: word.toLowerCase(), value: null }
    : { key: word.slice(0, at).toLowerCase(), value: word.slice(at + 1).replace(/^(["'])(.*)\1$/, '$2') };
}

/** Reads the words of a fence after its language. */
export function readWords(words: string[]): Fence {
  const attributes = new Map<string, string>();
  const notes: string[] = [];
  for (const word of words) {
    const { key, value } = readWord(word);
    if (PICTURE_KEYS.includes(key)) continue;
    if (!(FENCE_KEYS as readonly string[]).includes(key)) notes.push(strings.unknownWord(word, FENCE_KEYS));
    else if (value === null && !FENCE_FLAGS.includes(key)) notes.push(strings.noValue(key));
    else attributes.set(key, value ?? '');
  }
  return { attributes: [...attributes], notes };
}

/** The element of a fence, drawn where that is wanted; says what was ignored and why there is no picture. */
export function machineOf({ attributes, notes }: Fence, source: string, place: Place, options: FenceOptions): Machine {
  const { render, prerender = true, page, warn = (message) => console.warn(message) } = options;
  const say = (message: string, line = place.line) => warn(strings.at(place.file, line, message));
  for (const note of notes) say(note);
  const picture = render && prerender ? drawPicture(render, attributes, source, place, say) : null;
  const added: [name: string, value: string | null | undefined][] = [
    ['loading', picture && 'click'],
    ['page', page],
  ];
  const isGiven = (name: string) => attributes.some(([given]) => given === name);
  return {
    attributes: [
      ...attributes,
      ...added.flatMap(([name, value]) => (value && !isGiven(name) ? [[name, value] as [string, string]] : [])),
    ],
    source,
    picture,
  };
}

function drawPicture(
  render: Renderer,
  attributes: [string, string][],
  source: string,
  { line }: Place,
  say: (message: string, line?: number | null) => void,
): Machine['picture'] {
  const options = optionsOf(attributes);
  // The source begins on the line after the fence.
  const lineOf = (of: number) => (line === null ? null : line + of);
  const errors = render.check(source).filter(({ severity }) => severity === 'error');
  if (errors[0]) say(strings.errors(errors.length, errors[0].message), lineOf(errors[0].line));
  try {
    return render(source, options);
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    say(strings.notDrawn(error.message));
    return null;
  }
}

/** What of the attributes the drawing depends on. */
export function optionsOf(attributes: [string, string][]): RenderOptions {
  const given = new Map(attributes);
  const [tick, direction, label, agent, height] = ['tick', 'direction', 'label', 'agent', 'height'].map((name) =>
    given.get(name),
  );
  return {
    ...(tick !== undefined && /^\d+$/.test(tick) ? { tick: Number(tick) } : {}),
    ...(direction === 'TB' || direction === 'LR' ? { direction } : {}),
    ...(label ? { label } : {}),
    ...(height ? { height } : {}),
    ...(agent === 'auto' ? { run: { agent } } : {}),
  };
}

/** @param marks attributes that only a builder needs, before the others */
export function htmlOf(machine: Machine, marks = ''): string {
  const list = machine.attributes
    .map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${escapeMarkup(value)}"`))
    .join('');
  return `<tracklight-machine${marks}${list}>${contentOf(machine)}</tracklight-machine>`;
}

/** What stands in the element: its picture, and the source for readers without scripts. */
export const contentOf = ({ source, picture }: Machine) =>
  `${picture ?? ''}<pre><code>${escapeMarkup(source)}</code></pre>`;

/** Lines of a file that stand before the text that a builder hands on, which has lost its front matter. */
export function linesBefore(path: string | undefined, content: string | undefined): number {
  if (!path || !content) return 0;
  // Not an import: the plugins also work where there are no files.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  if (!fs?.existsSync(path)) return 0;
  const text = fs.readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  const at = text.indexOf(content);
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}
