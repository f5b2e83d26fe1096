// A value being edited: through a widget made from its schema, or as JSON; what the core refused stands below.

import { html, nothing } from 'lit';
import { ticked } from '../../ui/code-spans.ts';
import { whyNotEditable } from '../../store/editable.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { contextStrings } from './strings.ts';
import { formWords } from '../../views/form-strings.ts';
import { schemaField } from '../../views/schema-form.ts';
import { widgetOf } from '../../views/schema-value.ts';
import { formSchema, valueAt } from './field-value.ts';
import { isLive } from '../../run/path-status.ts';
import { followed, isStart } from '../../store/values.ts';
import { violations } from '../../views/violations.ts';
import { onEscape, onSubmit, onText } from '../../ui/listeners.ts';
import type { State, Action } from '../../store/state.ts';
import './style.css';

type Dispatch = (action: Action) => void;
type FieldEdit = NonNullable<State['edit']>;

export function panel(state: State, dispatch: Dispatch) {
  const {
    edit,
    run: { snapshot },
  } = state;
  if (!edit || !snapshot) return nothing;
  const say = formWords;
  const { key, context, field, errors, error, view } = edit;
  const own = followed(snapshot.view.paths, edit.path);
  const { schema } = formSchema(state, context, field, valueAt(state, context, field, own));
  const change = (part: Partial<FieldEdit>) => dispatch({ type: 'editPart', part });
  const start = isStart(state, context);
  const several =
    !start &&
    !snapshot.view.contexts[context]?.shared &&
    snapshot.view.paths.filter((p) => isLive(p.status)).length > 1;
  const path = own?.id ?? '';
  return html`<form
    class="edit"
    aria-label=${say.newValue(key)}
    @submit=${onSubmit(() => dispatch({ type: 'applyEdit' }))}
    @keydown=${onEscape(() => dispatch({ type: 'cancelEdit' }))}
  >
    ${
      widgetOf(schema) === 'json'
        ? nothing
        : html`<div class="switch" role="group" aria-label=${say.how}>
          ${(['form', 'json'] as const).map(
            (form) =>
              html` <button
                type="button"
                aria-pressed=${form === view}
                @click=${() => dispatch({ type: 'editView', view: form })}
              >
                ${formWords[form]}
              </button>`,
          )}
        </div>`
    }
    ${
      view === 'form'
        ? schemaField({
            title: say.newValue(key),
            schema: edit.long ? { ...schema, long: true } : schema,
            id: 'edit',
            value: edit.typed,
            required: true,
            first: true,
            change: (typed) => change({ typed }),
            pointer: `/${field}`,
            wrong: errors.map(({ pointer }) => pointer),
          })
        : html`<label class="stack">
          <span>${contextStrings.json(key)}</span>
          <input
            type="text"
            class="json"
            aria-invalid=${error || errors.length > 0 ? 'true' : 'false'}
            aria-describedby="edit-errors"
            autocomplete="off"
            spellcheck="false"
            data-autofocus
            .value=${edit.text}
            @input=${onText((text) => change({ text }))}
          />
        </label>`
    }
    ${
      several
        ? html`<div class="row" role="radiogroup" aria-label=${say.forWhich}>
          ${[false, true].map(
            (all) =>
              html`<label class="check">
                <input type="radio" name="edit-paths" .checked=${edit.all === all} @change=${() => change({ all })} />
                <span>${all ? say.allPaths : say.thisPath(path)}</span>
              </label>`,
          )}
        </div>`
        : nothing
    }
    ${start ? html`<p class="quiet">${say.startsOver}</p>` : nothing}
    ${!start && state.run.snapshot?.position.atTip === false ? html`<p class="quiet">${say.branches}</p>` : nothing}
    <div class="buttons">
      <button type="submit" class="primary">${workspaceStrings.apply}</button>
      ${
        whyNotEditable(state) === ''
          ? html`<button
            type="button"
            title=${contextStrings.makeStartTitle(key)}
            @click=${() => dispatch({ type: 'makeStartValue' })}
          >
            ${contextStrings.makeStart}
          </button>`
          : nothing
      }
      <button type="button" @click=${() => dispatch({ type: 'cancelEdit' })}>${workspaceStrings.cancel}</button>
    </div>
    <div id="edit-errors" role="alert">
      ${error ? html`<p class="error">${ticked(error)}</p>` : nothing}${violations(errors)}
    </div>
  </form>`;
}
