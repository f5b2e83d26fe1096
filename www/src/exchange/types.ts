// What the readers of foreign notations give.

/** Something of the input that the machine does not have, or something that it has beside the input. */
export interface Loss {
  /** In the input, from 1. */
  line: number;
  what: string;
  why: string;
}

export interface Imported {
  /** The machine, laid out as the formatter would. It contains the losses as comments. */
  source: string;
  /** In the order of their lines. */
  losses: Loss[];
  /** What the machine needs that the input does not have, in the same order and as comments too. */
  additions: Loss[];
  /** How many units of input were read: a measure of the work. */
  tokens: number;
}

/** @throws {ImportError} if the text cannot be read */
export type Reader = (text: string) => Imported;

export type ImportErrorCode =
  /** Not well-formed in its notation. */
  | 'syntax'
  /** Well-formed, but no machine: no states, or names that lead nowhere. */
  | 'content'
  /** Refused: entities and document types, or too much of something. */
  | 'refused'
  /** No known notation. */
  | 'unknown-format';

export class ImportError extends Error {
  override name = 'ImportError';
  readonly code: ImportErrorCode;
  /** From 1. */
  readonly line: number | undefined;
  /** From 1, in UTF-16 units. */
  readonly column: number | undefined;

  constructor(code: ImportErrorCode, message: string, line?: number, column?: number) {
    super(message);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}
