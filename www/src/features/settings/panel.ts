// Settings: each applies at once and is stored in this browser.

import { html } from 'lit';
import { automaticVersions, SOFT_CAP_CHARACTERS, totalCharacters } from '../../storage/quota.ts';
import { FONT_SIZES } from '../../storage/settings.ts';
import { commandStrings, shortcutStrings } from '../../commands/strings.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { settingStrings as say } from './strings.ts';
import { panel as shortcuts } from '../../commands/shortcut-panel.ts';
import { sizeOf } from '../../ui/times.ts';
import './style.css';
import type { State, Action } from '../../store/state.ts';
import { savingStrings, whyNotSaved } from '../../document/strings.ts';
import { onText, onTick } from '../../ui/listeners.ts';

type Dispatch = (action: Action) => void;

const SPEEDS = [1, 2, 5, 10, 'max'] as const;
const MODES = ['stub', 'auto', 'manual', 'custom', 'remote'] as const;

export function panel(state: State, dispatch: Dispatch) {
  const { settings } = state;
  const check = (
    name: 'ghosts' | 'wrap' | 'formatOnSave' | 'sync' | 'follow' | 'editDrawing' | 'realWaits' | 'realTime',
  ) => toggle(say[name], settings[name], (value) => dispatch({ type: 'setting', name, value }));
  return html`<div class="settings">
    <section>
      <h3>${say.look}</h3>
      ${choice(say.theme, state.theme, ['auto', 'light', 'dark'], say.themes, (theme) =>
        dispatch({ type: 'theme', theme }),
      )}
      ${choice(say.motion, settings.motion, ['auto', 'reduce'], say.motions, (value) =>
        dispatch({ type: 'setting', name: 'motion', value }),
      )}
      ${choice(say.direction, settings.direction, ['auto', 'TB', 'LR'], say.directions, (value) =>
        dispatch({ type: 'setting', name: 'direction', value }),
      )}
      ${check('follow')}${check('editDrawing')}
    </section>
    <section>
      <h3>${say.editor}</h3>
      ${choice(
        say.fontSize,
        settings.fontSize,
        FONT_SIZES,
        (size) => `${size} px`,
        (value) => dispatch({ type: 'setting', name: 'fontSize', value }),
      )}
      ${check('ghosts')}${check('wrap')}${check('formatOnSave')}${check('sync')}
    </section>
    <section>
      <h3>${say.run}</h3>
      ${choice(
        say.speed,
        state.run.speed,
        SPEEDS,
        (speed) => (speed === 'max' ? say.fastest : String(speed)),
        (speed) => dispatch({ type: 'speed', speed }),
      )}
      ${check('realWaits')}${check('realTime')}
      <p class="quiet">${say.aboutTime}</p>
    </section>
    <section>
      <h3>${say.agent}</h3>
      ${choice(
        say.mode,
        state.run.mode,
        MODES.filter((mode) => mode !== 'custom' || state.outside.hasHostAgent || state.run.mode === mode),
        commandStrings.modes,
        (mode) => dispatch({ type: 'mode', mode }),
      )}
      <p class="quiet">${say.about}</p>
    </section>
    <section class="keyboard">
      <h3>${shortcutStrings.title}</h3>
      ${shortcuts(state, dispatch)}
    </section>
    ${storage(state, dispatch)}
  </div>`;
}

function storage(state: State, dispatch: Dispatch) {
  const { keptDrafts, docs } = state;
  const notSaved = whyNotSaved(state);
  if (notSaved)
    return html`<section>
      <h3>${say.storage}</h3>
      <p class="quiet">${notSaved}</p>
    </section>`;
  const size = totalCharacters(docs.all, keptDrafts);
  const free = automaticVersions(docs.all);
  return html`<section>
    <h3>${say.storage}</h3>
    <p>${say.use(keptDrafts.length, docs.all.length, sizeOf(size))}</p>
    <meter min="0" max=${SOFT_CAP_CHARACTERS} value=${size} aria-label=${say.meter}></meter>
    <p class="quiet">${say.cap}</p>
    <div class="buttons">
      <button
        type="button"
        aria-disabled=${free.length === 0 ? 'true' : 'false'}
        title=${say.cleanTitle}
        @click=${() => {
          if (free.length > 0) dispatch({ type: 'cleanUp' });
        }}
      >
        ${say.clean(free.length)}
      </button>
      <button type="button" @click=${() => dispatch({ type: 'downloadAll' })}>${savingStrings.download}</button>
    </div>
    ${
      docs.wiping
        ? html`<div class="wipe" role="group" aria-label=${say.wipe}>
          <p>${say.sure(keptDrafts.length)}</p>
          <div class="buttons">
            <button type="button" class="danger" @click=${() => dispatch({ type: 'wipe', sure: true })}>
              ${say.yes}
            </button>
            <button type="button" @click=${() => dispatch({ type: 'wipe', sure: false })}>
              ${workspaceStrings.cancel}
            </button>
          </div>
        </div>`
        : html`<div class="buttons">
          <button type="button" class="danger" @click=${() => dispatch({ type: 'wipe', sure: null })}>
            ${say.wipe}
          </button>
        </div>`
    }
  </section>`;
}

function choice<T extends string | number>(
  label: string,
  value: T,
  all: readonly T[],
  names: Record<string, string> | ((choice: T) => string),
  choose: (value: T) => void,
) {
  const name = (choice: T) => (typeof names === 'function' ? names(choice) : (names[String(choice)] ?? String(choice)));
  return html`<label class="row">
    <span>${label}</span>
    <select
      @change=${onText((text) => {
        const chosen = all.find((choice) => String(choice) === text);
        if (chosen !== undefined) choose(chosen);
      })}
    >
      ${all.map(
        (choice) => html`<option value=${String(choice)} ?selected=${choice === value}>${name(choice)}</option>`,
      )}
    </select>
  </label>`;
}

function toggle(label: string, value: boolean, choose: (value: boolean) => void) {
  return html`<label class="check">
    <input type="checkbox" .checked=${value} @change=${onTick(choose)} />
    <span>${label}</span>
  </label>`;
}
