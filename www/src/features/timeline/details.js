// @ts-check
// What of the timeline comes when it is first wanted: the insides of a row, the filters, the table.

import { filters } from './filters.js';
import { insides } from './row.js';
import { table } from './table.js';
import './details.css';

/**
 * @param {import('../../workspace/store.js').State} state @param {(action: import('../../app/actions.js').Action) => void} dispatch
 * @param {'filters' | 'row' | 'table'} what @param {any[]} rest
 */
export function panel(state, dispatch, what, ...rest) {
  if (what === 'filters') return filters(state, dispatch);
  return what === 'row' ? insides(state, rest[0]) : table(state, dispatch, rest[0], rest[1]);
}
