// What SQLite answers. Types only.
import type { Cell } from '../../protocol/types.ts';

/** A table, or a view, which has no rows of its own. */
export interface SqlTable {
  name: string;
  sql: string;
  rows: number | null;
}
/** `count` rows in all, of which `rows` are shown and `csv` has every one; `cut`: there were more than can be kept. */
export interface SqlResult {
  columns: string[];
  rows: Cell[][];
  count: number;
  cut: boolean;
  csv: Blob;
}
/**
 * `open`: a transaction was begun and not ended. `at` is a UTF-16 offset in the script, of the statement unless
 * `exact`; `ms` is what it took.
 */
export type SqlAnswer =
  | {
      ok: true;
      result: SqlResult | null;
      statements: number;
      changes: number;
      open: boolean;
      tables: SqlTable[];
      ms?: number;
    }
  /** `near` is the table that was probably meant, where there is no table of that name. */
  | {
      ok: false;
      limit: boolean;
      message: string;
      at: number;
      exact: boolean;
      statement: number;
      near?: string;
      tables: SqlTable[];
      ms?: number;
    };
