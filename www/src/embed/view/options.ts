// What the attributes mean to the view. What makes no sense falls back to the default, with a note in the console.

import { LOADING, THEMES, choice, heightOf, type Read } from '../attributes.ts';

export const CONTROLS = ['step', 'back', 'run', 'reset', 'share', 'open', 'export', 'speed'] as const;
export type ControlName = (typeof CONTROLS)[number];

export const VIEWS = ['diagram', 'code', 'split', 'run'] as const;
export const ZOOMS = ['controls', 'none', 'wheel'] as const;
export const DIRECTIONS = ['', 'TB', 'LR'] as const;
export const AGENTS = ['stub', 'auto', 'manual'] as const;

export type View = (typeof VIEWS)[number];
export interface Options {
  view: View;
  loading: (typeof LOADING)[number];
  editable: boolean;
  controls: ControlName[];
  theme: (typeof THEMES)[number];
  height: string;
  maxHeight: string;
  zoom: (typeof ZOOMS)[number];
  tick: number;
  autoplay: number;
  direction: (typeof DIRECTIONS)[number];
  path: string;
  agent: (typeof AGENTS)[number];
  agentTimeout: number;
  inputs: string;
  stubs: string;
  maxTicks: number;
  baseUrl: string;
  page: string;
  label: string;
}

type Note = (text: string) => void;

/**
 * The options that attributes mean.
 * @param read the text of an attribute, null where it is absent
 * @param note hears of what is not understood
 */
export function optionsOf(read: Read, note: Note = () => {}): Options {
  const one = <T extends string>(name: string, values: readonly T[]): T => {
    const text = read(name);
    const found = choice(read, name, values);
    if (text !== null && found.toLowerCase() !== text.trim().toLowerCase())
      note(`${name}="${text}" is not one of ${values.filter(Boolean).join(', ')}`);
    return found;
  };
  const count = (name: string, fallback: number, least: number) => {
    const text = read(name);
    if (text === null || text.trim() === '') return fallback;
    const n = Number(text);
    if (Number.isFinite(n) && n >= least) return n;
    note(`${name}="${text}" is not a number of at least ${least}`);
    return fallback;
  };
  const autoplay = read('autoplay');
  const height = heightOf(read('height')) ?? '';
  if (heightOf(read('height')) === null) note(`height="${read('height')}" is not a CSS length`);
  const maxHeight = heightOf(read('max-height'));
  if (maxHeight === null || maxHeight === 'auto') note(`max-height="${read('max-height')}" is not a CSS length`);
  return {
    view: one('view', VIEWS),
    loading: one('loading', LOADING),
    editable: read('editable') !== null && read('readonly') === null,
    controls: controlsOf(read('controls'), note),
    theme: one('theme', THEMES),
    height,
    maxHeight: maxHeight === 'auto' ? '' : (maxHeight ?? ''),
    zoom: one('zoom', ZOOMS),
    tick: Math.floor(count('tick', 0, 0)),
    autoplay: autoplay === null ? 0 : count('autoplay', 1, 0),
    direction: one('direction', DIRECTIONS),
    path: read('path') ?? '',
    agent: one('agent', AGENTS),
    agentTimeout: count('agent-timeout', 30_000, 1),
    inputs: read('inputs') ?? '',
    stubs: read('stubs') ?? '',
    maxTicks: Math.floor(count('max-ticks', 1000, 1)),
    baseUrl: read('base-url') ?? '',
    page: read('page') ?? '',
    label: read('label') ?? '',
  };
}

function controlsOf(text: string | null, note: Note): ControlName[] {
  if (text === null) return ['step', 'back', 'run', 'reset', 'share', 'open'];
  const words = text.split(/\s+/).filter(Boolean);
  if (words.includes('none')) return [];
  return words.flatMap((word) => {
    const found = CONTROLS.find((control) => control === word);
    if (!found) note(`controls="${text}": there is no control \`${word}\``);
    return found ?? [];
  });
}
