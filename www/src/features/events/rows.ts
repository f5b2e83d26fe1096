// Which events the panel lists, in which order, and each as a row of cells. Pure.

import { details, kindWords, placeOf, wordsOf } from '../../views/event-words.ts';
import { computed } from '../../protocol/computed.ts';
import { edgeNames } from '../../protocol/edge-keys.ts';
import type { Event } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';

/** The columns of exported rows. */
export const COLUMNS = ['seq', 'tick', 'step', 'path', 'kind', 'node', 'text', 'details'];

/** @param name of an edge, as people read it; the last cell has its id */
export function cellsOf(e: Event, name?: Parameters<typeof details>[1]): (string | number)[] {
  const { seq, step, tick, kind, ...rest } = e;
  const { path, node } = placeOf(e);
  for (const name of ['path', 'node']) Reflect.deleteProperty(rest, name);
  return [seq, tick, step, path, kind, node, details(e, name), JSON.stringify(rest)];
}

/** The events up to the cursor that the filters leave, in the chosen order. */
export const eventRows = computed(
  ({ run: { branchEvents, snapshot }, filter, eventList }: State) => [branchEvents, snapshot, filter, eventList],
  findRows,
);

function findRows({ run: { branchEvents, snapshot }, filter, eventList }: State) {
  const upTo = snapshot?.view.seq ?? 0;
  const name = edgeNames(snapshot);
  const needle = filter.trim().toLowerCase();
  const { kind, by, down } = eventList;
  const list = branchEvents.filter(
    (e) =>
      e.seq <= upTo &&
      (!kind || e.kind === kind) &&
      (!needle || `${e.kind} ${wordsOf(e, name)}`.toLowerCase().includes(needle)),
  );
  const sign = down ? -1 : 1;
  if (by !== 0 || down) {
    const cells = new Map(
      by === 0
        ? []
        : list.map((e) => [
            e,
            [e.seq, e.tick, placeOf(e).path, kindWords(e.kind), placeOf(e).node, details(e, name)][by] ?? '',
          ]),
    );
    list.sort((a, b) => sign * (compare(cells.get(a) ?? 0, cells.get(b) ?? 0) || a.seq - b.seq));
  }
  return list;
}

function compare(a: string | number, b: string | number) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}
