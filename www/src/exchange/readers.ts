// The reader of each notation, which comes when it is wanted.

import { tryLoad } from '../load/load.ts';
import type { FormatId } from './formats.ts';
import type { Reader } from './types.ts';

const flowchart = async () => (await tryLoad(() => import('./mermaid-flowchart.ts'))).readMermaidFlowchart;

export const READERS: Record<FormatId, () => Promise<Reader>> = {
  'mermaid-state': async () => (await tryLoad(() => import('./mermaid-state.ts'))).readMermaidState,
  'langgraph-mermaid': flowchart,
  'mermaid-flowchart': flowchart,
  langgraph: async () => (await tryLoad(() => import('./langgraph.ts'))).readLangGraph,
  asl: async () => (await tryLoad(() => import('./asl.ts'))).readAsl,
  xstate: async () => (await tryLoad(() => import('./xstate.ts'))).readXState,
  scxml: async () => (await tryLoad(() => import('./scxml.ts'))).readScxml,
  dot: async () => (await tryLoad(() => import('./dot.ts'))).readDot,
};
