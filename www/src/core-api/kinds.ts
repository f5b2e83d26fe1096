// Kinds of arguments. `read` checks a value and copies it, so that getters and proxies of the caller run before
// anything of the core is in use, and the core reads plain data only.

import { Misfit, describeObject, isPlain, wrongKind, atKey } from './misuse.ts';

/** `above`: the containers around the value, outermost first. */
export interface Kind<T = unknown> {
  expected: string;
  read(given: unknown, above: readonly object[]): T;
  required?: true;
}

/** As deep as the core reads. */
const MAX_DEPTH = 128;
const U32 = 2 ** 32 - 1;
/** The longest name of a branch, a checkpoint or a view, in characters. */
const MAX_NAME = 80;
/** Control and line-separating characters: a name is shown on one line. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

function scalar(expected: string, fits: (given: unknown) => boolean): Kind {
  return {
    expected,
    read(given) {
      if (fits(given)) return given;
      throw wrongKind(expected, given);
    },
  };
}

export const text = scalar('a string', (given) => typeof given === 'string');
export const flag = scalar('true or false', (given) => typeof given === 'boolean');
export const amount = scalar('a number, 0 or more', (given) => Number.isFinite(given) && Number(given) >= 0);
export const number = scalar('a finite number', (given) => Number.isFinite(given));

export const count = (least: number = 0, maxEdits: number = U32) =>
  scalar(
    `a whole number from ${least} to ${maxEdits}`,
    (given) => typeof given === 'number' && Number.isInteger(given) && given >= least && given <= maxEdits,
  );

export function oneOf(...words: (string | null)[]) {
  const shown = words.map((word) => (word === null ? 'null' : `"${word}"`));
  const expected = shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : shown[0];
  return scalar(expected, (given) => words.some((word) => word === given));
}

export const name = scalar(
  `a name of 1 to ${MAX_NAME} characters, none of them a control character`,
  (given) => typeof given === 'string' && given.trim() !== '' && fitsName(given) && !CONTROL.test(given),
);

function fitsName(given: string) {
  // A character has at most two code units, so a hostile length is not walked.
  return given.length <= 2 * MAX_NAME && [...given].length <= MAX_NAME;
}

export const nullable = <T>(kind: Kind<T>): Kind<T | null> => ({
  expected: `${kind.expected} or null`,
  read: (given, above) => (given === null ? null : kind.read(given, above)),
});

/** A field that must be there. */
export const required = <T>(kind: Kind<T>): Kind<T> => ({ ...kind, required: true });

function nested(above: readonly object[], given: object) {
  const at = above.indexOf(given);
  if (at >= 0) throw new Misfit(`refers back to ${at === 0 ? 'the whole argument' : 'an object around it'}`, given);
  if (above.length >= MAX_DEPTH) throw new Misfit(`nests more than ${MAX_DEPTH} levels deep`, given);
  return [...above, given];
}

/** Own enumerable fields, each read once. */
function eachField(given: object, take: (key: string, value: unknown) => void) {
  if (Object.getOwnPropertySymbols(given).length > 0) throw new Misfit('has a symbol as a key; use a string', given);
  for (const key of Object.keys(given)) {
    try {
      take(key, Reflect.get(given, key));
    } catch (thrown) {
      throw atKey(thrown, key);
    }
  }
}

function setField(copy: Record<string, unknown>, key: string, value: unknown) {
  // Assigning to this key would set the prototype.
  if (key === '__proto__')
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  else copy[key] = value;
}

const isPlainObject = (given: unknown): given is object =>
  typeof given === 'object' && given !== null && !Array.isArray(given) && isPlain(given);

export function record<T>(
  item: Kind<T>,
  expected = `an object whose values are each ${item.expected}`,
): Kind<Record<string, T>> {
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw wrongKind('a plain object', given);
      const around = nested(above, given);
      const copy: Record<string, T> = {};
      eachField(given, (key, value) => setField(copy, key, item.read(value, around)));
      return copy;
    },
  };
}

export function list<T>(item: Kind<T>, expected = `an array whose items are each ${item.expected}`): Kind<T[]> {
  return {
    expected,
    read(given, above) {
      if (!Array.isArray(given)) throw wrongKind('an array', given);
      const around = nested(above, given);
      const copy = [];
      for (let at = 0; at < given.length; at += 1) {
        try {
          if (!(at in given)) throw new Misfit('is empty; use null');
          copy.push(item.read(given[at], around));
        } catch (thrown) {
          throw atKey(thrown, at);
        }
      }
      return copy;
    },
  };
}

