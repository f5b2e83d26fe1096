// @ts-check
// A form from a JSON Schema: text, number, checkbox, choice, choices of a list, list, nested group; anything else as
// JSON. The form keeps what was typed; `readForm` and `readValue` make the value of it, `typedOf` what to begin with.

import { html, nothing } from 'lit';
import { words } from '../strings.js';
import { icon } from './icon.js';

/** @typedef {{ type?: string | string[], enum?: any[], const?: any, items?: any, properties?: Record<string, any>, required?: string[], description?: string, default?: any, long?: boolean }} Schema `long`: a text of several lines */
/** @typedef {'group' | 'choice' | 'choices' | 'list' | 'flag' | 'number' | 'text' | 'json'} Widget */
/**
 * @typedef {object} Field
 * @property {string} title
 * @property {Schema} schema
 * @property {string} id of the element; parts have ids that begin with it
 * @property {any} value what was typed; null where null is meant
 * @property {boolean} required
 * @property {(value: any) => void} change
 * @property {string} [pointer] of the value, among those of `wrong`
 * @property {string[]} [wrong] pointers of what was refused
 * @property {boolean} [first] takes the focus
 */

/** Which widget a schema gets. @param {Schema} schema @returns {Widget} */
export function widgetOf(schema) {
  const types = [schema.type ?? []].flat().filter((one) => one !== 'null');
  const type = types.length === 1 ? types[0] : null;
  if (schema.enum || 'const' in schema) return 'choice';
  if (type === 'object' && schema.properties && Object.keys(schema.properties).length > 0) return 'group';
  if (type === 'array' && schema.items?.enum) return 'choices';
  if (type === 'array' && schema.items && Object.keys(schema.items).length > 0) return 'list';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return 'text';
  return 'json';
}

/** Whether null stands beside the widget; a choice has it among its members. @param {Schema} schema */
const isNullable = (schema) => Array.isArray(schema.type) && schema.type.includes('null') && !['choice', 'json'].includes(widgetOf(schema));
/** @param {Schema} schema @returns {any[]} */
const membersOf = (schema) => schema.enum ?? [schema.const];
/** @param {Schema} schema @param {string} name */
const isRequired = (schema, name) => (schema.required ?? []).includes(name);

/**
 * @param {Schema} schema of an object
 * @param {Record<string, any>} fields what was typed so far
 * @param {(fields: Record<string, any>) => void} change
 * @param {string} id prefix of element ids
 * @param {Pick<Field, 'pointer' | 'wrong'>} [about]
 */
export function schemaForm(schema, fields, change, id, { pointer = '', wrong = [] } = {}) {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0) return schemaField({ title: 'input', schema: {}, id, value: fields[''], required: false, change: (value) => change({ '': value }) });
  return html`${names.map(([name, part]) => schemaField({
    title: name, schema: part, id: `${id}-${name}`, value: fields[name], required: isRequired(schema, name),
    change: (value) => change({ ...fields, [name]: value }), pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, wrong,
  }))}`;
}

/** One labelled widget. @param {Field} field @returns {unknown} */
export function schemaField(field) {
  const { title, schema, id, value, change } = field;
  if (!isNullable(schema)) return widget(field);
  return html`<div class="nullable">${value === null ? html`<span class="stack">${title}</span>` : widget(field)}
    <label class="null"><input type="checkbox" aria-label=${words.values.isNull(title)} .checked=${value === null} @change=${(/** @type {any} */ e) => change(e.target.checked ? null : undefined)}><span>null</span></label></div>`;
}

/** @param {Field} field @returns {unknown} */
function widget({ title, schema, id, value, required, change, pointer = '', wrong = [], first = false }) {
  const mark = required ? nothing : html` <span class="quiet">${words.agent.optional}</span>`;
  const text = (/** @type {Event} */ e) => change(/** @type {HTMLInputElement} */ (e.target).value);
  const bad = wrong.includes(pointer) ? 'true' : 'false';
  const kind = widgetOf(schema);
  switch (kind) {
    case 'group':
      return html`<fieldset><legend>${title}</legend>${schemaForm(schema, value ?? {}, change, id, { pointer, wrong })}</fieldset>`;
    case 'list':
      return list({ title, schema, id, value, required, change, pointer, wrong });
    case 'choice':
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><select id=${id} aria-invalid=${bad} ?data-autofocus=${first} @change=${text}>
        ${required && value !== undefined ? nothing : html`<option value="" ?selected=${value === undefined || value === ''}>${required ? '' : words.agent.leaveOut}</option>`}
        ${membersOf(schema).map((item) => html`<option value=${JSON.stringify(item)} ?selected=${value === JSON.stringify(item)}>${typeof item === 'string' ? item : JSON.stringify(item)}</option>`)}
      </select></label>`;
    case 'choices':
      return html`<fieldset class="choices"><legend>${title}${mark}</legend>${(schema.items?.enum ?? []).map((/** @type {any} */ item) => html`
        <label><input type="checkbox" .checked=${(value ?? []).includes(item)} @change=${(/** @type {Event} */ e) =>
          change(/** @type {HTMLInputElement} */ (e.target).checked ? [...(value ?? []), item] : (value ?? []).filter((/** @type {any} */ v) => v !== item))}> ${String(item)}</label>`)}</fieldset>`;
    case 'flag':
      // Where a field may be left out there are three answers.
      if (required) return html`<label class="check row" for=${id}><input id=${id} type="checkbox" ?data-autofocus=${first} .checked=${value === 'true'} @change=${(/** @type {any} */ e) => change(String(e.target.checked))}><span>${title}</span></label>`;
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><select id=${id} @change=${text}>
        ${['', 'true', 'false'].map((item) => html`<option value=${item} ?selected=${(value ?? '') === item}>${item || words.agent.leaveOut}</option>`)}</select></label>`;
    default: {
      const label = kind === 'json' ? words.agent.fieldJson(title) : title;
      if (schema.long) return html`<label class="stack" for=${id}><span>${label}${mark}</span><textarea id=${id} rows="5" aria-invalid=${bad} ?data-autofocus=${first} .value=${value ?? ''} @input=${text}></textarea></label>`;
      return html`<label class="stack" for=${id}><span>${label}${mark}</span><input id=${id} type="text" autocomplete="off" spellcheck="false" inputmode=${kind === 'number' ? 'decimal' : nothing}
        aria-invalid=${bad} ?data-autofocus=${first} .value=${value ?? ''} @input=${text}></label>`;
    }
  }
}

