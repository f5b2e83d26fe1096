// Versions of the machine, with what changed since.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { icon } from '../../ui/icon.ts';
import { diffList } from '../../views/diff-list.ts';
import { ago } from '../../ui/times.ts';
import './style.css';
import type { State, Action } from '../../store/state.ts';
import { whyNotSaved } from '../../document/strings.ts';
import { versionStrings } from './strings.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const { document, docs } = state;
  const say = versionStrings;
  const notSaved = whyNotSaved(state);
  const locked = document.locked === true;
  return html`<section class="versions">
    <h3>${say.title}</h3>
    ${
      notSaved
        ? html`<p class="quiet">${notSaved}</p>`
        : html`<p class="quiet">${document.draft ? say.lead : say.none}</p>
          <div class="buttons">
            <button
              type="button"
              aria-disabled=${locked ? 'true' : 'false'}
              @click=${() => dispatch({ type: 'keepVersion' })}
            >
              ${say.save}
            </button>
          </div>`
    }
    <ul>
      ${repeat(
        notSaved ? [] : docs.versions,
        ({ time }) => time,
        (version) => {
          const label = version.name ?? say.why[(version.why ?? 'edits') as keyof typeof say.why];
          const when = ago(version.time);
          const shown = docs.shown?.time === version.time ? docs.shown : null;
          return html`<li class=${version.name === null ? '' : 'named'} ?data-comparison=${shown !== null}>
            <div class="version-row">
              <button
                type="button"
                class="version-name"
                aria-expanded=${shown ? 'true' : 'false'}
                title=${say.compare}
                @click=${() => dispatch({ type: 'compareVersion', time: version.time })}
              >
                <b>${label}</b><time datetime=${new Date(version.time).toISOString()}>${when}</time>
              </button>
              <button
                type="button"
                aria-disabled=${locked ? 'true' : 'false'}
                aria-label=${`${say.restore}: ${label}, ${when}`}
                @click=${() => dispatch({ type: 'restoreVersion', time: version.time })}
              >
                ${say.restore}
              </button>
              <button
                type="button"
                class="bare"
                title=${say.remove}
                aria-label=${`${say.remove}: ${label}, ${when}`}
                @click=${() => dispatch({ type: 'removeVersion', time: version.time })}
              >
                ${icon('close')}
              </button>
            </div>
            ${shown ? changes(shown) : nothing}
          </li>`;
        },
      )}
    </ul>
  </section>`;
}

function changes({ files }: NonNullable<State['docs']['shown']>) {
  const say = versionStrings;
  if (files.length === 0) return html`<p class="quiet">${say.same}</p>`;
  return files.map(
    ({ path, lines }) =>
      html`<p class="quiet">
          ${say.since(
            path,
            lines.filter(({ op }) => op === 'add').length,
            lines.filter(({ op }) => op === 'remove').length,
          )}
        </p>
        ${diffList(lines, say.changes(path))}`,
  );
}
