// A document that is opened, wherever it comes from, and one that was left for it, as types.

import type { LinkDocument } from '../link/types.ts';
import type { Breakpoint, RunList, SessionRecord, Sources } from '../protocol/types.ts';
import type { At, Typed } from '../storage/drafts.ts';

/** `rules`: the version its run was made with; `again`: the run of an example that was left. */
export interface OpenedDocument {
  sources: Sources;
  slug: string | null;
  /** Whether it came with a link. */
  shared?: boolean;
  record: SessionRecord | null;
  at?: At | null;
  stops?: Breakpoint[];
  typed?: Typed;
  again?: boolean;
  draft?: string | null;
  locked?: boolean;
  list?: RunList;
  view?: LinkDocument['u'];
  rules?: number | null;
  /** Of what kind the link was that it was opened from. */
  arrival?: 'link' | 'legacy';
  /** Members of a link or a file that this version does not know. */
  ignored?: string[];
}
/** A document as it was left; `saved`: its draft is the same. */
export type ReplacedDocument = OpenedDocument & { edited: boolean; saved: boolean };
