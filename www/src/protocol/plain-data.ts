// Reads data from outside, of which nothing is known yet.

/** Whether it is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands in a value at a way through its members; undefined where there is nothing. */
export function memberOf(value: unknown, ...way: string[]): unknown {
  return way.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value);
}

/** @returns undefined for what is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The items of a list; none of anything else. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
