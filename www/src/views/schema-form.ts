// A form from a JSON Schema: text, number, checkbox, choice, choices of a list, list, nested group; anything else as
// JSON. The form keeps what was typed; `schema-value.ts` makes the value of it.

import { html, nothing } from 'lit';
import { valueStrings } from './value-strings.ts';
import { formWords } from './form-strings.ts';
import { isNullable, isRequired, membersOf, widgetOf, type Schema } from './schema-value.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { iconButton } from '../ui/icon-button.ts';
import { ticked } from '../ui/code-spans.ts';
import { onTick } from '../ui/listeners.ts';
import type { FormValue } from '../protocol/types.ts';

interface Field {
  title: string;
  schema: Schema;
  /** Of the element; parts have ids that begin with it. */
  id: string;
  /** What was typed; null where null is meant. */
  value: FormValue;
  required: boolean;
  change: (value: FormValue) => void;
  /** Of the value, among those of `wrong`. */
  pointer?: string;
  /** Pointers of what was refused. */
  wrong?: string[];
  /** What is wrong, by pointer: told at the field. */
  problems?: Record<string, string>;
  /** Takes the focus. */
  first?: boolean;
}

/**
 * @param schema of an object
 * @param fields what was typed so far
 * @param id prefix of element ids
 */
export function schemaForm(
  schema: Schema,
  fields: Record<string, FormValue>,
  change: (fields: Record<string, FormValue>) => void,
  id: string,
  { pointer = '', wrong = [], problems = {} }: Pick<Field, 'pointer' | 'wrong' | 'problems'> = {},
) {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0)
    return schemaField({
      title: 'input',
      schema: {},
      id,
      value: fields[''],
      required: false,
      change: (value) => change({ '': value }),
    });
  return html`${names.map(([name, part]) =>
    schemaField({
      title: name,
      schema: part,
      id: `${id}-${name}`,
      value: fields[name],
      required: isRequired(schema, name),
      change: (value) => change({ ...fields, [name]: value }),
      pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      wrong,
      problems,
    }),
  )}`;
}

/** One labelled widget. */
export function schemaField(field: Field): unknown {
  const problem = field.problems?.[field.pointer ?? ''];
  if (problem === undefined) return nullableWidget(field);
  return html`<div class="with-problem">
    ${nullableWidget(field)}
    <p class="error" id="${field.id}-problem">${ticked(problem)}</p>
  </div>`;
}

function nullableWidget(field: Field): unknown {
  const { title, schema, value, change } = field;
  if (!isNullable(schema)) return widget(field);
  return html`<div class="nullable">
    ${value === null ? html`<span class="stack">${title}</span>` : widget(field)}
    <label class="null"
      ><input
        type="checkbox"
        aria-label=${formWords.isNull(title)}
        .checked=${value === null}
        @change=${onTick((on) => change(on ? null : undefined))}
      /><span>null</span></label
    >
  </div>`;
}

