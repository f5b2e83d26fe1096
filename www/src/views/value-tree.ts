// A value of the run as text: objects and lists as trees that open, long texts cut with the rest a press away.

import { html } from 'lit';
import { jsonText } from '../ui/json-text.ts';
import { count } from '../strings.ts';
import { valueStrings } from './value-strings.ts';
import type { Json } from '../protocol/types.ts';

/** Longer texts are cut. */
const LONGEST = 200;
/** Members of one object or list that are listed. */
const MEMBERS = 100;
/** Values below this depth are written as JSON: nothing here runs deeper than a person reads. */
const DEPTH = 12;

export function valueTree(value: Json | undefined, depth = 0): unknown {
  if (value === undefined) return html`<span class="quiet">—</span>`;
  if (value === null || typeof value !== 'object' || depth >= DEPTH) return text(JSON.stringify(value));
  const members = Array.isArray(value)
    ? value.map((member, i) => [String(i), member] as [string, Json])
    : Object.entries(value);
  const short = JSON.stringify(value);
  if (members.length === 0 || short.length <= 60) return text(short);
  const rest = members.length - MEMBERS;
  return html`<details class="tree">
    <summary>
      <code>${Array.isArray(value) ? '[' : '{'}</code> ${
        Array.isArray(value)
          ? count(members.length, 'item')
          : members
              .slice(0, 4)
              .map(([name]) => name)
              .join(', ')
      }${!Array.isArray(value) && members.length > 4 ? ', …' : ''}
      <code>${Array.isArray(value) ? ']' : '}'}</code>
    </summary>
    <div>
      ${members
        .slice(0, MEMBERS)
        .map(([name, member]) => html`<div><span class="quiet">${name}:</span> ${valueTree(member, depth + 1)}</div>`)}
      ${
        rest > 0
          ? html`<div>
            ${valueStrings.rest(rest)}
            ${text(
              JSON.stringify(Array.isArray(value) ? value.slice(MEMBERS) : Object.fromEntries(members.slice(MEMBERS))),
            )}
          </div>`
          : ''
      }
    </div>
  </details>`;
}

function text(value: string) {
  if (value.length <= LONGEST) return html`<code>${jsonText(value)}</code>`;
  return html`<details class="tree">
    <summary><code>${value.slice(0, LONGEST)}…</code></summary>
    <div><code>${value.slice(LONGEST)}</code></div>
  </details>`;
}
