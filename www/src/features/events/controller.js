// @ts-check
// The list of events: its order and kind, and rows that leave the page.

import { csvOf, tabsOf } from '../../link/rows.js';
import { COLUMNS, cellsOf, eventRows } from './rows.js';
import { words } from '../../strings.js';

/**
 * @typedef {{ by: number, down: boolean, kind: string }} EventList `by`: index of the column that sorts
 * @typedef {{ type: 'eventSort', by: number } | { type: 'eventKind', kind: string } | { type: 'eventTake', how: 'copy' | 'csv' | 'json' }} Action
 */

/** @returns {EventList} */
export const initialEventList = () => ({ by: 0, down: true, kind: '' });

export class Listing {
  #store;
  #save;
  #copy;

  /**
   * @param {object} parts
   * @param {import('../../workspace/store.js').Store} parts.store
   * @param {(name: string, content: string) => void} parts.save
   * @param {(text: string) => Promise<void>} [parts.copy]
   */
  constructor({ store, save, copy = (text) => navigator.clipboard.writeText(text) }) {
    this.#store = store;
    this.#save = save;
    this.#copy = copy;
  }

  /** @param {{ type: string }} given */
  act(given) {
    const action = /** @type {Action} */ (given);
    const { eventList } = this.#store.state;
    switch (action.type) {
      case 'eventSort': this.#store.set({ eventList: { ...eventList, by: action.by, down: action.by === eventList.by ? !eventList.down : action.by === 0 } }); break;
      case 'eventKind': this.#store.set({ eventList: { ...eventList, kind: action.kind } }); break;
      case 'eventTake': void this.#take(action.how); break;
    }
  }

  /** @param {'copy' | 'csv' | 'json'} how */
  async #take(how) {
    const list = eventRows(this.#store.state);
    if (how === 'json') return this.#save('events.json', `${JSON.stringify(list, null, 2)}\n`);
    const rows = list.map(cellsOf);
    if (how === 'csv') return this.#save('events.csv', csvOf(COLUMNS, rows));
    try {
      await this.#copy(tabsOf(COLUMNS, rows));
      this.#store.set({ live: words.events.copied(rows.length) });
      this.#store.notify({ kind: 'info', text: words.events.copied(rows.length) });
    } catch {
      this.#store.notify({ kind: 'warning', text: words.events.notCopied });
    }
  }
}
