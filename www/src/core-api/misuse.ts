// What goes wrong at the boundary, as errors with a code, and how a value is named in them.

/**
 * Why an argument does not fit. It is thrown where the value is read; each container on the way out adds where that
 * was. Not an `Error`, because it never leaves the boundary and a stack trace costs more than the check.
 */
export class Misfit {
  /** Keys from the argument down to the value. */
  trail: (string | number)[] = [];

  text: string;
  got: unknown | undefined;
  cause: unknown | undefined;

  /** @param text what follows the name of the value */
  constructor(text: string, got?: unknown, cause?: unknown) {
    this.text = text;
    this.got = got;
    this.cause = cause;
  }
}

/** A value of another kind. */
export const wrongKind = (expected: string, got: unknown) =>
  new Misfit(`must be ${expected}; got ${describe(got)}`, got);

/** The same reason, one level further up. Whatever else is thrown comes from a getter or a proxy of the caller. */
export function atKey(thrown: unknown, key: string | number) {
  const misfit = asMisfit(thrown);
  misfit.trail.unshift(key);
  return misfit;
}

function asMisfit(thrown: unknown) {
  if (thrown instanceof Misfit) return thrown;
  let why = '';
  try {
    why = thrown instanceof Error ? `: ${thrown.message}` : '';
  } catch {
    // Even the error can be hostile; it stays the cause.
  }
  return new Misfit(`could not be read${why}`, undefined, thrown);
}

/** @param expected of the whole argument */
export function badArgument(
  method: string,
  argument: string,
  expected: string,
  thrown: unknown,
): TypeError & { code: string; data: object } {
  const { trail, text, got, cause } = asMisfit(thrown);
  const value = argument + trail.map(step).join('');
  const whole = trail.length > 0 && !text.startsWith('must be') ? `${argument} must be ${expected}: ` : '';
  const error = new TypeError(`${method}: ${whole}${value} ${text}`, cause === undefined ? undefined : { cause });
  return Object.assign(error, {
    code: 'bad-argument',
    data: { method, argument, expected, path: value, got: describe(got) },
  });
}

function step(key: string | number) {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${quoted(key)}]`;
}

export function failure(code: string, message: string, cause?: unknown) {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code, data: {} });
}

const LONGEST = 40;

function quoted(text: string) {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
}

/** A value in a few words. Runs no code of the value. */
export function describe(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > LONGEST ? `${quoted(value)} (${value.length} characters)` : quoted(value);
    case 'bigint':
      return `the BigInt ${value}n`;
    case 'symbol':
      return 'a symbol';
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return Object.is(value, -0) ? '-0' : String(value);
  }
}

export function describeObject(value: object) {
  try {
    if (Array.isArray(value)) return 'an array';
    if (isPlain(value)) return 'an object';
    for (const Class of [Date, Map, Set, RegExp, Promise, Error]) {
      if (value instanceof Class) return `${/^[AE]/.test(Class.name) ? 'an' : 'a'} ${Class.name}`;
    }
    const made = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(value), 'constructor')?.value;
    return typeof made === 'function' && typeof made.name === 'string' && made.name !== ''
      ? `an instance of ${made.name}`
      : 'an object with a prototype';
  } catch {
    return 'an object that cannot be read';
  }
}

/** Plain objects of other realms count, such as those of a frame. */
export function isPlain(value: object) {
  const prototype = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    prototype === Object.prototype ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf'))
  );
}
