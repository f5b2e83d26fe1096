// What the core says about the texts of a machine. Types only.
import type { Diagnostic, OutlineItem, Overlay, Wire } from '../../pkg/tracklight.js';

/** The texts of a machine: `source` is that of the entry file, `entry` its path; `files` holds the others by path. */
export interface Sources {
  source: string;
  files: Record<string, string>;
  entry: string;
}

/** What the core says about a machine's texts. */
export interface Analysis {
  source: string;
  /** Paths of the files that the entry imports, itself or through others. */
  imported: string[];
  title: string | null;
  /** Those of imported files name their file. */
  diagnostics: Diagnostic[];
  errors: number;
  warnings: number;
  nodes: number;
  edges: number;
  outline: OutlineItem[];
  /** The run is of this text: it was begun with it, or with one that means the same machine. */
  ofRun: boolean;
}

/** What the core says about one file that is not the entry, read as if it were. `source` is its text. */
export interface FileAnalysis {
  file: string;
  source: string;
  diagnostics: Diagnostic[];
  outline: OutlineItem[];
}

/**
 * Tokens packed for the transfer: from, to, index into `classes`, three numbers a token. A class is the token's class
 * and its modifiers, with spaces between. `source` is the text of the file they are of.
 */
/** `within`: the part of the text that they are of; all of it by default. */
export interface PackedTokens {
  source: string;
  classes: string[];
  tokens: Uint32Array;
  within?: { from: number; to: number };
}

/** A drawing: its parts only when its layout key differs from the one the page said it has. */
export interface Picture {
  key: string;
  overlay: Overlay | null;
  parts: DrawingParts | null;
}

/** What is laid out: the DOT text of the flow, that of the rail beside it, and the wires between both. */
export interface DrawingParts {
  dot: string;
  rail: string | null;
  wires: Wire[];
}