/** Named fields and no others; one that is undefined is absent. */
export function options(fields: Record<string, Kind>): Kind<Record<string, unknown>> {
  const names = Object.keys(fields);
  const expected = `{ ${names.map((name) => (fields[name].required ? name : `${name}?`)).join(', ')} }`;
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw wrongKind(expected, given);
      const around = nested(above, given);
      const copy: Record<string, unknown> = {};
      eachField(given, (key, value) => {
        if (!Object.hasOwn(fields, key))
          throw new Misfit(`is unknown${suggestion(key, names)}; expected ${expected}`, value);
        if (value !== undefined) copy[key] = fields[key].read(value, around);
      });
      for (const name of names) {
        if (fields[name].required && !Object.hasOwn(copy, name))
          throw atKey(wrongKind(fields[name].expected, undefined), name);
      }
      return copy;
    },
  };
}

export const json: Kind = { expected: 'a JSON value', read: readJson };

const items = list(json);
const fields = record(json);

/** What to use instead of values that JSON does not have, by `typeof` or class. */
const INSTEAD = {
  undefined: 'null',
  bigint: 'a number or a string',
  Date: 'a string or a number',
  Map: 'a plain object',
  Set: 'an array',
};

function readJson(given: unknown, above: readonly object[]) {
  switch (typeof given) {
    case 'string':
    case 'boolean':
      return given;
    case 'number':
      if (Number.isFinite(given)) return given;
      throw new Misfit(`is ${given}; use a finite number or null`, given);
    case 'undefined':
      throw new Misfit(`is undefined; use ${INSTEAD.undefined}`, given);
    case 'bigint':
      throw new Misfit(`is a BigInt; use ${INSTEAD.bigint}`, given);
    case 'object':
      if (given === null) return null;
      if (Array.isArray(given)) return items.read(given, above);
      if (isPlain(given)) return fields.read(given, above);
      throw new Misfit(`is ${describeObject(given)}; use ${instead(given)}`, given);
    default:
      throw new Misfit(`is a ${typeof given}, which JSON does not have`, given);
  }
}

function instead(given: object) {
  if (given instanceof Date) return INSTEAD.Date;
  return given instanceof Set ? INSTEAD.Set : INSTEAD.Map;
}

/** One of several kinds. */
export const either = (expected: string, choose: (given: unknown) => Kind | undefined): Kind => ({
  expected,
  read(given, above) {
    const kind = choose(given);
    if (kind === undefined) throw wrongKind(expected, given);
    return kind.read(given, above);
  },
});

/** Fields of which exactly one of two must be there. */
export const oneFieldOf = (
  expected: string,
  kind: Kind<Record<string, unknown>>,
  one: string,
  other: string,
): Kind => ({
  expected,
  read(given, above) {
    const copy = kind.read(given, above);
    if (Object.hasOwn(copy, one) !== Object.hasOwn(copy, other)) return copy;
    throw new Misfit(`must be ${expected}; got ${Object.hasOwn(copy, one) ? 'both' : 'neither'}`, given);
  },
});

/** Fields that depend on the word in one of them. */
export function variants(key: string, variants: Record<string, Record<string, Kind>>): Kind {
  const word = oneOf(...Object.keys(variants));
  const kinds = Object.fromEntries(
    Object.entries(variants).map(([value, fields]) => [value, options({ [key]: required(word), ...fields })]),
  );
  const expected = `an object with ${key} ${word.expected}`;
  return {
    expected,
    read(given, above) {
      if (!isPlainObject(given)) throw wrongKind(expected, given);
      const fields: Record<string, unknown> = {};
      eachField(given, (name, value) => setField(fields, name, value));
      const found = fields[key];
      if (typeof found !== 'string' || !Object.hasOwn(kinds, found)) throw atKey(wrongKind(word.expected, found), key);
      return kinds[found].read(fields, above);
    },
  };
}

/** The most edits between a misspelt word and what was meant, for its length. */
const most = (word: string) => Math.min(3, Math.max(1, Math.floor(word.length / 3)));

/**
 * A known word close to a misspelt one.
 * @returns empty without one that is close
 */
function suggestion(word: string, known: readonly string[]): string {
  if (word.length > 40) return '';
  let best = most(word) + 1;
  let found = '';
  for (const other of known) {
    const edits = distance(word.toLowerCase(), other.toLowerCase());
    if (edits < best) [best, found] = [edits, other];
  }
  return found === '' ? '' : ` (did you mean ${found}?)`;
}

/** Edit distance; two neighbors swapped are one edit. */
function distance(a: string, b: string) {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, rows[i - 2][j - 2] + 1);
      rows[i].push(least);
    }
  }
  return rows[a.length][b.length];
}
