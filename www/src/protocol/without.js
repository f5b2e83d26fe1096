// @ts-check

/** A record without one of its members. @template T @param {Record<string, T>} record @param {string} key */
export function without(record, key) {
  const { [key]: _, ...rest } = record;
  return rest;
}
