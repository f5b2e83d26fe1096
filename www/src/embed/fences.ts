// Turns code blocks that ask for it into elements: what a site without a plugin makes of a fence `dygram live …`. The
// block itself becomes the element's fallback.

import { FENCE_KEYS } from '../protocol/fence-keys.ts';

const CODE = 'code.language-dygram.live, pre.dygram.live > code';
const isKey = (name: string) => (FENCE_KEYS as readonly string[]).includes(name);

/** Those that are there now, and those that come later. */
export function upgradeFences(root: Document) {
  const begin = () => {
    upgradeIn(root);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) upgradeIn(node);
    }).observe(root.documentElement, { childList: true, subtree: true });
  };
  if (root.readyState === 'loading') root.addEventListener('DOMContentLoaded', begin, { once: true });
  else begin();
}

export function upgradeIn(root: Document | Element) {
  const found = [...root.querySelectorAll<HTMLElement>(CODE)];
  if ('matches' in root && root.matches(CODE)) found.push(root as HTMLElement);
  for (const code of found) upgrade(code);
}

function upgrade(code: Element) {
  const block = code.closest('pre') ?? code;
  if (block.closest('tracklight-machine') || !block.parentNode) return;
  const element = block.ownerDocument.createElement('tracklight-machine');
  for (const [name, value] of attributesOf(code, block)) element.setAttribute(name, value);
  block.replaceWith(element);
  element.append(block);
}

/** What classes and attributes of a block say, by key. */
export function attributesOf(code: Element, block: Element): Map<string, string> {
  const found: Map<string, string> = new Map();
  for (const element of new Set([block, code])) {
    for (const word of element.classList) {
      // Some builders keep the commas of an info string in one class.
      for (const part of word.split(',')) {
        const [key = '', ...value] = part.split('=');
        if (isKey(key.toLowerCase()) && (value.length > 0 || key === 'editable'))
          found.set(key.toLowerCase(), value.join('=').replace(/^(["'])(.*)\1$/, '$2'));
        else if (value.length > 0) console.info(`tracklight: a fence cannot set \`${key}\``, block);
      }
    }
    for (const key of FENCE_KEYS) {
      const value = element.getAttribute(key) ?? element.getAttribute(`data-${key}`);
      if (value !== null) found.set(key, value);
    }
  }
  return found;
}
