import type { RunDatabase } from '../../protocol/types.ts';
import type { SqlAnswer, SqlTable } from './types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export type TextView = 'ddl' | 'rows' | 'plain';

export interface SqlState {
  phase: 'closed' | 'reading' | 'loading' | 'filling' | 'ready' | 'failed';
  /** Why queries are off. */
  failure: string;
  /** What the copy is of. */
  run: RunDatabase | null;
  /** Of the copy as it stands; empty until SQLite has it. */
  tables: SqlTable[];
  /** Of the editor. */
  text: string;
  /** Whether the user wrote it. */
  typed: boolean;
  /** The text that an example took the place of. */
  replaced: string;
  /** Whether a query is running. */
  busy: boolean;
  /** A query that runs as soon as the tables are filled. */
  queued: string;
  /** To the last query. */
  answer: SqlAnswer | null;
  /** The query that was answered. */
  asked: string;
  /** Why the last query has no answer. */
  ended: '' | 'limit' | 'cancelled' | 'died';
  /** Tables whose columns are shown. */
  opened: string[];
  view: TextView;
}

export function initialSql(): SqlState {
  return {
    phase: 'closed',
    failure: '',
    run: null,
    tables: [],
    text: '',
    typed: false,
    replaced: '',
    busy: false,
    queued: '',
    answer: null,
    asked: '',
    ended: '',
    opened: [],
    view: 'ddl',
  };
}

declare module '../../store/state.ts' {
  interface State {
    sql: SqlState;
  }
  interface Actions {
    sqlText: { text: string };
    sqlRun: { text?: string };
    sqlCancel: {};
    sqlRefresh: {};
    sqlBack: {};
    sqlOpen: { table: string; open: boolean };
    sqlView: { view: TextView };
    sqlSave: { what: 'csv' | 'sqlite' | 'sql' };
  }
  interface Panels {
    sql: {};
  }
}

export const actions = [
  'sqlText',
  'sqlRun',
  'sqlCancel',
  'sqlRefresh',
  'sqlBack',
  'sqlOpen',
  'sqlView',
  'sqlSave',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
