// What an element is to a user: whether it is seen, its role, its name, its text.

import { computeAccessibleName, getRole } from 'dom-accessibility-api';
import { split, styleOf } from './styles.ts';

const hosts: Set<Element> = new Set();
const { attachShadow } = Element.prototype;
Element.prototype.attachShadow = function (init) {
  hosts.add(this);
  return attachShadow.call(this, init);
};

/** The element that an element is shown in: its slot, or the host of its tree. */
export function parentOf(element: Element): Element | null {
  const { parentElement, slot } = element;
  const of = slot ? `slot[name="${slot}"]` : 'slot:not([name])';
  return parentElement?.shadowRoot?.querySelector(of) ?? above(element);
}

const above = (element: Element) =>
  element.parentNode instanceof ShadowRoot ? element.parentNode.host : element.parentElement;

function isWithin(element: Element, scope: ParentNode) {
  if (scope === document) return element.isConnected;
  for (let at: Element | null = element; at; at = above(at)) if (at === scope) return true;
  return false;
}

/** Elements below a scope that a selector matches, in shadow roots too. */
export function queryAll(scope: ParentNode, selector: string): Element[] {
  const found = split(selector, ',').flatMap((one) => queryOne(scope, one));
  return found.length < 2 || !selector.includes(',') ? found : inOrder(found);
}

function queryOne(scope: ParentNode, selector: string): Element[] {
  const visible = selector.endsWith(':visible');
  const text = selector.match(/^(.*):text-is\("([^"]*)"\)(.*)$/);
  if (text)
    return queryAll(scope, `${text[1]}${text[3]}`).filter((one) => {
      const at = text[3]?.trim().startsWith('+') ? one.previousElementSibling : one;
      return normal(at?.textContent ?? '') === text[2];
    });
  const parts = joined(split(visible ? selector.slice(0, -':visible'.length) : selector, ' '));
  const last = parts.at(-1) ?? '*';
  const roots: ParentNode[] = [scope];
  for (const host of hosts) {
    if (!host.isConnected) hosts.delete(host);
    else if (host.shadowRoot && isWithin(host, scope)) roots.push(host.shadowRoot);
  }
  const found = roots.flatMap((root) =>
    [...root.querySelectorAll(last)].filter((one) => hasAbove(one, parts.slice(0, -1), scope)),
  );
  return visible ? found.filter(isVisible) : found;
}

/** `a > b` is one part: it holds within one tree. */
function joined(parts: string[]) {
  const list: string[] = [];
  for (const part of parts) {
    const open = list.length > 0 && /[>+~]$/.test(list.at(-1) ?? '');
    if (open || /^[>+~]/.test(part)) list.push(`${list.pop() ?? ':scope'} ${part}`);
    else list.push(part);
  }
  return list;
}

function hasAbove(element: Element, parts: string[], scope: ParentNode): boolean {
  const part = parts.at(-1);
  if (part === undefined) return true;
  for (let at = element === scope ? null : above(element); at; at = at === scope ? null : above(at))
    if (at.matches(part) && hasAbove(at, parts.slice(0, -1), scope)) return true;
  return false;
}

export function inOrder(elements: Element[]): Element[] {
  const list = [...new Set(elements)];
  return list.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
}

/** Whether a user can see an element, as far as this can be told without its place. */
export function isVisible(element: Element): boolean {
  if (!element.isConnected) return false;
  let visibility = '';
  for (let at: Element | null = element; at; at = parentOf(at)) {
    const { display, visibility: own = '' } = seenOf(at);
    if (display === 'none') return false;
    visibility ||= own;
    const parent: Element | null = parentOf(at);
    const closed = parent?.localName === 'details' && !parent.hasAttribute('open');
    if (closed && parent.querySelector(':scope > summary') !== at) return false;
  }
  return visibility !== 'hidden' && visibility !== 'collapse';
}

function seenOf(element: Element): { display?: string; visibility?: string } {
  const { style } = element as HTMLElement;
  const gone =
    element.hasAttribute('hidden') ||
    (element.localName === 'dialog' && !element.hasAttribute('open')) ||
    /^(head|script|style|template|noscript|datalist)$/.test(element.localName) ||
    (element.localName === 'input' && element.getAttribute('type') === 'hidden') ||
    style?.display === 'none';
  if (gone) return { display: 'none' };
  const found = styleOf(element);
  if (style?.visibility) found.visibility = style.visibility;
  if (style?.display) found.display = style.display;
  return found;
}

/** For the library that makes names: it asks for no more than these. */
const styles = (element: Element) => ({
  getPropertyValue: (name: string) => {
    if (name === 'display') return seenOf(element).display ?? (isBlock(element) ? 'block' : 'inline');
    return name === 'visibility' ? (seenOf(element).visibility ?? 'visible') : '';
  },
});

export const nameOf = (element: Element): string =>
  normal(
    computeAccessibleName(element, {
      getComputedStyle: styles as unknown as typeof getComputedStyle,
      computedStyleSupportsPseudoElements: false,
    }),
  );

