// What changed in a text, line by line.

import { html, nothing } from 'lit';
import { folded } from '../protocol/lines-changed.ts';
import { words } from '../strings.ts';

type Lines = Parameters<typeof folded>[0];

const SIGNS = { same: ' ', add: '+', remove: '−' };

export function diffList(lines: Lines, label: string) {
  return html`<ol class="diff" tabindex="0" aria-label=${label}>
    ${folded(lines).map((line) =>
      line.op === 'fold' ? html`<li class="fold">${words.proposal.folded(line.lines)}</li>` : shownLine(line),
    )}
  </ol>`;
}

function shownLine({ op, text }: Lines[number]) {
  const sign = html`<span class="op" aria-hidden="true">${SIGNS[op]}</span>`;
  const label = op === 'same' ? nothing : html`<span class="hidden">${words.proposal[op]}</span>`;
  return html`<li class=${op}>${sign}${label}<code>${text || ' '}</code></li>`;
}