/** @param {Field} field @returns {unknown} */
function list({ title, schema, id, value, change, pointer, wrong }) {
  /** @type {any[]} */ const items = value ?? [];
  const say = words.values;
  const up = (/** @type {number} */ i) => change(items.map((item, n) => (n === i - 1 ? items[i] : n === i ? items[i - 1] : item)));
  return html`<fieldset class="list"><legend>${title}</legend>
    ${items.length === 0 ? html`<p class="quiet">${say.emptyList}</p>` : nothing}
    ${items.map((item, i) => html`<div class="item">${schemaField({
      title: say.item(i), schema: schema.items, id: `${id}-${i}`, value: item, required: true, pointer: `${pointer}/${i}`, wrong,
      change: (typed) => change(items.map((other, n) => (n === i ? typed : other))),
    })}<span class="item-acts">
      <button type="button" class="bare" title=${say.up(title, i)} aria-label=${say.up(title, i)} aria-disabled=${i === 0} @click=${() => i > 0 && up(i)}>↑</button>
      <button type="button" class="bare" title=${say.drop(title, i)} aria-label=${say.drop(title, i)} @click=${() => change(items.filter((_, n) => n !== i))}>${icon('close')}</button></span></div>`)}
    <button type="button" @click=${() => change([...items, undefined])}>${say.add(title)}</button></fieldset>`;
}

/**
 * What the form begins with for a value; null where the form could not say the value.
 * @param {Schema} schema @param {any} value undefined for none @returns {{ typed: any } | null}
 */
export function typedOf(schema, value) {
  if (value === undefined || (value === null && isNullable(schema))) return { typed: value };
  const plain = (/** @type {boolean} */ fits, /** @type {any} */ typed = value) => (fits ? { typed } : null);
  switch (widgetOf(schema)) {
    case 'choice': return plain(membersOf(schema).some((one) => JSON.stringify(one) === JSON.stringify(value)), JSON.stringify(value));
    case 'choices': return plain(Array.isArray(value) && new Set(value).size === value.length && value.every((one) => schema.items.enum.includes(one)));
    case 'flag': return plain(typeof value === 'boolean', String(value));
    case 'number': return plain(typeof value === 'number', String(value));
    case 'text': return plain(typeof value === 'string');
    case 'json': return plain(true, JSON.stringify(value));
    case 'list': {
      if (!Array.isArray(value)) return null;
      const items = value.map((item) => typedOf(schema.items, item));
      return plain(items.every((item) => item !== null), items.map((item) => item?.typed));
    }
    case 'group': {
      if (typeof value !== 'object' || Array.isArray(value) || value === null) return null;
      /** @type {Record<string, any>} */ const typed = {};
      for (const [name, one] of Object.entries(value)) {
        const part = schema.properties && Object.hasOwn(schema.properties, name) ? typedOf(schema.properties[name], one) : null;
        // An empty text in an optional field would be read as left out.
        if (part === null || (part.typed === '' && !isRequired(schema, name))) return null;
        typed[name] = part.typed;
      }
      return { typed };
    }
  }
}

/**
 * The value of a form, or the name of the field that does not hold one.
 * @param {Schema} schema
 * @param {Record<string, any>} fields
 * @returns {{ value: any } | { error: string }}
 */
export function readForm(schema, fields) {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0) return readJson('input', fields[''] ?? '{}');
  /** @type {Record<string, any>} */
  const value = {};
  for (const [name, part] of names) {
    const typed = fields[name];
    const kind = widgetOf(part);
    const required = isRequired(schema, name);
    // What was left alone is left out; a group and a flag say something even then.
    if (typed === undefined && !(required && (kind === 'group' || kind === 'flag') && !isNullable(part))) continue;
    if (typed === '' && !(required && kind === 'text')) continue;
    const read = readValue(part, typed, name);
    if ('error' in read) return read;
    value[name] = read.value;
  }
  return { value };
}

/** The value of one field. @param {Schema} schema @param {any} typed @param {string} name @returns {{ value: any } | { error: string }} */
export function readValue(schema, typed, name) {
  if (typed === null && isNullable(schema)) return { value: null };
  switch (widgetOf(schema)) {
    case 'group': return readForm(schema, typed ?? {});
    case 'choices': return { value: typed ?? [] };
    case 'text': return { value: typed ?? '' };
    case 'flag': return { value: typed === 'true' };
    case 'number': {
      const number = Number(typed);
      return String(typed ?? '').trim() === '' || !Number.isFinite(number) ? { error: name } : { value: number };
    }
    case 'list': {
      const items = [];
      for (const [i, item] of (typed ?? []).entries()) {
        const read = readValue(schema.items, item, words.values.item(i));
        if ('error' in read) return read;
        items.push(read.value);
      }
      return { value: items };
    }
    case 'choice': case 'json': return readJson(name, typed ?? '');
  }
}

/** @param {string} name @param {string} text @returns {{ value: any } | { error: string }} */
function readJson(name, text) {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: name };
  }
}
