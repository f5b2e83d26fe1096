// Turns code blocks that ask for it into elements: what a site without a plugin makes of a fence `dygram live …`. The
// block itself becomes the element's fallback. `plugins/prerender.ts` finds the same blocks in built pages.

import { BLOCK_ATTRIBUTES, BLOCK_CLASSES, FENCE_KEYS, LINE_NUMBER_CLASSES } from '../protocol/fence-keys.ts';

export interface UpgradeOptions {
  /** Whether blocks without the word `live` become machines too. */
  all?: boolean;
  /** Address of the playground that Open and Share of each machine lead to. */
  page?: string | undefined;
}

const MARKS = [
  ...BLOCK_CLASSES.map((name) => `.${name}`),
  ...BLOCK_ATTRIBUTES.map((name) => `[${name}="dygram" i]`),
  'pre.dygram',
].join();
const LINE_NUMBERS = LINE_NUMBER_CLASSES.map((name) => `.${name}`).join();
const isKey = (name: string) => (FENCE_KEYS as readonly string[]).includes(name);

/** Those that are there now, and those that come later. */
export function upgradeFences(root: Document, options: UpgradeOptions = {}) {
  const begin = () => {
    upgradeIn(root, options);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) upgradeIn(node, options);
    }).observe(root.documentElement, { childList: true, subtree: true });
  };
  if (root.readyState === 'loading') root.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

export function upgradeIn(root: Document | Element, options: UpgradeOptions = {}) {
  const marked = [...root.querySelectorAll(MARKS)];
  if ('matches' in root && root.matches(MARKS)) marked.push(root);
  for (const mark of marked) {
    const block = blockOf(mark);
    if (block) upgrade(block, mark, options);
  }
}

/** The `<pre>` that a mark stands on, in or around. */
function blockOf(mark: Element): Element | null {
  const around = mark.closest('pre');
  if (around || mark.matches('code')) return around ?? mark;
  if (!mark.matches('div, figure')) return null;
  const [only, another] = mark.querySelectorAll('pre');
  return another ? null : (only ?? null);
}

function upgrade(block: Element, mark: Element, { all = false, page }: UpgradeOptions) {
  if (block.closest('tracklight-machine') || !block.parentNode) return;
  const owners = ownersOf(block, mark);
  if (!all && !owners.some((owner) => owner.classList.contains('live'))) return;
  if (block.querySelector(LINE_NUMBERS)) {
    console.warn('tracklight: line numbers are part of this code block. Turn them off for it.', block);
    return;
  }
  const element = block.ownerDocument.createElement('tracklight-machine');
  for (const [name, value] of attributesOf(owners)) element.setAttribute(name, value);
  if (page !== undefined) element.setAttribute('page', page);
  block.replaceWith(element);
  element.append(block);
}

/** The elements that say something of a block, from the outermost. */
function ownersOf(block: Element, mark: Element): Element[] {
  const code = block.querySelector('code');
  const owners = code ? [block, code] : [block];
  for (let around = block.parentElement; around && mark.contains(around); around = around.parentElement)
    owners.unshift(around);
  return owners;
}

/** What classes and attributes say, by key. */
export function attributesOf(owners: Element[]): Map<string, string> {
  const found: Map<string, string> = new Map();
  for (const element of owners) {
    for (const word of element.classList) {
      // Some builders keep the commas of an info string in one class.
      for (const part of word.split(',')) {
        const [key = '', ...value] = part.split('=');
        if (isKey(key.toLowerCase()) && (value.length > 0 || key === 'editable'))
          found.set(key.toLowerCase(), value.join('=').replace(/^(["'])(.*)\1$/, '$2'));
        else if (value.length > 0) console.info(`tracklight: a fence cannot set \`${key}\``, element);
      }
    }
    for (const key of FENCE_KEYS) {
      const value = element.getAttribute(key) ?? element.getAttribute(`data-${key}`);
      if (value !== null) found.set(key, value);
    }
  }
  return found;
}
