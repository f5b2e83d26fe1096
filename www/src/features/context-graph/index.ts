import type { Graph, GraphView, GraphState as ProtocolGraphState } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export type Where = 'link' | 'group' | 'view';

export interface GraphState {
  graph: Graph | null;
  views: GraphView[];
  /** The chosen one. */
  node: string | null;
  /** Nodes whose children are not shown. */
  closed: string[];
  /** Rows shown at most. */
  shown: number;
  typed: { link: string; group: string; view: string };
  error: { where: Where | 'node'; text: string } | null;
  /** What the last edit did. */
  announcement: string;
}

/** Rows of the graph shown at once. */
export const ROWS = 300;

export const initialGraph = (): GraphState => ({
  graph: null,
  views: [],
  node: null,
  closed: [],
  shown: ROWS,
  typed: { link: '', group: '', view: '' },
  error: null,
  announcement: '',
});

declare module '../../store/state.ts' {
  interface State {
    graph: GraphState;
  }
  interface Actions {
    graphNode: { node: string };
    graphToggle: { node: string };
    graphMore: {};
    graphType: { where: Where; text: string };
    graphLink: {};
    graphUnlink: { parent: string };
    graphMove: { by: -1 | 1 };
    graphGroup: {};
    graphRemove: {};
    graphState: { state: ProtocolGraphState };
    graphLevel: { level: 'ignore' | 'hold' | 'wake' };
    viewSave: {};
    viewRestore: { name: string };
    viewDelete: { name: string };
    viewReset: {};
  }
  interface Panels {
    graph: {};
  }
}

export const actions = [
  'graphNode',
  'graphToggle',
  'graphMore',
  'graphType',
  'graphLink',
  'graphUnlink',
  'graphMove',
  'graphGroup',
  'graphRemove',
  'graphState',
  'graphLevel',
  'viewSave',
  'viewRestore',
  'viewDelete',
  'viewReset',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
