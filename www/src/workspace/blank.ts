// What the store holds for parts of the page whose code comes later.

import type { SqlState } from '../features/sql/controller.ts';
import type { StubsState } from '../features/agent/stubs-controller.ts';
import type { GraphState } from '../features/context-graph/controller.ts';
import type { PromptState } from '../features/prompt/controller.ts';

/** Rows of the graph shown at once. */
export const ROWS = 300;

export function initialSql(): SqlState {
  return { phase: 'closed', failure: '', run: null, tables: [], text: '', typed: false, replaced: '', busy: false, queued: '', answer: null, asked: '', ended: '', opened: [], view: 'ddl' };
}

/** Stubs listed at once. */
export const STUBS = 100;

export const noStubs = (): StubsState => ({ nodes: null, settings: {}, edits: {}, filter: '', bare: false, shown: STUBS });

export const noGraph = (): GraphState => ({ graph: null, views: [], node: null, closed: [], shown: ROWS, typed: { link: '', group: '', view: '' }, error: null, told: '' });

export const noPrompt = (): PromptState => ({ budget: null, node: null, other: null, projection: null, text: null, against: null, own: false, error: '' });
