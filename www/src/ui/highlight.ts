// Source text with the colors that the core gives its tokens, for places other than the editor.
// Whoever shows it imports `highlight.css` too.

import { html } from 'lit';
import type { PackedTokens } from '../protocol/types.ts';

/** The first word says what a token is, the others describe it: a node's class may be called `type` as well. */
export function tokenClass(name: string) {
  return name
    .split(' ')
    .filter(Boolean)
    .map((word, i) => `${i === 0 ? 'tok' : 'mod'}-${word}`)
    .join(' ');
}

/** @param packed of this text; without them it has one color */
export function highlighted(text: string, packed?: PackedTokens) {
  if (packed?.source !== text) return html`<code class="dygram">${text}</code>`;
  const { classes, tokens } = packed;
  const parts: unknown[] = [];
  let end = 0;
  for (let i = 0; i + 2 < tokens.length; i += 3) {
    const [from = 0, to = 0, name = 0] = tokens.subarray(i, i + 3);
    parts.push(
      text.slice(end, from),
      html`<span class=${tokenClass(classes[name] ?? '')}>${text.slice(from, to)}</span>`,
    );
    end = to;
  }
  return html`<code class="dygram">${parts}${text.slice(end)}</code>`;
}
