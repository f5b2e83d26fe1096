// The keys of the page's commands, with what changes them: another key, none, or the one it came with.

import { html, nothing } from 'lit';
import { commandsOf, type Command } from './commands.ts';
import { keysOf, labelsOf } from './chords.ts';
import { commandStrings, shortcutStrings } from './strings.ts';
import './shortcut-panel.css';
import { onTick } from '../ui/listeners.ts';
import type { State, Action } from '../store/state.ts';

type Dispatch = (action: Action) => void;

const chords = (keys: string[]) =>
  keys.length > 0 ? keys.map(chord) : html`<span class="quiet">${shortcutStrings.none}</span>`;

/** A chord as keys. */
export const chord = (chord: string) =>
  html`<span class="chord">${labelsOf(chord).map((key, i) => html`${i > 0 ? '+' : nothing}<kbd>${key}</kbd>`)}</span>`;

const GROUPS = ['run', 'view', 'walk', 'page', 'document', 'editor'] as const;

export function panel(state: State, dispatch: Dispatch) {
  const { shell } = state;
  const say = shortcutStrings;
  const own = Object.keys(shell.keys).length > 0;
  return html`<div class="shortcuts">
    <label class="row check">
      <input type="checkbox" .checked=${shell.single} @change=${onTick((on) => dispatch({ type: 'single', on }))} />
      <span>${say.single}: <span class="quiet">${say.singleWhy}</span></span>
    </label>
    ${GROUPS.map(
      (group) =>
        html`<h4>${commandStrings.groups[group]}</h4>
          <ul>
            ${commandsOf(state)
              .filter((command) => command.group === group && (command.keys.length > 0 || shell.keys[command.id]))
              .map(row)}
          </ul>`,
    )}
    ${
      own
        ? html`<div class="buttons">
          <button type="button" @click=${() => dispatch({ type: 'allKeys' })}>${say.resetAll}</button>
        </div>`
        : nothing
    }
  </div>`;

  function row(command: Command) {
    const { id, label, where, fixed } = command;
    const asking = shell.capture === id;
    const keys = keysOf(command, shell);
    const changed = Object.hasOwn(shell.keys, id);
    // The headings of the other groups say where their keys work.
    const place = where === 'timeline' ? say.inTimeline : '';
    return html`<li data-command=${id}>
      <span class="what">${label}${place ? html` <span class="quiet">${place}</span>` : nothing}</span>
      <span class="keys" role=${asking ? 'status' : nothing}>
        ${asking ? html`<span class="press">${say.press}</span>` : chords(keys)}
      </span>
      ${
        fixed
          ? nothing
          : html`<span class="acts">
            <button
              type="button"
              class="link"
              aria-label=${say.changeOf(label)}
              @click=${() => dispatch({ type: 'capture', command: asking ? null : id })}
            >
              ${say.change}
            </button>
            ${
              keys.length > 0
                ? html`<button
                  type="button"
                  class="link"
                  aria-label=${say.removeOf(label)}
                  @click=${() => dispatch({ type: 'keys', command: id, keys: [] })}
                >
                  ${say.remove}
                </button>`
                : nothing
            }
            ${
              changed
                ? html`<button
                  type="button"
                  class="link"
                  aria-label=${say.resetOf(label)}
                  @click=${() => dispatch({ type: 'keys', command: id, keys: null })}
                >
                  ${say.reset}
                </button>`
                : nothing
            }</span
          >`
      }
      ${asking && shell.clash ? html`<p class="error" role="alert">${shell.clash}</p>` : nothing}
    </li>`;
  }
}
