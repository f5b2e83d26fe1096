// The document of a link (format `t1`). Types only.
import type { AgentReply, Json } from '../protocol/types.ts';

export type { Json };

/** Stored reply of an agent request, or answer to an information request. */
export type Stored =
  | [path: string, node: string, digest: string, reply: AgentReply]
  | [path: string, request: string, answer: Json];
export interface Breakpoint {
  at: string;
  if?: string;
  off?: boolean;
}

/** Everything a link may carry. Objects made by the reader have no prototype. */
export interface LinkDocument {
  /** Source of the entry file. */
  s: string;
  /** Other files by name. */
  f?: Record<string, string>;
  /** Input values. */
  i?: Record<string, Record<string, Json>>;
  /** Agents: run-level mode, per-node settings, stored replies. */
  r?: { m?: 'auto' | 'manual'; n?: Record<string, Json>; l?: Stored[] };
  /** Actions: tick, kind, arguments. */
  t?: [tick: number, kind: string, ...rest: Json[]][];
  /** Ticks to replay. */
  k?: number;
  /** Name of the branch, `main` by default. */
  n?: string;
  /** What the page shows. */
  u?: {
    w?: 'split' | 'code' | 'diagram' | 'run';
    p?: string;
    d?: 'TB' | 'LR';
    h?: string;
    n?: string;
    b?: Breakpoint[];
  };
  /** Rules version of the core. */
  v?: number;
}

/** What a fragment holds. `ignored` names members this reader does not know. */
export type Opened =
  | { kind: 'document'; document: LinkDocument; ignored: string[]; legacy: boolean }
  | { kind: 'example'; slug: string; tick: number | null };
