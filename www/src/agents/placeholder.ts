// Typed placeholders: a value that a schema accepts, made from the schema alone.

import { isObject } from './json.ts';
import { typeOf } from './schema-type.ts';
import type { Json, JsonObject } from './types.ts';

const FORMATS: Record<string, string> = {
  'date-time': '2000-01-01T00:00:00Z',
  date: '2000-01-01',
  uuid: '00000000-0000-4000-8000-000000000000',
  uri: 'https://example.invalid/',
  duration: 'PT1M',
};

/**
 * A value for a field, or null where none can be made honestly (a pattern without default).
 * @param name the field's name, which texts are made of
 */
export function placeholder(schema: JsonObject, name: string): { value: Json } | null {
  if ('default' in schema) return { value: schema.default };
  if ('const' in schema) return { value: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { value: schema.enum[0] };
  const first = Array.isArray(schema.anyOf)
    ? schema.anyOf.filter(isObject).find((part) => part.type !== 'null')
    : undefined;
  if (first !== undefined) return placeholder(first, name);
  switch (typeOf(schema)) {
    case 'boolean':
      return { value: true };
    case 'integer':
    case 'number':
      return { value: number(schema) };
    case 'array':
      return list(schema, name);
    case 'object':
      return object(schema);
    case 'null':
      return { value: null };
    default:
      return text(schema, name);
  }
}

function number(schema: JsonObject) {
  const low = bound(schema.minimum);
  const above = bound(schema.exclusiveMinimum);
  const high = bound(schema.maximum);
  const below = bound(schema.exclusiveMaximum);
  const unit = bound(schema.multipleOf) ?? (typeOf(schema) === 'integer' ? 1 : null);
  let value = low ?? 0;
  if (above !== null && value <= above)
    value = unit === null ? between(above, high ?? below) : (Math.floor(above / unit) + 1) * unit;
  else if (unit !== null) value = Math.ceil(value / unit) * unit;
  const top = high ?? (below === null ? null : below - (unit ?? 1));
  if (top !== null && value > top) value = unit === null ? top : Math.floor(top / unit) * unit;
  return value;
}

/** @param top a number past `above`, a whole step away where there is room */
function between(above: number, top: number | null) {
  return top === null || above + 1 < top ? above + 1 : (above + top) / 2;
}

function text(schema: JsonObject, name: string) {
  if ('pattern' in schema) return null;
  if (typeof schema.format === 'string' && Object.hasOwn(FORMATS, schema.format))
    return { value: FORMATS[schema.format] };
  const padded = [...name.padEnd(bound(schema.minLength) ?? 0, '_')];
  return { value: padded.slice(0, bound(schema.maxLength) ?? padded.length).join('') };
}

function list(schema: JsonObject, name: string) {
  const item = isObject(schema.items) ? schema.items : {};
  const value: Json[] = [];
  for (let i = 0; i < (bound(schema.minItems) ?? 0); i += 1) {
    const member = placeholder(item, `${name}${i + 1}`);
    if (member === null) return null;
    value.push(typeof member.value === 'number' && schema.uniqueItems === true ? member.value + i : member.value);
  }
  return { value };
}

function object(schema: JsonObject) {
  const value: JsonObject = {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const key of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof key !== 'string') continue;
    const part = Object.hasOwn(properties, key) ? properties[key] : {};
    const member = placeholder(isObject(part) ? part : {}, key);
    if (member === null) return null;
    value[key] = member.value;
  }
  return { value };
}

function bound(value: Json | undefined) {
  return typeof value === 'number' ? value : null;
}
