// @ts-check
// Help: first steps, every key with what changes it, the guides, and how a link is made.

import { html } from 'lit';
import { panel as shortcuts } from './shortcuts.js';
import { words } from '../strings.js';

const GUIDES = /** @type {const} */ (['tour', 'language', 'runtime', 'contexts', 'keys']);

/** Makes a link of a source; as printed in the specification of the format. */
const BUILDER = `async function tracklightLink(source, base) {
  const bytes = new TextEncoder().encode(source);
  const flat = new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw')));
  const b64 = (b) => btoa(Array.from(b, (c) => String.fromCharCode(c)).join(''))
    .replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const a = b64(bytes), b = b64(new Uint8Array(await flat.arrayBuffer()));
  return \`\${base}#t1.\${b.length < a.length ? 'b' + b : 'a' + a}\`;
}`;

/** @param {import('../store.js').State} state @param {(action: import('../page.js').Action) => void} dispatch */
export function panel(state, dispatch) {
  const say = words.shell.help;
  return html`<div class="help">
    <section><h3>${say.first}</h3><ol>${say.steps.map((step) => html`<li>${step}</li>`)}</ol><p>${say.agents}</p></section>
    <section><h3>${say.docs}</h3><ul class="guides">${GUIDES.map((name) => html`<li><a href="docs/${name}.md" target="_blank" rel="noopener">${say.guides[name]}</a></li>`)}</ul></section>
    <section><h3>${say.keys}</h3>${shortcuts(state, dispatch)}</section>
    <section><h3>${say.links}</h3><p>${say.format}</p><pre tabindex="0" aria-label=${say.links}>${BUILDER}</pre></section>
  </div>`;
}
