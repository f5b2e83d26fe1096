// The list of events: its order and kind, and rows that leave the page.

import { csvOf, tabsOf } from '../../link/csv.ts';
import { edgeNames } from '../../protocol/edge-keys.ts';
import { copyText } from '../../store/copy-text.ts';
import { eventStrings } from './strings.ts';
import type { Store } from '../../store/store.ts';
import type { Action } from './index.ts';
import { COLUMNS, cellsOf, eventRows } from './rows.ts';

export interface EventsDependencies {
  store: Store;
  save: (name: string, content: string) => void;
}

export class EventsController {
  readonly #deps: EventsDependencies;

  constructor(deps: EventsDependencies) {
    this.#deps = deps;
  }

  act(action: Action) {
    const { eventList } = this.#deps.store.state;
    switch (action.type) {
      case 'eventSort':
        this.#deps.store.set({
          eventList: {
            ...eventList,
            by: action.by,
            down: action.by === eventList.by ? !eventList.down : action.by === 0,
          },
        });
        break;
      case 'eventKind':
        this.#deps.store.set({ eventList: { ...eventList, kind: action.kind } });
        break;
      case 'eventTake':
        void this.#take(action.how);
        break;
    }
  }

  async #take(how: 'copy' | 'csv' | 'json') {
    const list = eventRows(this.#deps.store.state);
    if (how === 'json') return this.#deps.save('events.json', `${JSON.stringify(list, null, 2)}\n`);
    const name = edgeNames(this.#deps.store.state.run.snapshot);
    const rows = list.map((event) => cellsOf(event, name));
    if (how === 'csv') return this.#deps.save('events.csv', csvOf(COLUMNS, rows));
    if (!(await copyText(this.#deps.store, tabsOf(COLUMNS, rows)))) return;
    this.#deps.store.set({ live: eventStrings.copied(rows.length) });
    this.#deps.store.notify({ kind: 'info', text: eventStrings.copied(rows.length) });
  }
}
