import type { AgentNode, AgentSettings } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

/** `how`: what the form shows; `folded`: it is closed, with a script that is not saved. */
export interface StubEdit {
  how: 'script' | 'auto' | 'manual';
  text: string;
  errors: string[];
  folded?: boolean;
}

/**
 * `nodes` is null until the engine has told; `edits` by node; `bare`: only nodes without a stub are listed, `shown` of
 * them at most.
 */
export interface StubsState {
  nodes: AgentNode[] | null;
  settings: AgentSettings;
  edits: Record<string, StubEdit>;
  filter: string;
  bare: boolean;
  shown: number;
}

/** Stubs listed at once. */
export const STUBS = 100;

export const initialStubs = (): StubsState => ({
  nodes: null,
  settings: {},
  edits: {},
  filter: '',
  bare: false,
  shown: STUBS,
});

/** What the last call said to its agent. */
export interface LastPrompt {
  request: string;
  text: string;
}

declare module '../../store/state.ts' {
  interface State {
    stubs: StubsState;
    /** Null until the engine has told. */
    lastPrompt: LastPrompt | null;
  }
  interface Actions {
    stubEdit: { node: string };
    stubType: { node: string; part: Pick<StubEdit, 'text'> };
    stubChoose: { node: string; how: StubEdit['how'] };
    stubSave: { node: string };
    /** Closes the form; what is typed is there again when it opens. */
    stubFold: { node: string };
    stubCancel: { node: string };
    stubRemove: { node: string };
    stubFilter: { part: Partial<Pick<StubsState, 'filter' | 'bare'>> };
    stubMore: {};
  }
  interface Panels {
    agent: {};
  }
}

export const actions = [
  'stubEdit',
  'stubType',
  'stubChoose',
  'stubSave',
  'stubFold',
  'stubCancel',
  'stubRemove',
  'stubFilter',
  'stubMore',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;

/** Replies given by hand. */
export const replies = [
  'draft',
  'addCall',
  'sendForm',
  'sendJson',
  'failRequest',
] as const satisfies readonly (keyof Actions)[];
