// A run as a database. Types only.
import type { Diagnostic, Statement } from '../../pkg/tracklight.js';

/** A run as a database: what `Engine.export("database")` writes as JSON. */
export interface RunDatabase {
  /** Of the position it is of, see `database-mark.ts`. */
  mark: string;
  title: string;
  step: number;
  tick: number;
  action: number;
  ddl: string;
  statements: Statement[];
  script: string;
  /** The tables of complete values alone, `machine.ddl()`. */
  plain: string;
  /** The main tables of output contexts. */
  outputs: string[];
  collisions: Diagnostic[];
}

/** What stands in a cell: its kind and its text. */
export interface Cell {
  kind: 'null' | 'integer' | 'real' | 'text' | 'json' | 'blob';
  text: string;
}
