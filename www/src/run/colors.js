// @ts-check
// Colours of paths, by the order in which they came to be. Eight of them, then the first again.

/** @typedef {import("../protocol/types.js").Event} Event */

const COLOURS = 8;

/** @type {{ events: Event[], colours: Map<string, number> }} */
let last = { events: [], colours: new Map() };

/**
 * The colours 1 to 8 of the paths that a run has had.
 * @param {Event[]} events of a branch
 * @returns {Map<string, number>}
 */
export function coloursOf(events) {
  if (events === last.events) return last.colours;
  // Mostly the events from before with more behind them.
  const known = last.events.length;
  const more = known > 0 && events[known - 1] === last.events[known - 1];
  /** @type {Map<string, number>} */
  const colours = new Map(more ? last.colours : []);
  const add = (/** @type {string} */ path) => {
    if (!colours.has(path)) colours.set(path, (colours.size % COLOURS) + 1);
  };
  for (let i = more ? known : 0; i < events.length; i += 1) {
    const event = events[i];
    if (event.kind === "runStarted") for (const { path } of event.starts) add(path);
    if (event.kind === "spawned") for (const { path } of event.children) add(path);
  }
  last = { events, colours };
  return colours;
}

/** @param {Event[]} events @param {string} path */
export function colourOf(events, path) {
  return coloursOf(events).get(path) ?? 1;
}
