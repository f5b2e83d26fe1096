// @ts-check
// Typed placeholders: a value a schema accepts, made from the schema alone.

import { isObject } from "./json.js";
import { typeOf } from "./schema-type.js";

/**
 * @typedef {import("./types.js").Json} Json
 * @typedef {import("./types.js").JsonObject} JsonObject
 */

/** @type {Record<string, string>} */
const FORMATS = {
  "date-time": "2000-01-01T00:00:00Z",
  date: "2000-01-01",
  uuid: "00000000-0000-4000-8000-000000000000",
  uri: "https://example.invalid/",
  duration: "PT1M",
};

/**
 * A value for a field, or null where none can be made honestly (a pattern without default).
 * @param {JsonObject} schema
 * @param {string} name the field's name, which texts are made of
 * @returns {{ value: Json } | null}
 */
export function placeholder(schema, name) {
  if ("default" in schema) return { value: schema.default };
  if ("const" in schema) return { value: schema.const };
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return { value: schema.enum[0] };
  const first = Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject).find((part) => part.type !== "null") : undefined;
  if (first !== undefined) return placeholder(first, name);
  switch (typeOf(schema)) {
    case "boolean":
      return { value: true };
    case "integer":
    case "number":
      return { value: number(schema) };
    case "array":
      return list(schema, name);
    case "object":
      return object(schema);
    case "null":
      return { value: null };
    default:
      return text(schema, name);
  }
}

/** @param {JsonObject} schema */
function number(schema) {
  const low = bound(schema.minimum);
  const above = bound(schema.exclusiveMinimum);
  const high = bound(schema.maximum);
  const below = bound(schema.exclusiveMaximum);
  const unit = bound(schema.multipleOf) ?? (typeOf(schema) === "integer" ? 1 : null);
  let value = low ?? 0;
  if (above !== null && value <= above) value = unit === null ? between(above, high ?? below) : (Math.floor(above / unit) + 1) * unit;
  else if (unit !== null) value = Math.ceil(value / unit) * unit;
  const top = high ?? (below === null ? null : below - (unit ?? 1));
  if (top !== null && value > top) value = unit === null ? top : Math.floor(top / unit) * unit;
  return value;
}

/** @param {number} above @param {number | null} top a number past `above`, a whole step away where there is room */
function between(above, top) {
  return top === null || above + 1 < top ? above + 1 : (above + top) / 2;
}

/** @param {JsonObject} schema @param {string} name */
function text(schema, name) {
  if ("pattern" in schema) return null;
  if (typeof schema.format === "string" && Object.hasOwn(FORMATS, schema.format)) return { value: FORMATS[schema.format] };
  const padded = [...name.padEnd(bound(schema.minLength) ?? 0, "_")];
  return { value: padded.slice(0, bound(schema.maxLength) ?? padded.length).join("") };
}

/** @param {JsonObject} schema @param {string} name */
function list(schema, name) {
  const item = isObject(schema.items) ? schema.items : {};
  /** @type {Json[]} */
  const value = [];
  for (let i = 0; i < (bound(schema.minItems) ?? 0); i += 1) {
    const one = placeholder(item, `${name}${i + 1}`);
    if (one === null) return null;
    value.push(typeof one.value === "number" && schema.uniqueItems === true ? one.value + i : one.value);
  }
  return { value };
}

/** @param {JsonObject} schema */
function object(schema) {
  /** @type {JsonObject} */
  const value = {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const key of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof key !== "string") continue;
    const part = Object.hasOwn(properties, key) ? properties[key] : {};
    const one = placeholder(isObject(part) ? part : {}, key);
    if (one === null) return null;
    value[key] = one.value;
  }
  return { value };
}

/** @param {Json | undefined} value */
function bound(value) {
  return typeof value === "number" ? value : null;
}
