// What was typed into a form of a JSON Schema, and the value it stands for: `readForm` and `readValue` make the value,
// `typedOf` what the form begins with. The widgets are in `schema-form.ts`.

import { typeOf } from '../agents/schema-type.ts';
import { isRecord } from '../protocol/plain-data.ts';
import { valueStrings } from './value-strings.ts';
import type { FormValue, Json } from '../protocol/types.ts';

/** `long`: a text of several lines. */
export interface Schema {
  type?: string | string[];
  enum?: Json[];
  const?: Json;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: Json;
  long?: boolean;
  /** What only the core reads. */
  [keyword: string]: unknown;
}
/** The value of a form, or the name of the field that does not hold one. */
export type ReadValue = { value: Json } | { error: string };
type Widget = 'group' | 'choice' | 'choices' | 'list' | 'flag' | 'number' | 'text' | 'json';

/** The JSON of a schema, as forms read it: the core has checked it. */
export const schemaOf = (json: Json | undefined) => (json ?? {}) as Schema;

/** Which widget a schema gets. */
export function widgetOf(schema: Schema): Widget {
  const several = [schema.type].flat().filter((type) => type !== 'null').length > 1;
  const type = several ? '' : typeOf(schema);
  if (schema.enum || 'const' in schema) return 'choice';
  if (type === 'object' && schema.properties && Object.keys(schema.properties).length > 0) return 'group';
  if (type === 'array' && schema.items?.enum) return 'choices';
  if (type === 'array' && schema.items && Object.keys(schema.items).length > 0) return 'list';
  if (type === 'boolean') return 'flag';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return 'text';
  return 'json';
}

/** Whether null stands beside the widget; a choice has it among its members. */
export const isNullable = (schema: Schema) =>
  Array.isArray(schema.type) && schema.type.includes('null') && !['choice', 'json'].includes(widgetOf(schema));
export const membersOf = (schema: Schema): Json[] => schema.enum ?? [schema.const ?? null];
export const isRequired = (schema: Schema, name: string) => (schema.required ?? []).includes(name);

/**
 * What the form begins with for a value; null where the form could not say the value.
 * @param value undefined for none
 */
export function typedOf(schema: Schema, value: Json | undefined): { typed: FormValue } | null {
  if (value === undefined || (value === null && isNullable(schema))) return { typed: value };
  const plain = (fits: boolean, typed: FormValue = value) => (fits ? { typed } : null);
  switch (widgetOf(schema)) {
    case 'choice':
      return plain(
        membersOf(schema).some((member) => JSON.stringify(member) === JSON.stringify(value)),
        JSON.stringify(value),
      );
    case 'choices':
      return plain(
        Array.isArray(value) &&
          new Set(value).size === value.length &&
          value.every((item) => schema.items?.enum?.includes(item)),
      );
    case 'flag':
      return plain(typeof value === 'boolean', String(value));
    case 'number':
      return plain(typeof value === 'number', String(value));
    case 'text':
      return plain(typeof value === 'string');
    case 'json':
      return plain(true, JSON.stringify(value));
    case 'list': {
      if (!Array.isArray(value)) return null;
      const items = value.map((item) => typedOf(schema.items ?? {}, item));
      return plain(
        items.every((item) => item !== null),
        items.map((item) => item?.typed),
      );
    }
    case 'group': {
      if (!isRecord(value)) return null;
      const typed: Record<string, FormValue> = {};
      for (const [name, member] of Object.entries(value)) {
        const part =
          schema.properties && Object.hasOwn(schema.properties, name) ? typedOf(schema.properties[name], member) : null;
        // An empty text in an optional field would be read as left out.
        if (part === null || (part.typed === '' && !isRequired(schema, name))) return null;
        typed[name] = part.typed;
      }
      return { typed };
    }
  }
}

export function readForm(schema: Schema, fields: Record<string, FormValue>): ReadValue {
  const names = Object.entries(schema.properties ?? {});
  if (names.length === 0) return readJson('input', String(fields[''] ?? '{}'));
  const value: Record<string, Json> = {};
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

/** The value of one field. */
export function readValue(schema: Schema, typed: FormValue, name: string): ReadValue {
  if (typed === null && isNullable(schema)) return { value: null };
  switch (widgetOf(schema)) {
    case 'group':
      return readForm(schema, isRecord(typed) ? typed : {});
    case 'choices':
      // Boxes are ticked for members of the schema alone.
      return { value: (typed ?? []) as Json[] };
    case 'text':
      return { value: (typed ?? '') as string };
    case 'flag':
      return { value: typed === 'true' };
    case 'number': {
      const number = Number(typed);
      return String(typed ?? '').trim() === '' || !Number.isFinite(number) ? { error: name } : { value: number };
    }
    case 'list': {
      const items = [];
      for (const [i, item] of (Array.isArray(typed) ? typed : []).entries()) {
        const read = readValue(schema.items ?? {}, item, valueStrings.item(i));
        if ('error' in read) return read;
        items.push(read.value);
      }
      return { value: items };
    }
    case 'choice':
    case 'json':
      return readJson(name, String(typed ?? ''));
  }
}

function readJson(name: string, text: string): ReadValue {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: name };
  }
}
