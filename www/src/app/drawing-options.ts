// What is drawn of the machine: direction and parts, beside the view buttons of the drawing.

import { html } from 'lit';
import { settingStrings } from '../features/settings/strings.ts';
import { displayStrings } from './diagram-strings.ts';
import { chevron, icon } from '../ui/icon.ts';
import { closeOnEscape, closeOnFocusOut, closeOnTouchOutside, menu } from '../ui/menu.ts';
import { placeMenu } from '../ui/menu-place.ts';
import { onTick } from '../ui/listeners.ts';
import type { State, Action } from '../store/state.ts';

type Dispatch = (action: Action) => void;

const DIRECTIONS = ['auto', 'TB', 'LR'] as const;
const WIRES = ['auto', 'always', 'demand'] as const;
const PARTS = ['contexts', 'data', 'notes', 'inferred', 'attributes', 'prompts'] as const;

const KINDS = ['task', 'state', 'context', 'event'] as const;

/** Adds a node that is not the next step of another one. */
export const addMenu = (dispatch: Dispatch) => html`<div class="add-node" slot="tools">
  ${menu({
    name: 'add',
    label: displayStrings.add,
    image: 'plus',
    items: KINDS.map((act) => ({ label: displayStrings.kinds[act], act: () => dispatch({ type: 'draw', act }) })),
  })}
</div>`;

export function drawnMenu(state: State, dispatch: Dispatch) {
  const say = displayStrings;
  const {
    settings,
    view: { options },
  } = state;
  return html`<details
    class="menu drawn"
    slot="tools"
    @focusout=${closeOnFocusOut}
    @keydown=${closeOnEscape}
    @click=${closeOnTouchOutside}
  >
    <summary role="button" title=${say.title} aria-label=${say.title} @click=${placeMenu}>
      ${icon('layers')}<span>${say.display}</span>${chevron()}
    </summary>
    <div class="items" role="group" aria-label=${say.title} tabindex="-1">
      <fieldset>
        <legend class="menu-title">${say.direction}</legend>
        ${DIRECTIONS.map(
          (direction) =>
            html`<label>
              <input
                type="radio"
                name="direction"
                .checked=${settings.direction === direction}
                @change=${() => dispatch({ type: 'setting', name: 'direction', value: direction })}
              />${settingStrings.directions[direction]}
            </label>`,
        )}
      </fieldset>
      <fieldset>
        <legend class="menu-title">${say.wires}</legend>
        ${WIRES.map(
          (when) =>
            html`<label>
              <input
                type="radio"
                name="wires"
                .checked=${settings.wires === when}
                @change=${() => dispatch({ type: 'setting', name: 'wires', value: when })}
              />${say.wiresWhen[when]}
            </label>`,
        )}
      </fieldset>
      <fieldset>
        <legend class="menu-title">${say.parts}</legend>
        ${PARTS.map(
          (part) =>
            html`<label>
              <input
                type="checkbox"
                .checked=${options[part] ?? part !== 'inferred'}
                @change=${onTick((on) => dispatch({ type: 'drawn', part: { [part]: on } }))}
              />${say.part[part]}
            </label>`,
        )}
        <label>
          <input
            type="checkbox"
            .checked=${settings.minimap}
            @change=${onTick((value) => dispatch({ type: 'setting', name: 'minimap', value }))}
          />${say.minimap}
        </label>
      </fieldset>
    </div>
  </details>`;
}
