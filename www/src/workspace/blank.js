// @ts-check
// What the store holds for parts of the page whose code comes later.

/** Rows of the graph shown at once. */
export const ROWS = 300;

/** @returns {import('../features/sql/controller.js').SqlState} */
export function initialSql() {
  return { phase: 'closed', failure: '', run: null, tables: [], text: '', typed: false, replaced: '', busy: false, queued: '', answer: null, asked: '', ended: '', opened: [], view: 'ddl' };
}

/** Stubs listed at once. */
export const STUBS = 100;

/** @returns {import('../features/agent/stubs-controller.js').StubsState} */
export const noStubs = () => ({ nodes: null, settings: {}, edits: {}, filter: '', bare: false, shown: STUBS });

/** @returns {import('../features/context-graph/controller.js').GraphState} */
export const noGraph = () => ({ graph: null, views: [], node: null, closed: [], shown: ROWS, typed: { link: '', group: '', view: '' }, error: null, told: '' });

/** @returns {import('../features/prompt/controller.js').PromptState} */
export const noPrompt = () => ({ budget: null, node: null, other: null, projection: null, text: null, against: null, own: false, error: '' });
