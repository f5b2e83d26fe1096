// What the texts of a machine declare, as far as it is edited by its drawing. Types only, and the draft that stands for
// a value while it is typed.

import type { Completion, Diagnostic, EditOp, NodeId } from '../protocol/types.ts';

export interface FieldElement {
  name: string;
  type: string;
}

export interface NodeElement {
  id: NodeId;
  name: string;
  /** As written; empty where none is. */
  kind: string;
  title: string;
  prompt: string;
  parent: NodeId | null;
  isContext: boolean;
  fields: FieldElement[];
}

export interface EdgeElement {
  /** `source>target#n`. */
  key: string;
  source: NodeId;
  target: NodeId;
  /** The text that it shows. */
  text: string;
  /** That without `catch`. */
  label: string;
  condition: string;
  /** What it does with a context; null for a transition. */
  access: string | null;
  isCatch: boolean;
  /** Starts a path. */
  isFork: boolean;
  /** Paths become one there. */
  isJoin: boolean;
  /** The event that takes it; empty where none does. */
  event: string;
  /** The time after which it is taken, as written; empty where none is. */
  duration: string;
}

/** Nodes and edges in the order of their diagram ids: `n3` is the fourth node, `e0` the first edge. */
export interface Elements {
  /** Of the entry. */
  source: string;
  nodes: NodeElement[];
  edges: EdgeElement[];
}

/** Stands for the value of an op while that is typed. */
export const DRAFT = 'tracklight_draft';

/** At least one. */
export type EditOps = readonly [EditOp, ...EditOp[]];

/** In an op, the node that the op before it made. */
export const MADE = '*';

/** What the core says of a value that is being typed: places are in the value. */
export interface DraftAnswer {
  completions: Completion[];
  problems: Pick<Diagnostic, 'from' | 'to' | 'severity' | 'message'>[];
}
