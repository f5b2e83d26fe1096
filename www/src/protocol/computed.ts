// Values that are made of others, and made again only when those changed.

/** Whether two values are equal; lists are, if they have the same members. */
export function isShallowEqual(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return Object.is(a, b);
  return a.length === b.length && a.every((member, i) => Object.is(member, b[i]));
}

/** Computes a value of `source`; the result stays the same object as long as `dependencies` gives the same members. */
export function computed<Source, T>(
  dependencies: (source: Source) => readonly unknown[],
  compute: (source: Source) => T,
): (source: Source) => T {
  let last: { dependencies: readonly unknown[]; value: T } | null = null;
  return (source) => {
    const now = dependencies(source);
    if (!last || !isShallowEqual(now, last.dependencies)) last = { dependencies: now, value: compute(source) };
    return last.value;
  };
}
