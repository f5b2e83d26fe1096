// @ts-check
// Kinds of arguments. `read` checks a value and copies it, so that getters and proxies of the caller run before anything
// of the core is in use, and the core reads plain data only.

import { Misfit, describeObject, isPlain, unfit, within } from "./misuse.js";
import { suggestion } from "./nearest.js";

/**
 * @template [T=any]
 * @typedef {{ expected: string, read(given: unknown, above: readonly object[]): T, required?: true }} Kind
 * `above`: the containers around the value, outermost first
 */

/** As deep as the core reads. */
const MAX_DEPTH = 128;
const U32 = 2 ** 32 - 1;
/** The longest name of a branch, a checkpoint or a view, in characters. */
const MAX_NAME = 80;

/** @param {string} expected @param {(given: unknown) => boolean} fits @returns {Kind} */
function scalar(expected, fits) {
  return {
    expected,
    read(given) {
      if (fits(given)) return given;
      throw unfit(expected, given);
    },
  };
}

export const text = scalar("a string", (given) => typeof given === "string");
export const flag = scalar("true or false", (given) => typeof given === "boolean");
export const number = scalar("a finite number", (given) => Number.isFinite(given));

/** @param {number} [least] @param {number} [most] */
export const count = (least = 0, most = U32) =>
  scalar(`a whole number from ${least} to ${most}`, (given) => Number.isInteger(given) && /** @type {number} */ (given) >= least && /** @type {number} */ (given) <= most);

/** @param {...(string | null)} words */
export function oneOf(...words) {
  const shown = words.map((word) => (word === null ? "null" : `"${word}"`));
  const expected = shown.length > 1 ? `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}` : shown[0];
  return scalar(expected, (given) => words.includes(/** @type {any} */ (given)));
}

export const name = scalar(`a name of 1 to ${MAX_NAME} characters`, (given) => typeof given === "string" && given.trim() !== "" && fitsName(given));

/** @param {string} given */
function fitsName(given) {
  // A character has at most two code units, so a hostile length is not walked.
  return given.length <= 2 * MAX_NAME && [...given].length <= MAX_NAME;
}

/** @template T @param {Kind<T>} kind @returns {Kind<T | null>} */
export const nullable = (kind) => ({ expected: `${kind.expected} or null`, read: (given, above) => (given === null ? null : kind.read(given, above)) });

/** A field that must be there. @template T @param {Kind<T>} kind @returns {Kind<T>} */
export const required = (kind) => ({ ...kind, required: true });

/** @param {readonly object[]} above @param {object} given */
function deeper(above, given) {
  const at = above.indexOf(given);
  if (at >= 0) throw new Misfit(`refers back to ${at === 0 ? "the whole argument" : "an object around it"}`, given);
  if (above.length >= MAX_DEPTH) throw new Misfit(`nests more than ${MAX_DEPTH} levels deep`, given);
  return [...above, given];
}

/** Own enumerable fields, each read once. @param {object} given @param {(key: string, value: unknown) => void} take */
function eachField(given, take) {
  if (Object.getOwnPropertySymbols(given).length > 0) throw new Misfit("has a symbol as a key; use a string", given);
  for (const key of Object.keys(given)) {
    try {
      take(key, /** @type {any} */ (given)[key]);
    } catch (thrown) {
      throw within(thrown, key);
    }
  }
}

/** @param {Record<string, unknown>} copy @param {string} key @param {unknown} value */
function put(copy, key, value) {
  // Assigning to this key would set the prototype.
  if (key === "__proto__") Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  else copy[key] = value;
}

/** @param {unknown} given @returns {given is object} */
const isPlainObject = (given) => typeof given === "object" && given !== null && !Array.isArray(given) && isPlain(given);

/** @template T @param {Kind<T>} item @returns {Kind<Record<string, T>>} */
export function record(item, expected = `an object whose values are each ${item.expected}`) {
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw unfit("a plain object", given);
      const around = deeper(above, given);
      /** @type {Record<string, T>} */
      const copy = {};
      eachField(given, (key, value) => put(copy, key, item.read(value, around)));
      return copy;
    },
  };
}

