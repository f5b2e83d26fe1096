// What the editor asks of the page. Types only.
import type { Completion, Fix, Hover, Span } from '../protocol/types.ts';

/** How a line is tinted by the state of the path that stands on it. */
export type LineTone = 'ok' | 'accent' | 'ask' | 'warn' | 'bad' | 'plain';

/**
 * What the run shows in the text `source`: marks beside lines, by any place on the line, and inline values. `tone`: the
 * chosen path's node stands there; `wide`: the marks need room for two paths, or for an id like 1.2.
 */
export interface RunMarks {
  source: string;
  wide: boolean;
  lines: {
    from: number;
    stop?: 'stop' | 'watch';
    off?: boolean;
    paths: { id: string; colour: number }[];
    tone?: LineTone;
    title: string;
  }[];
  values: InlineValue[];
}

/** The values of a line, by any place on it; one without a name stands alone. */
export interface InlineValue {
  at: number;
  fields: { name: string; value: string; changed: boolean }[];
}

/** A use in a list: the line it stands in, and where on that line. */
export interface Use {
  span: Span;
  file: string | null;
  line: number;
  text: string;
  from: number;
  to: number;
}

/** What a change of the shown text changes elsewhere; both come and go as one step of its history. */
export interface SideEffects {
  make(): void;
  takeBack(): void;
}

/**
 * Answers about the text in the editor. `text` is that text as asked about; an answer that cannot be given, or that is
 * of an older text, is null. Spans without `file` are in the file that is shown.
 */
export interface Assistant {
  complete(text: string, offset: number): Promise<Completion[] | null>;
  hover(text: string, offset: number): Promise<Hover | null>;
  definition(text: string, offset: number): Promise<Span | null>;
  references(text: string, offset: number): Promise<Span[] | null>;
  fixes(text: string, from: number, to: number): Promise<Fix[] | null>;
  /**
   * Gives the thing at a place another name, in all files and stubs.
   * @returns why not, as a sentence; null when it is done
   */
  rename(text: string, offset: number, name: string): Promise<string | null>;
  /** The lines that places are on. */
  uses(spans: Span[]): Use[];
  /** Does what a fix says, in all files. */
  apply(fix: Fix): void;
  /** Moves the caret to a place, in another file when it names one. */
  open(span: Span): void;
  /** Undoes a change of several files that stands in the history of another one. @returns whether there is one */
  undoElsewhere(): boolean;
  /** Tells a screen reader. */
  say(text: string): void;
}
