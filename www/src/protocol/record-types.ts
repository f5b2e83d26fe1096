// The session record of a run, as sessions, links and files have it. Types only.
import type { AgentReply, GraphEdit, Json } from '../../pkg/tracklight.js';

/**
 * Who replies to requests (link member `r`). `m`: the mode of the run; `n`: the script or mode of single nodes. Links
 * never contain `custom` and `remote`.
 */
export interface AgentSettings {
  m?: 'stub' | 'auto' | 'manual' | 'custom' | 'remote';
  n?: Record<string, Json | 'auto' | 'manual'>;
}

/**
 * An action of the host in the form of a link (member `t`). Only session records have changes of settings, `["s",
 * settings]`, and `["l"]` for the end of a replay of stored replies.
 */
export type RecordEntry = [tick: number, ...RecordedEntry];
/** An entry without its tick, as it is before it was recorded. */
export type RecordedEntry = [kind: string, ...rest: Json[]];
/** A stored reply of a link (member `r.l`): path, node, digest, reply. */
export type StoredReply = [path: string, node: string, digest: string, reply: AgentReply];
/** A scripted answer of a link (member `r.l`) to an information request. */
export type StoredAnswer = [path: string, request: string, answer: Json];
/** The run of a branch up to a position, as members of a link. `s` is the text that it started with. */
export interface LinkRun {
  s: string;
  i?: Record<string, Record<string, Json>>;
  r: { m?: 'auto' | 'manual'; n?: Record<string, Json>; l?: (StoredReply | StoredAnswer)[] };
  t: [tick: number, kind: string, ...rest: Json[]][];
  k: number;
  /** Name of the branch, `main` by default. */
  n?: string;
}
/** An edit of the context graph, or of its saved views. */
export type LayerEdit =
  | GraphEdit
  | { op: 'saveView' | 'restoreView' | 'deleteView'; name: string }
  | { op: 'resetView' };
/** The actions of a branch after its fork. */
export interface BranchRecord {
  /** The fork; null for a branch of a saved run, whose actions follow its tip there. */
  from: (Place & { branch: string; step?: number }) | null;
  n?: string;
  r: SessionRecord['r'];
  t: RecordEntry[];
  k: number;
  /** Deleted. Other branches may need its actions, and its id is not used again. */
  gone?: true;
}
/** The session record of one branch: a link document without size limits. The last members are those of a whole run. */
export interface SessionRecord {
  s: string;
  /** Other files by path, and the path of `s`; absent for a machine of one file with the usual name. */
  f?: Record<string, string>;
  e?: string;
  i?: Record<string, Record<string, Json>>;
  /** `given`: how many entries of `l` came with a link; their nodes only get stored replies. */
  r: AgentSettings & { l: (StoredReply | StoredAnswer)[]; given?: number };
  t: RecordEntry[];
  k: number;
  /** Version of the rules it was made with, if it came from a link or a file. */
  v?: number;
  /** Edits of the context graph, made after everything else. Only sessions keep them. */
  g?: LayerEdit[];
  /** A saved run; the actions follow it. */
  w?: string;
  /** Name of the first branch, `main` by default; whether that one was deleted. */
  n?: string;
  gone?: true;
  /** The other branches in the order of their ids, from `b2` on. */
  b?: BranchRecord[];
  /** Checkpoints set by hand. */
  c?: { name: string; branch: string; step: number }[];
  /** The settings at the cursor, if they are not those of the last action. */
  now?: AgentSettings;
}
/** A place on a branch: tick, and number of the manual action within it. */
export interface Place {
  tick: number;
  action: number;
}
