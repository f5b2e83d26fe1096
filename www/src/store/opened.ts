// The types of a document that is opened, wherever it comes from, and of one that another document replaced.

import type { LinkDocument } from '../link/types.ts';
import type { Breakpoint, RunList, SessionRecord, Sources } from '../protocol/types.ts';
import type { RunCursor, UnsentInput } from '../storage/drafts.ts';

export interface OpenedDocument {
  sources: Sources;
  /** The example it is, or began as. */
  slug: string | null;
  /** Whether it came with a link. */
  isShared?: boolean;
  /** Its run, which is replayed. */
  record: SessionRecord | null;
  /** Where the cursor is put; at the end of the run by default. */
  cursor?: RunCursor | null;
  breakpoints?: Breakpoint[];
  /** What the user wrote and did not send. */
  unsentInput?: UnsentInput;
  /** An example with the run that the user left. */
  isResumedExample?: boolean;
  /** The id of its draft. */
  draft?: string | null;
  /** Whether another tab edits it. */
  isLocked?: boolean;
  /** Earlier runs. */
  runHistory?: RunList;
  /** What a link says about the panels and the drawing. */
  linkView?: LinkDocument['u'];
  /** The version of the run rules that its run was made with. */
  rulesVersion?: number | null;
  /** The kind of link in the address that it was opened from. */
  linkKind?: 'current' | 'legacy';
  /** Members of a link or a file that this version does not know. */
  unknownMembers?: string[];
}

/** A document as it was when another one replaced it. */
export interface ReplacedDocument extends OpenedDocument {
  isEdited: boolean;
  /** Whether its draft is the same. */
  isSaved: boolean;
}
