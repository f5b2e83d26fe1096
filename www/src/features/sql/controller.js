// @ts-check
// What a visitor does in the SQL panel: the scratch copy of the run and the queries over it. SQLite and its worker come
// when the panel is first opened.

import { words } from '../../strings.js';
import { sqlWords } from './strings.js';
import { initialSql } from '../../workspace/blank.js';

/**
 * @typedef {import('../../workspace/store.js').State} State
 * @typedef {import('../../protocol/types.ts').RunDatabase} RunDatabase
 * @typedef {'ddl' | 'rows' | 'plain'} TextView
 * @typedef {{ type: 'sqlText', text: string } | { type: 'sqlRun', text?: string } | { type: 'sqlCancel' } | { type: 'sqlRefresh' } | { type: 'sqlBack' } | { type: 'sqlOpen', table: string, open: boolean }
 *   | { type: 'sqlView', view: TextView } | { type: 'sqlSave', what: 'csv' | 'sqlite' | 'sql' }} Action
 *
 * @typedef {object} SqlState
 * @property {'closed' | 'reading' | 'loading' | 'filling' | 'ready' | 'failed'} phase
 * @property {string} failure why queries are off
 * @property {RunDatabase | null} run what the copy is of
 * @property {import('../../protocol/types.ts').SqlTable[]} tables of the copy as it stands; empty until SQLite has it
 * @property {string} text of the editor
 * @property {boolean} typed whether the visitor wrote it
 * @property {string} replaced the text that an example took the place of
 * @property {boolean} busy whether a query is running
 * @property {string} queued a query that runs as soon as the tables are filled
 * @property {import('../../protocol/types.ts').SqlAnswer | null} answer to the last query
 * @property {string} asked the query that was answered
 * @property {'' | 'limit' | 'cancelled' | 'died'} ended why the last query has no answer
 * @property {string[]} opened tables whose columns are shown
 * @property {TextView} view
 */

export class Querying {
  #store;
  #engine;
  #save;
  #load;
  /** @type {import('./client.js').Sql | null} */ #sql = null;
  #document;
  /** The run of the document before: it is still shown for a moment after another was opened. @type {State['run']} */ #earlier;
  /** Of the newest copy that was asked for. */ #turn = 0;

  /**
   * @param {object} parts
   * @param {import('../../workspace/store.js').Store} parts.store
   * @param {Pick<import('../../protocol/types.ts').Engine, 'export'>} parts.engine
   * @param {(name: string, content: string | Blob) => void} parts.save
   * @param {() => Promise<import('./client.js').Sql>} [parts.load]
   */
  constructor({ store, engine, save, load = async () => (await import('./spawn.js')).openSql() }) {
    this.#store = store;
    this.#engine = engine;
    this.#save = save;
    this.#load = load;
    // This code may come in the middle of an opening, with the run of the document before still shown.
    const { document, run } = store.state;
    this.#document = document.id;
    this.#earlier = document.ready ? null : run;
    store.listen((state) => this.#heard(state));
    this.#heard(store.state);
  }

  /** @param {import('../../app/actions.js').Action} action */
  act(action) {
    const { sql } = this.#store.state;
    switch (action.type) {
      case 'sqlText': this.#set({ text: action.text, typed: true }); break;
      case 'sqlBack': this.#set({ text: sql.replaced, typed: true, replaced: '' }); break;
      case 'sqlRun':
        // A text that was typed is not lost to an example.
        if (action.text !== undefined) this.#set({ text: action.text, typed: false, replaced: sql.typed && sql.text.trim() ? sql.text : sql.replaced });
        void this.#query(action.text ?? sql.text);
        break;
      case 'sqlCancel':
        if (sql.busy) this.#sql?.cancel();
        this.#set({ queued: '' });
        break;
      case 'sqlRefresh': void this.#refresh(); break;
      case 'sqlOpen': this.#set({ opened: action.open ? [...sql.opened, action.table] : sql.opened.filter((name) => name !== action.table) }); break;
      case 'sqlView': this.#set({ view: action.view }); break;
      case 'sqlSave': void this.#file(action.what); break;
    }
  }

  /** @param {Partial<SqlState>} part */
  #set(part) {
    this.#store.set({ sql: { ...this.#store.state.sql, ...part } });
  }

