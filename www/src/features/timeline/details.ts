// What of the timeline comes when it is first wanted: the insides of a row, the filters, the table.

import { filters } from './filters.ts';
import { insides } from './row.ts';
import { table } from './table.ts';
import './details.css';
import type { State } from '../../workspace/store.ts';
import type { Action } from '../../app/actions.ts';

export function panel(state: State, dispatch: (action: Action) => void, what: 'filters' | 'row' | 'table', ...rest: any[]) {
  if (what === 'filters') return filters(state, dispatch);
  return what === 'row' ? insides(state, rest[0]) : table(state, dispatch, rest[0], rest[1]);
}
