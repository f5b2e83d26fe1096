// The sheets of the view, made once for all elements of a page: the page's own colors and sizes, on the element instead
// of the root of a document, and what is laid out in an element.

import { oneSheet } from '../one-sheet.ts';
import measured from '../../diagram/measured.css?inline';
import tokens from '../../ui/tokens.css?inline';
import controls from '../../views/run-controls.css?inline';
import style from './style.css?inline';
import toolbar from './toolbar.css?inline';

/** Colors of ours that follow one that a host may set. */
const FOLLOWERS = ['task-fill', 'state-fill', 'plain-fill'];

export const viewSheet = oneSheet(() => forElement(tokens) + measured + controls + style + toolbar);

/** @param css the page's tokens @returns the same for an element's own root, without what its host's page decides */
export function forElement(css: string): string {
  const own = css
    .replace(/:root\[data-theme=['"]?dark['"]?\]/g, DARK)
    .replace(/:root/g, ':host')
    .replace(/--tracklight-(font|radius):[^;]*;/g, '');
  const at = own.indexOf(DARK);
  return own + followers('.view', own.slice(0, at)) + followers(`${DARK} .view`, own.slice(at));
}

const DARK = `:host([data-theme='dark'])`;

/** Inside the element, so that what a page says of these names beside a picture does not outdo what a host sets. */
function followers(selector: string, css: string): string {
  const values = FOLLOWERS.flatMap((token) => {
    const value = new RegExp(`--tracklight-${token}:\\s*([^;]+);`).exec(css)?.[1];
    return value ? `--tracklight-${token}: var(--tracklight-node, ${value});` : [];
  });
  return `${selector} { --tracklight-canvas: var(--tracklight-bg); ${values.join(' ')} }\n`;
}
