// What gestures over a drawing need of the page that shows it.

import type { DraftAnswer, EditOps, Elements } from './elements.ts';
import type { EditOp, NodeId, Span } from '../protocol/types.ts';
import type { TracklightDiagram } from '../diagram/diagram.ts';

/** Everything that can be done by name: by key, from the palette, from a button. */
export const ACTS = [
  'next',
  'connect',
  'move',
  'rename',
  'edit',
  'more',
  'delete',
  'catch',
  'fork',
  'join',
  'on',
  'after',
  'group',
  'ungroup',
  'task',
  'state',
  'context',
  'event',
] as const;
export type Act = (typeof ACTS)[number];

export interface Mention {
  what: string;
  span: Span;
}

export interface Changed {
  ok: true;
  /** Ids of what was made. */
  nodes: NodeId[];
  /** What mentions something removed and stays. */
  affected: Mention[];
}
/** `code`: the core's, or `changed` where the text is another one by now. */
export interface Refused {
  ok: false;
  code: string;
  message: string;
  /** A name that is free, where one is taken. */
  free: string;
}

export interface GestureHost {
  readonly diagram: TracklightDiagram;
  /** Whether the page says itself, on touch screens, what can be done with a selected card. */
  readonly hasCard: boolean;
  /** The newest text of the entry. */
  readonly source: string;
  /** Why nothing can be edited by the drawing now; empty where it can. */
  whyNot(): string;
  /** Resolves when the drawing is of the newest text, or does not come to be soon. */
  ready(): Promise<void>;
  /** Diagram ids of what is selected, what was selected last at first. */
  selected(): string[];
  select(id: string | null): void;
  /** Something new is there: on touch screens, shows what can be done with it. */
  offer(id: string): void;
  /** A field or a list opened: the page takes away what would lie over it. */
  uncover(): void;
  /** Adds an element to what is selected, or takes it out. */
  selectMore(id: string | null): void;
  /** What the newest texts declare; null where the core does not answer. */
  elements(): Promise<Elements | null>;
  /**
   * Makes a change of the texts as one step of their history, and resolves when it is drawn.
   * @param source that the ops were made for
   * @param touched the node that stays where it is seen
   */
  change(source: string, ops: EditOps, touched: NodeId | null): Promise<Changed | Refused>;
  draftValue(op: EditOp, typed: string, at: number | null): Promise<DraftAnswer | null>;
  /** The present value of an expression; null where there is none. */
  valueOf(expression: string): Promise<string | null>;
  showSource(id: string): void;
  /** What the page shows over the drawing, in the window. */
  covered(): DOMRect | null;
  /** Tells a screen reader. */
  say(text: string): void;
  /** @param text what was deleted, and what else mentions it */
  deleted(text: string): void;
}
