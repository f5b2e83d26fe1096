// @ts-check
// A form from a JSON Schema: text, number, checkbox, choice, choices of a list, nested group; anything else as JSON.
// The form keeps what was typed; `readForm` makes the value of it. A field that was left alone is left out.

import { html, nothing } from 'lit';
import { words } from '../strings.js';

/** @typedef {{ type?: string | string[], enum?: any[], const?: any, items?: any, properties?: Record<string, any>, required?: string[], description?: string, default?: any }} Schema */
/** @typedef {'group' | 'choice' | 'choices' | 'flag' | 'number' | 'text' | 'json'} Widget */

/** Which widget a schema gets. @param {Schema} schema @returns {Widget} */
export function widgetOf(schema) {
  const type = Array.isArray(schema.type) ? null : schema.type;
  if (schema.enum) return 'choice';
  if (type === 'object' && schema.properties && Object.keys(schema.properties).length > 0) return 'group';
  if (type === 'array' && schema.items?.enum) return 'choices';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return 'text';
  return 'json';
}

/**
 * @param {Schema} schema of an object
 * @param {Record<string, any>} fields what was typed so far
 * @param {(fields: Record<string, any>) => void} change
 * @param {string} id prefix of element ids
 */
export function schemaForm(schema, fields, change, id) {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0) return field({ title: 'input', schema: {}, id, value: fields[''], required: false, change: (value) => change({ '': value }) });
  return html`${names.map(([name, part]) => field({
    title: name, schema: part, id: `${id}-${name}`, value: fields[name], required: (schema.required ?? []).includes(name),
    change: (value) => change({ ...fields, [name]: value }),
  }))}`;
}

/** @param {{ title: string, schema: Schema, id: string, value: any, required: boolean, change: (value: any) => void }} part @returns {unknown} */
function field({ title, schema, id, value, required, change }) {
  const mark = required ? nothing : html` <span class="quiet">${words.agent.optional}</span>`;
  const text = (/** @type {Event} */ e) => /** @type {HTMLInputElement} */ (e.target).value;
  switch (widgetOf(schema)) {
    case 'group':
      return html`<fieldset><legend>${title}</legend>${schemaForm(schema, value ?? {}, change, id)}</fieldset>`;
    case 'choice':
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><select id=${id} @change=${(/** @type {Event} */ e) => change(text(e))}>
        <option value="" ?selected=${value === undefined || value === ''}>${words.agent.leaveOut}</option>
        ${(schema.enum ?? []).map((item) => html`<option value=${JSON.stringify(item)} ?selected=${value === JSON.stringify(item)}>${typeof item === 'string' ? item : JSON.stringify(item)}</option>`)}
      </select></label>`;
    case 'choices':
      return html`<fieldset class="choices"><legend>${title}${mark}</legend>${(schema.items?.enum ?? []).map((/** @type {any} */ item) => html`
        <label><input type="checkbox" .checked=${(value ?? []).includes(item)} @change=${(/** @type {Event} */ e) =>
          change(/** @type {HTMLInputElement} */ (e.target).checked ? [...(value ?? []), item] : (value ?? []).filter((/** @type {any} */ v) => v !== item))}> ${String(item)}</label>`)}</fieldset>`;
    case 'flag':
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><select id=${id} @change=${(/** @type {Event} */ e) => change(text(e))}>
        ${['', 'true', 'false'].map((item) => html`<option value=${item} ?selected=${(value ?? '') === item}>${item || words.agent.leaveOut}</option>`)}</select></label>`;
    case 'number':
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><input id=${id} type="number" step="any" .value=${value ?? ''} @input=${(/** @type {Event} */ e) => change(text(e))}></label>`;
    case 'text':
      return html`<label class="stack" for=${id}><span>${title}${mark}</span><input id=${id} type="text" .value=${value ?? ''} @input=${(/** @type {Event} */ e) => change(text(e))}></label>`;
    case 'json':
      return html`<label class="stack" for=${id}><span>${words.agent.fieldJson(title)}${mark}</span><input id=${id} type="text" spellcheck="false" .value=${value ?? ''} @input=${(/** @type {Event} */ e) => change(text(e))}></label>`;
  }
}

/**
 * The value of a form, or the name of the field that is not JSON.
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
    if (typed === undefined || typed === '') {
      if (widgetOf(part) === 'group' && (schema.required ?? []).includes(name)) value[name] = {};
      continue;
    }
    const read = readField(name, part, typed);
    if ('error' in read) return read;
    value[name] = read.value;
  }
  return { value };
}

/** @param {string} name @param {Schema} schema @param {any} typed @returns {{ value: any } | { error: string }} */
function readField(name, schema, typed) {
  switch (widgetOf(schema)) {
    case 'group': return readForm(schema, typed);
    case 'choices': case 'text': return { value: typed };
    case 'number': return { value: Number(typed) };
    case 'choice': case 'flag': return { value: JSON.parse(typed) };
    case 'json': return readJson(name, typed);
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
