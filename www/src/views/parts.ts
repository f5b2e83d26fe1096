// Sentences from data. Names of nodes are bold and never in color; a path is its chip.

import { html } from 'lit';
import { PATH_STATUS, type PathStatus } from '../run/path-status.ts';
import type { Part } from '../run/parts.ts';

/** The color of a path, 1 to 8. */
export type ColorOf = (path: string) => number;

export const pathChip = (id: string, color: number) => html`<span class="path-chip path-${color}">${id}</span>`;

/** Classes of tags. */
const TAGS = { plain: '', ok: 'ok', accent: 'agent', ask: 'ask', warn: 'warn', bad: 'bad' };

/** What a path does, as a tag. */
export function statusTag(status: PathStatus) {
  const { tone, word } = PATH_STATUS[status];
  return html`<span class="tag ${TAGS[tone]}">${word}</span>`;
}

export const parts = (list: readonly Part[], colorOf: ColorOf = () => 1) =>
  list.map((part) => {
    if (part.as === 'path') return pathChip(part.text, colorOf(part.text));
    const text =
      part.as === 'code'
        ? html`<code>${part.text}</code>`
        : part.as === 'node'
          ? html`<b class="node">${part.text}</b>`
          : part.as === 'muted'
            ? html`<span class="muted">${part.text}</span>`
            : part.text;
    return part.strong ? html`<strong>${text}</strong>` : text;
  });
