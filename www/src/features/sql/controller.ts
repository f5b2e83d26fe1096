// What a user does in the SQL panel: the scratch copy of the run and the queries over it. SQLite and its worker come
// when the panel is first opened.

import type { Engine } from '../../protocol/types.ts';
import type { SqlTable } from './types.ts';
import { tryLoad } from '../../load/load.ts';
import { workspaceStrings } from '../../store/strings.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Sql } from './client.ts';
import { type Action, initialSql, type SqlState } from './index.ts';
import { sqlStrings } from './strings.ts';

export interface SqlDependencies {
  store: Store;
  engine: Pick<Engine, 'export'>;
  save: (name: string, content: string | Blob) => void;
  load?: () => Promise<Sql>;
}

/** `ready`: the run on screen belongs to the open document, not to the one before. */
const needsCopy = ({ panel, sql, document, run }: State) =>
  panel === 'sql' && sql.phase === 'closed' && document.ready === true && run.snapshot !== null;

export class SqlController {
  readonly #deps: Required<SqlDependencies>;
  #database: Sql | null = null;
  /** Increased by every copy; what comes of an older one is discarded. */
  #generation = 0;

  constructor(deps: SqlDependencies) {
    this.#deps = {
      load: async () => (await tryLoad(() => import('./spawn.ts'))).openSql(),
      ...deps,
    };
    const copyIfNeeded = (isNeeded: boolean) => isNeeded && void this.#copyRun();
    deps.store.watch(
      ({ document }) => document.id,
      () => this.#onDocumentChange(),
    );
    deps.store.watch(needsCopy, copyIfNeeded);
    copyIfNeeded(needsCopy(deps.store.state));
  }

  act(action: Action) {
    const { sql } = this.#deps.store.state;
    switch (action.type) {
      case 'sqlText':
        this.#set({ text: action.text, typed: true });
        break;
      case 'sqlBack':
        this.#set({ text: sql.replaced, typed: true, replaced: '' });
        break;
      case 'sqlRun':
        // A text that was typed is not lost to an example.
        if (action.text !== undefined)
          this.#set({
            text: action.text,
            typed: false,
            replaced: sql.typed && sql.text.trim() ? sql.text : sql.replaced,
          });
        void this.#query(action.text ?? sql.text);
        break;
      case 'sqlCancel':
        if (sql.busy) this.#database?.cancel();
        this.#set({ queued: '' });
        break;
      case 'sqlRefresh':
        void this.#refresh();
        break;
      case 'sqlOpen':
        this.#set({
          opened: action.open ? [...sql.opened, action.table] : sql.opened.filter((name) => name !== action.table),
        });
        break;
      case 'sqlView':
        this.#set({ view: action.view });
        break;
      case 'sqlSave':
        void this.#file(action.what);
        break;
    }
  }

  #set(part: Partial<SqlState>) {
    this.#deps.store.set({ sql: { ...this.#deps.store.state.sql, ...part } });
  }

  #onDocumentChange() {
    const { sql } = this.#deps.store.state;
    this.#generation += 1;
    if (sql.busy) this.#database?.cancel();
    // The query is the user's, not the document's.
    if (sql.phase !== 'closed')
      this.#set({ ...initialSql(), text: sql.text, typed: sql.typed, replaced: sql.replaced });
  }

  /** A fresh copy of the run at the cursor. */
  async #copyRun() {
    this.#generation += 1;
    const generation = this.#generation;
    const late = () => generation !== this.#generation;
    this.#set({ phase: 'reading', failure: '', answer: null, ended: '', tables: [] });
    try {
      const text = await this.#deps.engine.export('database');
      if (late()) return;
      if (text === null) throw new Error(workspaceStrings.noRun);
      this.#set({ phase: this.#database ? 'filling' : 'loading', run: JSON.parse(text) });
      this.#database ??= await this.#deps.load();
      const tables = await this.#database.fill(text);
      if (!late()) this.#ready(tables);
    } catch (error) {
      if (!late()) this.#set({ phase: 'failed', failure: reasonOf(error) });
    }
  }

  #ready(tables: SqlTable[]) {
    const { queued } = this.#deps.store.state.sql;
    this.#set({ phase: 'ready', tables, queued: '' });
    if (queued) void this.#query(queued);
  }

  /** What was asked last is asked again when it only looked. */
  async #refresh() {
    const { sql } = this.#deps.store.state;
    if (sql.busy || filling(sql)) return;
    if (sql.answer?.ok && sql.answer.changes === 0 && sql.answer.result) this.#set({ queued: sql.asked });
    await this.#copyRun();
  }

  async #query(text: string) {
    const { sql } = this.#deps.store.state;
    if (sql.busy || !text.trim()) return;
    if (filling(sql)) return this.#set({ queued: text });
    if (!this.#database || sql.phase !== 'ready') return;
    const generation = this.#generation;
    this.#set({ busy: true, ended: '', answer: null, asked: text });
    try {
      const answer = await this.#database.query(text);
      if (generation !== this.#generation) return this.#set({ busy: false });
      this.#set({ busy: false, answer, tables: answer.tables });
      // Errors are alerts by themselves.
      if (answer.ok)
        this.#deps.store.set({
          live: answer.result
            ? sqlStrings.rows(answer.result.count)
            : sqlStrings.done(answer.statements, answer.changes),
        });
      if (!answer.ok && answer.limit) await this.#copyAgain('limit', generation);
    } catch (error) {
      const reason =
        error instanceof Error && 'reason' in error && (error.reason === 'limit' || error.reason === 'cancelled')
          ? error.reason
          : 'died';
      this.#set({ busy: false });
      if (generation !== this.#generation) return;
      // The next query finds a new worker, whatever ended this one.
      await this.#copyAgain(reason, generation);
    }
  }

  async #copyAgain(ended: 'limit' | 'cancelled' | 'died', generation: number) {
    this.#set({ phase: 'filling', ended });
    try {
      const tables = await this.#database?.refill();
      if (generation === this.#generation && tables) this.#ready(tables);
    } catch (error) {
      if (generation === this.#generation) this.#set({ phase: 'failed', failure: reasonOf(error) });
    }
  }

  async #file(what: 'csv' | 'sqlite' | 'sql') {
    const { sql } = this.#deps.store.state;
    if (!sql.run) return;
    const name = `${nameOf(sql.run.title)}-step-${sql.run.step}.${what}`;
    if (what === 'sql') this.#deps.save(name, sql.run.script);
    else if (what === 'csv') {
      if (sql.answer?.ok && sql.answer.result) this.#deps.save(name, sql.answer.result.csv);
    } else if (this.#database && sql.phase === 'ready' && !sql.busy) {
      try {
        this.#deps.save(name, await this.#database.file());
      } catch (error) {
        this.#deps.store.notify({ kind: 'error', text: reasonOf(error) });
      }
    }
  }
}

/** Whether the tables are on their way. */
export const filling = ({ phase }: SqlState) => phase === 'reading' || phase === 'loading' || phase === 'filling';

function nameOf(title: string) {
  return (
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'machine'
  );
}

function reasonOf(error: unknown) {
  if (error instanceof Error && 'reason' in error && error.reason === 'limit') return sqlStrings.slowFill;
  return error instanceof Error ? error.message : String(error);
}