/** Elements that may have a role of their own accord. */
const NATIVE: Record<string, string> = {
  alert: '',
  button: 'button, input',
  checkbox: 'input',
  combobox: 'select, input',
  dialog: 'dialog',
  form: 'form',
  group: 'fieldset, details, optgroup',
  heading: 'h1, h2, h3, h4, h5, h6',
  link: 'a',
  list: 'ul, ol, menu',
  listbox: 'select, datalist',
  listitem: 'li',
  navigation: 'nav',
  option: 'option',
  radio: 'input',
  region: 'section',
  row: 'tr',
  searchbox: 'input',
  slider: 'input',
  spinbutton: 'input',
  status: 'output',
  tab: '',
  tabpanel: '',
  table: 'table',
  textbox: 'input, textarea',
  toolbar: '',
};

/** The library takes the heading of a row for one of a column; a summary has no role that tests ask for. */
const roleOf = (element: Element) =>
  element.matches('th[scope="row"]:not([role])')
    ? 'rowheader'
    : element.matches('summary:not([role])')
      ? null
      : getRole(element);

/** @param suits what else it has to be, which is asked before whether it is seen */
export function withRole(scope: ParentNode, role: string, suits: (one: Element) => boolean): Element[] {
  const native = NATIVE[role] ?? '*';
  return queryAll(scope, native ? `[role~="${role}"], ${native}` : `[role~="${role}"]`).filter(
    (one) => roleOf(one) === role && suits(one) && !isHushed(one),
  );
}

/** Whether an element is kept from screen readers. */
function isHushed(element: Element) {
  for (let at: Element | null = element; at; at = parentOf(at))
    if (at.getAttribute('aria-hidden') === 'true' || (at.hasAttribute('inert') && at !== element)) return true;
  return !isVisible(element);
}

export const normal = (text: string): string =>
  text
    .replace(/\u200b/g, '')
    .trim()
    .replace(/\s+/g, ' ');

/** All text of an element, in shadow roots too. */
export function textOf(element: Element | ShadowRoot): string {
  if (element instanceof Element && /^(script|style|noscript|head)$/.test(element.localName)) return '';
  if (element instanceof HTMLInputElement) return /^(submit|button|reset)$/.test(element.type) ? element.value : '';
  let text = '';
  for (const child of element.childNodes)
    text += child.nodeType === 3 ? child.nodeValue : child.nodeType === 1 ? textOf(child as Element) : '';
  return element instanceof Element && element.shadowRoot ? text + textOf(element.shadowRoot) : text;
}

export type Wanted = string | RegExp;

/** Whether a text is the wanted one; a string is looked for without regard to case, unless it is exact. */
export function fits(text: string, wanted: Wanted, exact = false): boolean {
  if (typeof wanted !== 'string') return wanted.test(text);
  return exact ? normal(text) === normal(wanted) : normal(text).toLowerCase().includes(normal(wanted).toLowerCase());
}

const BLOCKS = new Set(
  (
    'address article aside blockquote dd details dialog div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr legend li main nav ol p pre section summary table tbody thead tr ul'
  ).split(' '),
);
const isBlock = (element: Element) => {
  const { display } = styleOf(element);
  return display ? /^(block|flex|grid|list-item|table)$/.test(display) : BLOCKS.has(element.localName);
};

/** The text as it is seen: blocks stand on lines of their own, and what is hidden is left out. */
export function innerTextOf(element: Element): string {
  if (!isVisible(element)) return element.textContent ?? '';
  const parts: string[] = [];
  const walk = (node: Node, pre: boolean) => {
    if (node.nodeType === 3)
      return void parts.push(pre ? (node.nodeValue ?? '') : (node.nodeValue ?? '').replace(/[\t\n\r ]+/g, ' '));
    if (!(node instanceof Element)) return;
    if (node !== element && !isVisible(node)) return;
    if (node.localName === 'br') return void parts.push('\n');
    const kept = pre || node.localName === 'pre' || node.localName === 'textarea';
    const block = node !== element && isBlock(node);
    const gap = node.localName === 'p' ? '\u0002' : '\u0001';
    if (block) parts.push(gap);
    for (const child of node.childNodes) walk(child, kept);
    if (/^(td|th)$/.test(node.localName) && node.nextElementSibling) parts.push('\t');
    if (block) parts.push(gap);
  };
  walk(element, element.closest('pre') !== null);
  return parts
    .join('')
    .replace(/ *([\u0001\u0002\n]+) */g, (_, gaps) => gaps)
    .replace(/[\u0001\u0002]+/g, (gaps) => (gaps.includes('\u0002') ? '\u0002' : '\u0001'))
    .replace(/^[\u0001\u0002]+|[\u0001\u0002]+$/g, '')
    .replace(/\u0002/g, '\n\n')
    .replace(/\u0001/g, '\n')
    .replace(/ {2,}/g, ' ')
    .trim();
}
