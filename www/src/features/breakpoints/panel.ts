// Breakpoints and watches as a list: when each counts, those whose element is gone, and watches to add.

import { html, nothing } from 'lit';
import { elementAt, nameOfStop } from '../../run/breakpoints.ts';
import { breakpointStrings } from './strings.ts';
import { icon } from '../../ui/icon.ts';
import '../../ui/over-page.css';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';
import { onEscape, onSubmit, onText, onTick } from '../../ui/listeners.ts';
import type { Breakpoint } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';

type Dispatch = (action: Action) => void;

export function panel(state: State, dispatch: Dispatch) {
  const say = breakpointStrings;
  const { stopList, breakpoints } = state;
  const view = state.run.snapshot?.view;
  const fields = Object.entries(view?.contexts ?? {}).flatMap(([id, context]) =>
    Object.keys(context.fields).map((field) => `${id}.${field}`),
  );
  const close = () => dispatch({ type: 'stopList', open: false });
  return html`<section
    class="share stop-list"
    role="dialog"
    aria-label=${say.title}
    @keydown=${onEscape(close)}
  >
    <h2>
      ${say.title}
      <button type="button" class="bare" data-autofocus title=${say.close} aria-label=${say.close} @click=${close}>
        ${icon('close')}
      </button>
    </h2>
    ${
      breakpoints.length === 0
        ? html`<p class="quiet">${say.none}</p>`
        : html`<ul>
          ${breakpoints.map((stop) => row(state, dispatch, stop))}
        </ul>`
    }
    <form class="row" @submit=${onSubmit(() => dispatch({ type: 'watchAdd' }))}>
      <label>
        ${say.watch}
        <input
          list="watchable"
          autocomplete="off"
          spellcheck="false"
          placeholder=${fields[0] ?? ''}
          aria-invalid=${stopList.errors[''] ? 'true' : 'false'}
          .value=${stopList.adding}
          @input=${onText((text) => dispatch({ type: 'watchName', text }))}
        />
      </label>
      <datalist id="watchable">${fields.map((name) => html`<option value=${name}></option>`)}</datalist>
      <button type="submit">${say.add}</button>
    </form>
    ${stopList.errors[''] ? html`<p class="error" role="alert">${stopList.errors['']}</p>` : nothing}
  </section>`;
}

function row(state: State, dispatch: Dispatch, stop: Breakpoint) {
  const say = breakpointStrings;
  const { at } = stop;
  const found = elementAt(at, state.run.snapshot?.view);
  const name = nameOfStop(at);
  const error = state.stopList.errors[at];
  const set = (part: Partial<Omit<Breakpoint, 'at'>>) => dispatch({ type: 'stopSet', at, part });
  const paths = state.run.snapshot?.view.paths ?? [];
  return html`<li class=${found ? '' : 'gone'}>
    <div class="stop-head">
      <label class="check">
        <input type="checkbox" .checked=${!stop.off} @change=${onTick((on) => set({ off: !on }))} />
        <span class="hidden">${say.on(name)}</span>
      </label>
      <span class="stop-sign" aria-hidden="true">${found?.kind === 'field' ? '◉' : '●'}</span>
      ${
        found
          ? html`<button
            type="button"
            class="link"
            title=${say.show(name)}
            @click=${() => dispatch({ type: 'select', id: found.diagramId, open: false })}
          >
            ${name}
          </button>`
          : html`<span>${name}</span> <span class="tag">${say.gone}</span>`
      }
      <span class="spring"></span>
      ${iconButton('close', say.remove(name), () => dispatch({ type: 'breakpoint', key: at }))}
    </div>
    <div class="stop-when">
      <label>
        ${say.when}
        <input
          class="code"
          spellcheck="false"
          autocomplete="off"
          placeholder=${say.always}
          aria-invalid=${error ? 'true' : 'false'}
          .value=${stop.if ?? ''}
          @change=${onText((text) => set({ if: text.trim() }))}
        />
      </label>
      <label title=${say.hitsTitle}>
        ${say.hits}
        <input
          type="number"
          min="1"
          max="9999"
          .value=${String(stop.hits ?? 1)}
          @change=${onText((text) => set({ hits: Math.max(1, Math.floor(Number(text) || 1)) }))}
        />
      </label>
      ${
        paths.length > 1 || stop.path
          ? html`<label>
            ${say.path}
            <select @change=${onText((path) => set({ path }))}>
              <option value="" ?selected=${!stop.path}>${say.anyPath}</option>
              ${[...new Set([...paths.map((path) => path.id), ...(stop.path ? [stop.path] : [])])].map(
                (id) => html`<option value=${id} ?selected=${id === stop.path}>${id}</option>`,
              )}
            </select>
          </label>`
          : nothing
      }
    </div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
  </li>`;
}