function widget({
  title,
  schema,
  id,
  value,
  required,
  change,
  pointer = '',
  wrong = [],
  problems = {},
  first = false,
}: Field): unknown {
  const mark = required ? nothing : html` <span class="quiet">${formWords.optional}</span>`;
  const text = (e: Event) => change((e.target as HTMLInputElement).value);
  const bad = wrong.includes(pointer) || pointer in problems ? 'true' : 'false';
  const about = pointer in problems ? `${id}-problem` : nothing;
  const kind = widgetOf(schema);
  switch (kind) {
    case 'group':
      return html`<fieldset>
        <legend>${title}</legend>
        ${schemaForm(schema, isRecord(value) ? value : {}, change, id, { pointer, wrong, problems })}
      </fieldset>`;
    case 'list':
      return list({ title, schema, id, value, required, change, pointer, wrong, problems });
    case 'choice':
      return html`<label class="stack" for=${id}
        ><span>${title}${mark}</span
        ><select id=${id} aria-invalid=${bad} aria-describedby=${about} ?data-autofocus=${first} @change=${text}>
          ${
            required && value !== undefined
              ? nothing
              : html`<option value="" ?selected=${value === undefined || value === ''}>
                ${required ? '' : formWords.leaveOut}
              </option>`
          }
          ${membersOf(schema).map(
            (item) =>
              html`<option value=${JSON.stringify(item)} ?selected=${value === JSON.stringify(item)}>
                ${typeof item === 'string' ? item : JSON.stringify(item)}
              </option>`,
          )}
        </select></label
      >`;
    case 'choices':
      return html`<fieldset class="choices">
        <legend>${title}${mark}</legend>
        ${(schema.items?.enum ?? []).map(
          (item) =>
            html` <label
              ><input
                type="checkbox"
                .checked=${listOf(value).includes(item)}
                @change=${onTick((on) =>
                  change(on ? [...listOf(value), item] : listOf(value).filter((chosen) => chosen !== item)),
                )}
              />
              ${String(item)}</label
            >`,
        )}
      </fieldset>`;
    case 'flag':
      // Where a field may be left out there are three answers.
      if (required)
        return html`<div class="stack">
          <span id="${id}-title">${title}</span
          ><label class="check"
            ><input
              id=${id}
              type="checkbox"
              aria-labelledby="${id}-title"
              ?data-autofocus=${first}
              .checked=${value === 'true'}
              @change=${onTick((on) => change(String(on)))}
            /><code>${value === 'true'}</code></label
          >
        </div>`;
      return html`<label class="stack" for=${id}
        ><span>${title}${mark}</span
        ><select id=${id} @change=${text}>
          ${['', 'true', 'false'].map(
            (item) =>
              html`<option value=${item} ?selected=${(value ?? '') === item}>${item || formWords.leaveOut}</option>`,
          )}
        </select></label
      >`;
    default: {
      const label = kind === 'json' ? formWords.fieldJson(title) : title;
      if (schema.long)
        return html`<label class="stack" for=${id}
          ><span>${label}${mark}</span
          ><textarea
            id=${id}
            rows="5"
            aria-invalid=${bad}
            aria-describedby=${about}
            ?data-autofocus=${first}
            .value=${value ?? ''}
            @input=${text}
          ></textarea>
        </label>`;
      return html`<label class="stack" for=${id}
        ><span>${label}${mark}</span
        ><input
          id=${id}
          type="text"
          autocomplete="off"
          spellcheck="false"
          inputmode=${kind === 'number' ? 'decimal' : nothing}
          aria-invalid=${bad}
          aria-describedby=${about}
          ?data-autofocus=${first}
          .value=${value ?? ''}
          @input=${text}
      /></label>`;
    }
  }
}

const listOf = (value: FormValue): FormValue[] => (Array.isArray(value) ? value : []);

function list({ title, schema, id, value, change, pointer, wrong, problems }: Field): unknown {
  const items = listOf(value);
  const say = formWords;
  const up = (i: number) => change(items.map((item, n) => (n === i - 1 ? items[i] : n === i ? items[i - 1] : item)));
  return html`<fieldset class="list">
    <legend>${title}</legend>
    ${items.length === 0 ? html`<p class="quiet">${say.emptyList}</p>` : nothing}
    ${items.map(
      (item, i) =>
        html`<div class="item">
          ${schemaField({
            title: valueStrings.item(i),
            schema: schema.items ?? {},
            id: `${id}-${i}`,
            value: item,
            required: true,
            pointer: `${pointer}/${i}`,
            wrong,
            problems,
            change: (typed) => change(items.map((item, n) => (n === i ? typed : item))),
          })}<span class="item-acts">
            <button
              type="button"
              class="bare"
              title=${say.up(title, i)}
              aria-label=${say.up(title, i)}
              aria-disabled=${i === 0}
              @click=${() => i > 0 && up(i)}
            >
              ↑
            </button>
            ${iconButton('close', say.drop(title, i), () => change(items.filter((_, n) => n !== i)))}</span
          >
        </div>`,
    )}
    <button type="button" @click=${() => change([...items, undefined])}>${say.add(title)}</button>
  </fieldset>`;
}