  /** @param {State} state */
  #heard({ document, panel, run, sql }) {
    if (document.id !== this.#document) {
      this.#document = document.id;
      this.#earlier = run;
      this.#turn += 1;
      if (sql.busy) this.#sql?.cancel();
      if (sql.phase !== 'closed') this.#set({ ...initialSql(), text: sql.text, typed: sql.typed, replaced: sql.replaced });
      return;
    }
    if (panel === 'sql' && sql.phase === 'closed' && run && run !== this.#earlier) void this.#fill();
  }

  /** A fresh copy of the run at the cursor. */
  async #fill() {
    this.#turn += 1;
    const turn = this.#turn;
    const late = () => turn !== this.#turn;
    this.#set({ phase: 'reading', failure: '', answer: null, ended: '', tables: [] });
    try {
      const text = await this.#engine.export('database');
      if (late()) return;
      if (text === null) throw new Error(words.exports.noRun);
      this.#set({ phase: this.#sql ? 'filling' : 'loading', run: JSON.parse(text) });
      this.#sql ??= await this.#load();
      const tables = await this.#sql.fill(text);
      if (!late()) this.#ready(tables);
    } catch (error) {
      if (!late()) this.#set({ phase: 'failed', failure: reasonOf(error) });
    }
  }

  /** @param {import('../../protocol/types.ts').SqlTable[]} tables */
  #ready(tables) {
    const { queued } = this.#store.state.sql;
    this.#set({ phase: 'ready', tables, queued: '' });
    if (queued) void this.#query(queued);
  }

  /** What was asked last is asked again when it only looked. */
  async #refresh() {
    const { sql } = this.#store.state;
    if (sql.busy || filling(sql)) return;
    if (sql.answer?.ok && sql.answer.changes === 0 && sql.answer.result) this.#set({ queued: sql.asked });
    await this.#fill();
  }

  /** @param {string} text */
  async #query(text) {
    const { sql } = this.#store.state;
    if (sql.busy || !text.trim()) return;
    if (filling(sql)) return this.#set({ queued: text });
    if (!this.#sql || sql.phase !== 'ready') return;
    const turn = this.#turn;
    this.#set({ busy: true, ended: '', answer: null, asked: text });
    try {
      const answer = await this.#sql.query(text);
      if (turn !== this.#turn) return this.#set({ busy: false });
      this.#set({ busy: false, answer, tables: answer.tables });
      // Errors are alerts by themselves.
      if (answer.ok) this.#store.set({ live: answer.result ? sqlWords.rows(answer.result.count) : sqlWords.done(answer.statements, answer.changes) });
      if (!answer.ok && answer.limit) await this.#refill('limit', turn);
    } catch (error) {
      const reason = error instanceof Error && 'reason' in error && (error.reason === 'limit' || error.reason === 'cancelled') ? error.reason : 'died';
      this.#set({ busy: false });
      if (turn !== this.#turn) return;
      // The next query finds a new worker, whatever ended this one.
      await this.#refill(reason, turn);
    }
  }

  /** @param {'limit' | 'cancelled' | 'died'} ended @param {number} turn */
  async #refill(ended, turn) {
    this.#set({ phase: 'filling', ended });
    try {
      const tables = await this.#sql?.refill();
      if (turn === this.#turn && tables) this.#ready(tables);
    } catch (error) {
      if (turn === this.#turn) this.#set({ phase: 'failed', failure: reasonOf(error) });
    }
  }

  /** @param {'csv' | 'sqlite' | 'sql'} what */
  async #file(what) {
    const { sql } = this.#store.state;
    if (!sql.run) return;
    const name = `${nameOf(sql.run.title)}-step-${sql.run.step}.${what}`;
    if (what === 'sql') this.#save(name, sql.run.script);
    else if (what === 'csv') {
      if (sql.answer?.ok && sql.answer.result) this.#save(name, sql.answer.result.csv);
    } else if (this.#sql && sql.phase === 'ready' && !sql.busy) {
      try {
        this.#save(name, await this.#sql.file());
      } catch (error) {
        this.#store.notify({ kind: 'error', text: reasonOf(error) });
      }
    }
  }
}

/** Whether the tables are on their way. @param {SqlState} sql */
export const filling = ({ phase }) => phase === 'reading' || phase === 'loading' || phase === 'filling';

/** @param {string} title */
function nameOf(title) {
  return title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'machine';
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof Error && 'reason' in error && error.reason === 'limit') return sqlWords.slowFill;
  return error instanceof Error ? error.message : String(error);
}
