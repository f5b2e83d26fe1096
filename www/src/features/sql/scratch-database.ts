// A scratch copy of a run in SQLite: filled from the core's statements, changed by the user's, thrown away after.
// Nothing flows back. Works wherever SQLite does; the worker owns one.

import { csvHeader, csvRecord } from '../../link/csv.ts';
import type { Sqlite3Static as Sqlite } from '@sqlite.org/sqlite-wasm';
import type { Cell, Statement } from '../../protocol/types.ts';
import type { SqlAnswer, SqlResult, SqlTable } from './types.ts';

/** Rows that are shown; all of them are exported. */
const SHOWN_ROWS = 1_000;
/** A result of very many columns shows fewer rows. */
const SHOWN_CELLS = 50_000;
/** UTF-16 units of a shown cell. */
const SHOWN_TEXT = 2_000;
/** A result that is larger as CSV is cut. */
const MAX_CSV = 64 * 1024 * 1024;
const CSV_CHUNK = 64 * 1024;
/** SQLite may take so much memory, in bytes; a query that needs more is refused. */
const MAX_HEAP = 512 * 1024 * 1024;
/** Steps of SQLite's machine between two looks at the clock, about a millisecond. */
const LOOK_EVERY = 20_000;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class ScratchDatabase {
  #sqlite: Sqlite;
  #db;
  #schemaOf = '';
  #tables: SqlTable[] = [];

  constructor(sqlite: Sqlite, { ddl, statements }: { ddl: string; statements: Statement[] }) {
    this.#sqlite = sqlite;
    this.#db = new sqlite.oo1.DB(':memory:');
    this.#db.exec([`PRAGMA hard_heap_limit = ${MAX_HEAP}`, ';PRAGMA foreign_keys = ON;BEGIN;', ddl]);
    this.#insert(statements);
    this.#db.exec('COMMIT');
    const wrong = this.#db.selectArrays('PRAGMA foreign_key_check');
    if (wrong.length > 0) throw new Error(`${wrong.length} rows refer to rows that are not there`);
  }

  #insert(statements: Statement[]) {
    // Rows of a table share their text: each text is prepared once.
    const prepared = new Map();
    try {
      for (const { sql, params } of statements) {
        let statement = prepared.get(sql);
        if (!statement) prepared.set(sql, (statement = this.#db.prepare(sql)));
        statement.bind(params).stepReset();
      }
    } finally {
      for (const statement of prepared.values()) statement.finalize();
    }
  }

  get #inTransaction() {
    return this.#sqlite.capi.sqlite3_get_autocommit(this.#db.pointer as number) === 0;
  }

  /** Tables and views with their definitions; the rows of tables are counted. */
  tables(): SqlTable[] {
    const db = this.#db;
    // What is rolled back counts as no change: within a transaction everything is counted again.
    const now = this.#inTransaction ? '' : `${db.selectValue('PRAGMA schema_version')} ${db.changes(true, true)}`;
    if (now !== '' && now === this.#schemaOf) return this.#tables;
    const list = db.selectArrays(
      "SELECT name, type, sql FROM sqlite_schema WHERE type IN ('table', " +
        "'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
    );
    this.#tables = list.map(([name, type, sql]) => ({
      name: String(name),
      sql: String(sql),
      rows:
        type === 'table'
          ? Number(db.selectValue(`SELECT count(*) FROM "${String(name).replaceAll('"', '""')}"`))
          : null,
    }));
    this.#schemaOf = now;
    return this.#tables;
  }

  /**
   * Runs a script; the last statement that gives rows is the result. What an earlier statement changed stays when a
   * later one fails.
   * @param over asked about every millisecond: true ends the script
   */
  run(text: string, over: () => boolean): SqlAnswer {
    const { capi, wasm } = this.#sqlite;
    const pointer = this.#db.pointer as number;
    const bytes = encoder.encode(text);
    const before = Number(this.#db.changes(true, true));
    let result: SqlResult | null = null;
    let statements = 0;
    let at = 0;
    const start = wasm.alloc(bytes.length + 1);
    const scope = wasm.scopedAllocPush();
    capi.sqlite3_progress_handler(pointer, LOOK_EVERY, () => (over() ? 1 : 0), 0);
    try {
      wasm.heap8u().set(bytes, start);
      wasm.poke8(start + bytes.length, 0);
      const handle = Number(wasm.scopedAllocPtr(1));
      const tail = Number(wasm.scopedAllocPtr(1));
      while (at < bytes.length && bytes[at] !== 0) {
        wasm.pokePtr(handle, 0);
        const made = capi.sqlite3_prepare_v3(pointer, start + at, bytes.length - at, 0, handle, tail);
        if (made !== 0) return this.#failure(made, bytes, at, capi.sqlite3_error_offset(pointer), statements + 1);
        const statement = wasm.peekPtr(handle);
        const next = Number(wasm.peekPtr(tail)) - start;
        // Nothing but spaces and comments.
        if (statement) {
          statements += 1;
          try {
            const { code, rows } = this.#perform(statement);
            if (code !== capi.SQLITE_DONE)
              return this.#failure(code, bytes, at, capi.sqlite3_error_offset(pointer), statements);
            result = rows ?? result;
          } finally {
            capi.sqlite3_finalize(statement);
          }
        }
        at = next;
      }
      return {
        ok: true,
        result,
        statements,
        changes: Number(this.#db.changes(true, true)) - before,
        open: this.#inTransaction,
        tables: this.tables(),
      };
    } finally {
      capi.sqlite3_progress_handler(pointer, 0, 0, 0);
      wasm.scopedAllocPop(scope);
      wasm.dealloc(start);
    }
  }

  #perform(statement: number): { code: number; rows: SqlResult | null } {
    const { capi, wasm } = this.#sqlite;
    // Per cell and row the functions of the wasm itself: the wrappers around them cost more than the work.
    const { sqlite3_step: step, sqlite3_column_count: widthOf } = wasm.exports;
    const width = widthOf(statement);
    const columns = Array.from({ length: width }, (_, i) => String(capi.sqlite3_column_name(statement, i)));
    const most = Math.min(SHOWN_ROWS, Math.max(1, Math.floor(SHOWN_CELLS / Math.max(1, width))));
    const rows: Cell[][] = [];
    const csv = new Chunks(csvHeader(columns));
    let count = 0;
    let code = step(statement);
    for (; code === capi.SQLITE_ROW && csv.size <= MAX_CSV; code = step(statement)) {
      const cells = [];
      for (let i = 0; i < width; i += 1) cells.push(this.#cell(statement, i));
      count += 1;
      csv.add(csvRecord(cells));
      if (rows.length < most) rows.push(cells.map(shown));
    }
    const cut = code === capi.SQLITE_ROW;
    if (code !== capi.SQLITE_DONE && !cut) return { code, rows: null };
    if (width === 0) return { code: capi.SQLITE_DONE, rows: null };
    return { code: capi.SQLITE_DONE, rows: { columns, rows, count, cut, csv: csv.file() } };
  }

  #cell(statement: number, i: number): Cell {
    const { capi, wasm } = this.#sqlite;
    const { sqlite3_column_type: typeOf, sqlite3_column_int64: whole, sqlite3_column_double: real } = wasm.exports;
    switch (typeOf(statement, i)) {
      case capi.SQLITE_NULL:
        return { kind: 'null', text: 'NULL' };
      case capi.SQLITE_INTEGER:
        return { kind: 'integer', text: String(whole(statement, i)) };
      case capi.SQLITE_FLOAT:
        return { kind: 'real', text: realText(real(statement, i)) };
      case capi.SQLITE_BLOB:
        return { kind: 'blob', text: `X'${hex(this.#bytes(statement, i))}'` };
      default:
        return { kind: 'text', text: decoder.decode(this.#bytes(statement, i)) };
    }
  }

  /** Texts too are read by their length: they may hold NUL characters. */
  #bytes(statement: number, i: number) {
    const { wasm } = this.#sqlite;
    const from = Number(wasm.exports.sqlite3_column_blob(statement, i));
    return wasm.heap8u().subarray(from, from + wasm.exports.sqlite3_column_bytes(statement, i));
  }

  /**
   * @param code of SQLite
   * @param bytes the script
   * @param at where its statement begins, in bytes
   * @param offset of the error in the statement, in bytes; negative where SQLite names no place
   * @param statement counted from 1
   */
  #failure(code: number, bytes: Uint8Array, at: number, offset: number, statement: number): SqlAnswer {
    const { capi } = this.#sqlite;
    const pointer = this.#db.pointer as number;
    const limit = (code & 0xff) === capi.SQLITE_INTERRUPT;
    const message = limit ? 'interrupted' : capi.sqlite3_errmsg(pointer);
    const before = decoder.decode(bytes.subarray(0, offset < 0 ? at : at + offset)).length;
    const rest = decoder.decode(bytes.subarray(at));
    const place = offset < 0 ? before + (/^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*/.exec(rest)?.[0].length ?? 0) : before;
    const tables = limit ? this.#tables : this.tables();
    const near = tableNear(message, tables);
    return {
      ok: false,
      limit,
      message,
      at: place,
      exact: offset >= 0,
      statement,
      ...(near === undefined ? {} : { near }),
      tables,
    };
  }

  /** The database as a file. */
  file(): Uint8Array<ArrayBuffer> {
    return this.#sqlite.capi.sqlite3_js_db_export(this.#db.pointer as number) as Uint8Array<ArrayBuffer>;
  }

  close() {
    this.#db.close();
  }
}

