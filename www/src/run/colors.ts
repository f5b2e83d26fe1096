// Colours of paths, by the order in which they came to be. Eight of them, then the first again.

import type { Event } from '../protocol/types.ts';

const COLOURS = 8;

let last: { events: Event[]; colours: Map<string, number> } = { events: [], colours: new Map() };

/**
 * The colours 1 to 8 of the paths that a run has had.
 * @param events of a branch
 */
export function coloursOf(events: Event[]): Map<string, number> {
  if (events === last.events) return last.colours;
  // Mostly the events from before with more behind them.
  const known = last.events.length;
  const more = known > 0 && events[known - 1] === last.events[known - 1];
  const colours: Map<string, number> = new Map(more ? last.colours : []);
  const add = (path: string) => {
    if (!colours.has(path)) colours.set(path, (colours.size % COLOURS) + 1);
  };
  for (let i = more ? known : 0; i < events.length; i += 1) {
    const event = events[i];
    if (event.kind === 'runStarted') for (const { path } of event.starts) add(path);
    if (event.kind === 'spawned') for (const { path } of event.children) add(path);
  }
  last = { events, colours };
  return colours;
}

export function colourOf(events: Event[], path: string) {
  return coloursOf(events).get(path) ?? 1;
}
