// The values of the contexts for the path that is shown.

import { html, nothing } from 'lit';
import { clip } from '../../protocol/clip.ts';
import { words } from './strings.ts';
import type { ShownMachine } from './types.ts';

const LONGEST = 120;

export function contextTable(view: ShownMachine) {
  const { snapshot } = view.state;
  const contexts = Object.entries(snapshot?.view.contexts ?? {});
  const { path } = view;
  return html`<section part="panel" aria-label=${words.contexts}>
    <h3>${words.contexts}</h3>
    ${contexts.length === 0 ? html`<p class="quiet">${words.noContexts}</p>` : nothing}
    ${contexts.map(
      ([name, context]) =>
        html`<table part="table">
          <caption>
            ${name}
          </caption>
          <tbody>
            ${Object.entries(context.fields).map(([field, info]) => {
              const own = context.shared
                ? info.values.find((value) => value.path === null)?.value
                : path?.context[name]?.[field];
              return html`<tr>
                <th scope="row">${field}</th>
                <td class=${info.changed ? 'changed' : ''}>${short(own)}</td>
              </tr>`;
            })}
          </tbody>
        </table>`,
    )}
  </section>`;
}

function short(value: unknown) {
  return clip(value === undefined ? '—' : JSON.stringify(value), LONGEST);
}