/** @template T @param {Kind<T>} item @returns {Kind<T[]>} */
export function list(item, expected = `an array whose items are each ${item.expected}`) {
  return {
    expected,
    read(given, above) {
      if (!Array.isArray(given)) throw unfit("an array", given);
      const around = deeper(above, given);
      const copy = [];
      for (let at = 0; at < given.length; at += 1) {
        try {
          if (!(at in given)) throw new Misfit("is empty; use null");
          copy.push(item.read(given[at], around));
        } catch (thrown) {
          throw within(thrown, at);
        }
      }
      return copy;
    },
  };
}

/** Named fields and no others; one that is undefined is absent. @param {Record<string, Kind>} fields @returns {Kind<Record<string, any>>} */
export function options(fields) {
  const names = Object.keys(fields);
  const expected = `{ ${names.map((name) => (fields[name].required ? name : `${name}?`)).join(", ")} }`;
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw unfit(expected, given);
      const around = deeper(above, given);
      /** @type {Record<string, unknown>} */
      const copy = {};
      eachField(given, (key, value) => {
        if (!Object.hasOwn(fields, key)) throw new Misfit(`is unknown${suggestion(key, names)}; expected ${expected}`, value);
        if (value !== undefined) copy[key] = fields[key].read(value, around);
      });
      for (const name of names) {
        if (fields[name].required && !Object.hasOwn(copy, name)) throw within(unfit(fields[name].expected, undefined), name);
      }
      return copy;
    },
  };
}

/** @type {Kind} */
export const json = { expected: "a JSON value", read: readJson };

const items = list(json);
const fields = record(json);

/** What to use instead of values that JSON does not have, by `typeof` or class. */
const INSTEAD = { undefined: "null", bigint: "a number or a string", Date: "a string or a number", Map: "a plain object", Set: "an array" };

/** @param {unknown} given @param {readonly object[]} above */
function readJson(given, above) {
  switch (typeof given) {
    case "string":
    case "boolean":
      return given;
    case "number":
      if (Number.isFinite(given)) return given;
      throw new Misfit(`is ${given}; use a finite number or null`, given);
    case "undefined":
      throw new Misfit(`is undefined; use ${INSTEAD.undefined}`, given);
    case "bigint":
      throw new Misfit(`is a BigInt; use ${INSTEAD.bigint}`, given);
    case "object":
      if (given === null) return null;
      if (Array.isArray(given)) return items.read(given, above);
      if (isPlain(given)) return fields.read(given, above);
      throw new Misfit(`is ${describeObject(given)}; use ${instead(given)}`, given);
    default:
      throw new Misfit(`is a ${typeof given}, which JSON does not have`, given);
  }
}

/** @param {object} given */
function instead(given) {
  if (given instanceof Date) return INSTEAD.Date;
  return given instanceof Set ? INSTEAD.Set : INSTEAD.Map;
}

/** One of several kinds. @param {string} expected @param {(given: unknown) => Kind | undefined} choose @returns {Kind} */
export const either = (expected, choose) => ({
  expected,
  read(given, above) {
    const kind = choose(given);
    if (kind === undefined) throw unfit(expected, given);
    return kind.read(given, above);
  },
});

/** Fields of which exactly one of two must be there. @param {string} expected @param {Kind<Record<string, any>>} kind @param {string} one @param {string} other @returns {Kind} */
export const oneFieldOf = (expected, kind, one, other) => ({
  expected,
  read(given, above) {
    const copy = kind.read(given, above);
    if (Object.hasOwn(copy, one) !== Object.hasOwn(copy, other)) return copy;
    throw new Misfit(`must be ${expected}; got ${Object.hasOwn(copy, one) ? "both" : "neither"}`, given);
  },
});

/** Fields that depend on the word in one of them. @param {string} key @param {Record<string, Record<string, Kind>>} variants @returns {Kind} */
export function variants(key, variants) {
  const word = oneOf(...Object.keys(variants));
  const kinds = Object.fromEntries(Object.entries(variants).map(([value, fields]) => [value, options({ [key]: required(word), ...fields })]));
  const expected = `an object with ${key} ${word.expected}`;
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw unfit(expected, given);
      /** @type {Record<string, any>} */
      const fields = {};
      eachField(given, (name, value) => put(fields, name, value));
      const found = fields[key];
      if (typeof found !== "string" || !Object.hasOwn(kinds, found)) throw within(unfit(word.expected, found), key);
      return kinds[found].read(fields, above);
    },
  };
}
