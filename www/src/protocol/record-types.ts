// The session record of a run, as sessions, links and files have it. Types only.
import type { AgentReply, GraphEdit, Json } from '../../pkg/tracklight.js';

/** Who answers (link member `r`): run-level mode, per-node script or mode. Links never carry `custom` and `remote`. */
export interface AgentSettings {
  m?: 'stub' | 'auto' | 'manual' | 'custom' | 'remote';
  n?: Record<string, Json | 'auto' | 'manual'>;
}

/**
 * One host action in the form of a link (member `t`), or what only sessions keep: a change of settings `["s",
 * settings]`, and `["l"]` where a replay of stored replies was over.
 */
export type RecordEntry = [tick: number, kind: string, ...rest: Json[]];
/** A stored reply of a link (member `r.l`): path, node, digest, reply. */
export type StoredReply = [path: string, node: string, digest: string, reply: AgentReply];
/** A scripted answer of a link (member `r.l`) to an information request. */
export type StoredAnswer = [path: string, request: string, answer: Json];
/** The run of a branch up to a position, as members of a link: `s` is the text that it began with. */
export interface LinkRun {
  s: string;
  i?: Record<string, Record<string, Json>>;
  r: { m?: 'auto' | 'manual'; n?: Record<string, Json>; l?: (StoredReply | StoredAnswer)[] };
  t: [tick: number, kind: string, ...rest: Json[]][];
  k: number;
}
/** An edit of the context graph, or of its kept views. */
export type LayerEdit =
  | GraphEdit
  | { op: 'saveView' | 'restoreView' | 'deleteView'; name: string }
  | { op: 'resetView' };
/** What was done on a branch behind the place it begins at. */
export interface BranchRecord {
  /** null for a branch that a saved run brought with it: what was done then follows its tip. */
  from: (Place & { branch: string; step?: number }) | null;
  n?: string;
  r: SessionRecord['r'];
  t: RecordEntry[];
  k: number;
  /** Deleted: only what others need of it is built, and its id is not given again. */
  gone?: true;
}
/** The session record of one branch: a link document without size limits. The last members are those of a whole run. */
export interface SessionRecord {
  s: string;
  /** Other files by path, and the path of `s`; absent for a machine of one file with the usual name. */
  f?: Record<string, string>;
  e?: string;
  i?: Record<string, Record<string, Json>>;
  /** `given`: how many of `l` came with a link; their nodes are answered by nothing else. */
  r: AgentSettings & { l: (StoredReply | StoredAnswer)[]; given?: number };
  t: RecordEntry[];
  k: number;
  /** Version of the rules it was made with, where that is known: what comes from a link or a file says it. */
  v?: number;
  /** Edits of the context graph, made after everything else. Only sessions keep them. */
  g?: LayerEdit[];
  /** The saved run it goes on from, instead of a start. */
  w?: string;
  /** Name of the first branch, `main` by default; whether that one was deleted. */
  n?: string;
  gone?: true;
  /** The other branches in the order of their ids, from `b2` on. */
  b?: BranchRecord[];
  /** Checkpoints set by hand. */
  c?: { name: string; branch: string; step: number }[];
  /** Settings in force at the cursor, where they are not those of the last deed. */
  now?: AgentSettings;
}
/** A place on a branch as people count it. */
export interface Place {
  tick: number;
  action: number;
}
