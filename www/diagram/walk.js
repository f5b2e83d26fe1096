// @ts-check
// Keyboard walk over the elements of a drawing in source order.

/**
 * Where a key leads from an element; null when the key does not walk.
 * @param {string[]} elements ids in source order
 * @param {string} from
 * @param {string} key
 * @returns {string | null}
 */
export function walk(elements, from, key) {
  const at = elements.indexOf(from);
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: elements.length - 1 }[key];
  if (to === undefined || at < 0) return null;
  return elements[Math.min(elements.length - 1, Math.max(0, to))] ?? null;
}
