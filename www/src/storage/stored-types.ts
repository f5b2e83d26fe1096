// What the database holds, as types. The names of the fields are those of the stored data.

import type { DBSchema } from 'idb';
import type { Breakpoint, FormValue, Json, Place, RunList, SessionRecord, Violation } from '../protocol/types.ts';

/** The object stores: drafts, their versions, and by key the last draft (`last`) and the runs of examples. */
export interface DraftSchema extends DBSchema {
  docs: { key: string; value: Draft };
  versions: { key: [id: string, time: number]; value: Version };
  meta: { key: string; value: unknown };
}

/** The position of a run's cursor. */
export type RunCursor = Place & { branch?: string; step?: number };
/** The texts of a document. */
export type Texts = Pick<SessionRecord, 's' | 'f' | 'e'>;

export interface Draft {
  id: string;
  title: string;
  /** Older drafts have the run of one branch here. */
  document: Texts & Partial<SessionRecord>;
  /** Has its own texts, which may be earlier ones. */
  run?: SessionRecord | null;
  /** The run's cursor. */
  at: RunCursor | null;
  stops?: Breakpoint[];
  typed?: UnsentInput;
  /** The runs before this one. */
  list?: RunList;
  /** In ms of the clock, like `changed`. */
  created: number;
  changed: number;
  /** The example it began as. */
  origin: string | null;
  /** In characters. */
  size?: number;
}
export type DraftEntry = Pick<Draft, 'id' | 'title' | 'created' | 'changed' | 'origin'> & { size: number };

/** A call of a tool that a reply asks for. */
interface Call {
  name: string;
  input: Json;
}
/** A reply being written. */
export interface ReplyDraft {
  view: 'form' | 'json';
  json: string;
  text: string;
  tool: string;
  fields: Record<string, FormValue>;
  /** The fields typed for other tools, by tool. */
  aside?: Record<string, Record<string, FormValue>>;
  calls: Call[];
  error: string;
}
/** The position of a run that others are compared with. */
export interface PinnedPosition {
  run: number;
  from: { branch: string; step: number };
  /** The step as the page shows it. */
  at: string;
  label: string;
}
/** What the user wrote and did not send, and what is shown of the run. */
export interface UnsentInput {
  /** By request, or by `event:` and the name of an event. `fields`: of a form. */
  answers: Record<string, { text: string; error: string; fields?: Record<string, FormValue>; errors?: Violation[] }>;
  /** By request. */
  drafts: Record<string, ReplyDraft>;
  /** The path whose values are shown. */
  path?: string | null;
  allPaths?: boolean | null;
  /** The position that values are compared with. */
  compare?: PinnedPosition;
}
/** The run of an example whose text was not edited. */
export interface ExampleRun {
  source: string;
  run: SessionRecord | null;
  at: RunCursor | null;
  stops: Breakpoint[];
  typed: UnsentInput;
  list?: RunList;
}

export interface Version {
  /** The draft's. */
  id: string;
  time: number;
  /** The user's; null for an automatic version. */
  name: string | null;
  /** The reason for an automatic version. */
  why: string | null;
  document: Texts;
  /** In characters. */
  size: number;
}
export type VersionEntry = Omit<Version, 'document'>;
