// Which elements the page's style sheets take out of sight, as far as a selector and the device decide it. What depends
// on the room that something has needs a browser.

import { readFileSync } from 'node:fs';

interface Rule {
  selector: string;
  media: string[];
  display: string | undefined;
  visibility: string | undefined;
  weight: number;
}

/** Rules by a class or tag that the element itself must have. */
type Index = Map<string, Rule[]>;
const index: Index = new Map();
/** The same within an element with a tree of its own. */
const inner: WeakMap<object, Index> = new WeakMap();
const read: Set<string> = new Set();
let last = 0;

const INDEX = new URL('../../../index.html', import.meta.url);

/** Those of the page itself, and those that its modules have brought. */
function sheets() {
  if (read.size === 0)
    for (const [, path] of readFileSync(INDEX, 'utf8').matchAll(/rel="stylesheet" href="([^"]+)"/g))
      take(new URL(path ?? '', INDEX).href);
  const brought = (globalThis as { pageStyles?: Set<string> }).pageStyles ?? new Set();
  for (const url of brought) take(url);
}

function take(url: string) {
  if (read.has(url)) return;
  read.add(url);
  parse(readFileSync(new URL(url), 'utf8'), [], index);
}

function sheetsOf(host: Element): Index {
  const { constructor } = host as { constructor: { elementStyles?: { cssText: string }[] } };
  const known = inner.get(constructor) ?? new Map();
  if (!inner.has(constructor)) for (const { cssText } of constructor.elementStyles ?? []) parse(cssText, [], known);
  inner.set(constructor, known);
  return known;
}

function parse(given: string, media: string[], into: Index) {
  const text = given.replace(/\/\*[^]*?\*\//g, '');
  for (let at = 0; ; ) {
    const open = text.indexOf('{', at);
    if (open < 0) return;
    const head = text
      .slice(at, open)
      .replace(/^[^]*;/, '')
      .trim();
    let depth = 1;
    let end = open + 1;
    for (; depth > 0 && end < text.length; end += 1) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    const body = text.slice(open + 1, end - 1);
    at = end;
    if (head.startsWith('@media')) parse(body, [...media, head.slice(6).trim()], into);
    else if (!head.startsWith('@')) add(head, body, media, into);
  }
}

function add(head: string, body: string, media: string[], into: Index) {
  const value = (name: string) => body.match(new RegExp(`(?:^|[;\\s])${name}:\\s*([^;]+)`))?.[1]?.trim();
  const display = value('display');
  const visibility = value('visibility');
  if (!display && !visibility) return;
  for (const selector of split(head, ',')) {
    if (selector.includes('::')) continue;
    last += 1;
    const important = /display:[^;]*!important/.test(body) ? 1e9 : 0;
    const rule = { selector, media, display, visibility, weight: important + specificity(selector) * 1e5 + last };
    const key = keyOf(selector);
    into.set(key, [...(into.get(key) ?? []), rule]);
  }
}

/** Parts of a selector, but for what stands in brackets. */
export function split(selector: string, by: ',' | ' '): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quote = '';
  let part = '';
  for (const char of selector) {
    if (quote) quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (!quote && depth === 0 && (char === by || (by === ' ' && char === '\n'))) {
      if (part.trim()) parts.push(part.trim());
      part = '';
    } else part += char;
  }
  if (part.trim()) parts.push(part.trim());
  return parts;
}

function keyOf(selector: string) {
  const own = (split(selector, ' ').at(-1) ?? '').replace(/\[[^\]]*\]/g, '').replace(/:[a-z-]+(\(.*\))?/g, '');
  return own.match(/\.[\w-]+/)?.[0] ?? own.match(/^[a-z][\w-]*/)?.[0] ?? '*';
}

function specificity(selector: string) {
  const plain = selector.replace(/:(is|not|has|where)\(/g, ' ').replace(/\)/g, ' ');
  const ids = plain.match(/#[\w-]+/g)?.length ?? 0;
  const classes = plain.match(/\.[\w-]+|\[[^\]]*\]|:[a-z-]+/g)?.length ?? 0;
  const tags = plain.match(/(?:^|[\s>+~])[a-z][\w-]*/g)?.length ?? 0;
  return ids * 100 + classes * 10 + tags;
}

/** What the style sheets say of an element. */
export function styleOf(element: Element): { display?: string; visibility?: string } {
  const root = element.getRootNode();
  const host = root instanceof ShadowRoot ? root.host : null;
  if (!host) sheets();
  const known = host ? sheetsOf(host) : index;
  const keys = [...[...element.classList].map((name) => `.${name}`), element.localName, '*'];
  const rules = keys.flatMap((key) => known.get(key) ?? []);
  if (!rules.some(({ display, visibility }) => display?.startsWith('none') || visibility)) return {};
  const found: { display?: string; visibility?: string } = {};
  for (const { selector, media, display, visibility } of rules.sort((a, b) => a.weight - b.weight)) {
    if (!media.every((query) => matchMedia(query).matches) || !matches(element, selector, host)) continue;
    if (display) found.display = display.replace(/\s*!important/, '');
    if (visibility) found.visibility = visibility;
  }
  return found;
}

function matches(element: Element, selector: string, host: Element | null) {
  const [, of, rest] = /^:host(?:\(([^]*?)\)(?=\s))?\s+([^]*)$/.exec(selector) ?? [];
  if (rest === undefined) return !selector.startsWith(':host') && element.matches(selector);
  return (of === undefined || host?.matches(of) === true) && element.matches(rest);
}
