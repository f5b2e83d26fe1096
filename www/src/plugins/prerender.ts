// Pictures in the pages of a built site, for builders that do not run in Node. Everything else in a page stays as it
// was, byte by byte, and doing it again only makes the pictures anew.

import { DOMParser } from 'linkedom';
import { escapeHtml, machineOf, readWords, type Fence } from './fence.ts';
import type { Renderer } from './types.ts';

export interface PrerenderOptions {
  render: Renderer;
  /** The page's name in warnings. */
  file?: string;
  warn?: (message: string) => void;
}

/** Comments, scripts and styles are passed over; of the rest only elements and code blocks count. */
const PARTS = new RegExp(
  [
    /<!--[\s\S]*?-->/,
    /<(script|style|textarea|template)\b[\s\S]*?<\/\1\s*>/,
    /<tracklight-machine\b[\s\S]*?<\/tracklight-machine\s*>/,
    /<pre\b[\s\S]*?<\/pre\s*>/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
);
const PICTURE = /<svg\b[^>]*\bclass="tracklight-picture"[\s\S]*?<\/svg>/i;
/** Classes that site builders add to code blocks. */
const FOREIGN = /^(language-|lang-|highlight|hljs|line-?numbers|shiki|codehilite|mdbook-|editable$)/;

/** @returns the page with its pictures, and how many there are */
export function prerender(html: string, options: PrerenderOptions): { html: string; pictures: number } {
  let pictures = 0;
  const made = html.replace(PARTS, (part: string, _: unknown, at: number) => {
    const tag = /^<([a-z-]+)/i.exec(part)?.[1]?.toLowerCase();
    if (tag !== 'tracklight-machine' && tag !== 'pre') return part;
    const line = html.slice(0, at).split('\n').length;
    const next = tag === 'pre' ? fromCode(part, line, options) : fromElement(part, line, options);
    if (next !== null) pictures += 1;
    return next ?? part;
  });
  return { html: made, pictures };
}

/** A code block of a builder that knows no fences of ours; it stays inside the element. */
function fromCode(part: string, line: number, options: PrerenderOptions): string | null {
  const pre = parse(part);
  const code = pre?.querySelector('code');
  if (!pre || !code) return null;
  const owner = code.classList.contains('language-dygram') ? code : pre.classList.contains('dygram') ? pre : null;
  if (!owner?.classList.contains('live')) return null;
  const fence = fenceOf(owner);
  const machine = draw(fence, code.textContent ?? '', line, options);
  if (!machine.picture) return null;
  const list = machine.attributes.map(attribute).join('');
  return `<tracklight-machine${list}>${machine.picture.text}${part}</tracklight-machine>`;
}

/** Keys stand as classes (`height=320`) or as attributes, on the element or as `data-…`. */
function fenceOf(owner: Element): Fence {
  const classes = [...owner.classList].filter((name) => name !== 'live' && name !== 'dygram' && !FOREIGN.test(name));
  const others = [...owner.attributes]
    .filter(({ name }) => !['class', 'id', 'style', 'tabindex', 'dir'].includes(name))
    .map(({ name, value }) => [name.replace(/^data-/, ''), value] as const);
  const known = readWords(others.map(([name, value]) => (value === '' ? name : `${name}=${value}`)));
  const fence = readWords(classes);
  // Builders put attributes of their own on code blocks.
  return { attributes: [...fence.attributes, ...known.attributes], notes: fence.notes };
}

/** An element that stands in the page already: its picture is put in or made anew. */
function fromElement(part: string, line: number, options: PrerenderOptions): string | null {
  const element = parse(part);
  if (!element || element.getAttribute('prerender') === 'false') return null;
  const source = sourceOf(element);
  if (source === null) return null;
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as [string, string]);
  const machine = draw({ attributes, notes: [] }, source, line, options);
  if (!machine.picture) return null;
  const open = /^<tracklight-machine\b[^>]*>/i.exec(part)?.[0] ?? '';
  const rest = part.slice(open.length).replace(PICTURE, '');
  const added = machine.attributes.slice(attributes.length).map(attribute).join('');
  return `${open.replace(/\s*\/?>$/, '')}${added}>${machine.picture.text}${rest}`;
}

/** The machine of an element without the picture; null where it comes from elsewhere. */
function sourceOf(element: Element): string | null {
  if (element.hasAttribute('src') || element.hasAttribute('link')) return null;
  const child = element.querySelector('script[type="text/x-dygram"]');
  const text = child?.textContent ?? element.getAttribute('source') ?? element.querySelector('pre')?.textContent;
  if (text !== undefined && text !== null) return text;
  element.querySelector('svg')?.remove();
  return element.textContent?.trim() ? element.textContent : null;
}

function draw(fence: Fence, source: string, line: number, { render, file, warn }: PrerenderOptions) {
  // Lines of the source are counted in the page.
  return machineOf(fence, source, { file, line: line - 1 }, { render, ...(warn ? { warn } : {}) });
}

const attribute = ([name, value]: [string, string]) => (value === '' ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`);

function parse(part: string): Element | null {
  const { documentElement } = new DOMParser().parseFromString(`<html><body>${part}</body></html>`, 'text/html');
  return documentElement.querySelector('body')?.firstElementChild ?? null;
}
