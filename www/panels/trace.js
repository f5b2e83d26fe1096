// @ts-check
// What of the timeline comes when it is first wanted: the insides of a row, the filters, the table.

import { filters } from './trace-filters.js';
import { insides } from './trace-row.js';
import { table } from './trace-table.js';
import '../styles/trace.css';

/**
 * @param {import('../store.js').State} state @param {(action: import('../page.js').Action) => void} dispatch
 * @param {'filters' | 'row' | 'table'} what @param {any[]} rest
 */
export function panel(state, dispatch, what, ...rest) {
  if (what === 'filters') return filters(state, dispatch);
  return what === 'row' ? insides(state, rest[0]) : table(state, dispatch, rest[0], rest[1]);
}