/** Text as bytes, put together piece by piece. */
class Chunks {
  #done: Uint8Array<ArrayBuffer>[] = [];
  #text: string;
  #before = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** About the bytes so far. */
  get size() {
    return this.#before + this.#text.length;
  }

  add(text: string) {
    this.#text += text;
    if (this.#text.length > CSV_CHUNK) this.#flush();
  }

  #flush() {
    const bytes = encoder.encode(this.#text);
    this.#before += bytes.length;
    this.#done.push(bytes);
    this.#text = '';
  }

  file() {
    this.#flush();
    return new Blob(this.#done, { type: 'text/csv' });
  }
}

/** As SQLite prints it: a real number that is whole keeps its point. */
function realText(value: number) {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : '-Inf';
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function hex(bytes: Uint8Array) {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text.toUpperCase();
}

/** A cell as it is shown: not too long, and JSON told apart. */
function shown(cell: Cell): Cell {
  const kind = cell.kind === 'text' && isJson(cell.text) ? 'json' : cell.kind;
  if (cell.text.length <= SHOWN_TEXT) return { kind, text: cell.text };
  return { kind, text: `${cell.text.slice(0, SHOWN_TEXT)} … (${cell.text.length} characters)` };
}

function isJson(text: string) {
  if (!/^\s*[[{]/.test(text) || text.length > 100_000) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The table that a message probably speaks of: the context of that name, whose table has a prefix, or one that differs
 * by case, signs or a plural.
 * @param message of SQLite
 */
function tableNear(message: string, tables: SqlTable[]): string | undefined {
  const missing = /^no such table: (?:main\.)?(.+)$/.exec(message)?.[1];
  if (missing === undefined) return undefined;
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/^context_/, '')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .replace(/s$/, '');
  return tables.find(({ name }) => plain(name) === plain(missing))?.name;
}
