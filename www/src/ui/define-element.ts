// Names of the elements that are made of parts of ours, in pages that are not.

/**
 * Makes an element known under its name, or under the next free one: another copy of ours, or somebody else, may have
 * the name already.
 * @returns the name it has
 */
export function defineElement(name: string, element: CustomElementConstructor): string {
  let free = name;
  for (let n = 2; customElements.get(free); n += 1) free = `${name}-${n}`;
  customElements.define(free, element);
  return free;
}
