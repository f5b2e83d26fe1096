// What an exploration reached: in numbers for the panel, and as marks for the drawing.

import type { Badge } from '../../diagram/types.ts';
import { computed } from '../../protocol/computed.ts';
import type { ExploreResult } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';
import { isPanelInSight } from '../../store/panels.ts';

export interface Covered {
  of: 'nodes' | 'edges' | 'conditions';
  some: number;
  all: number;
  /** Elements of the drawing. */
  missing: { id: string; name: string }[];
}

type View = NonNullable<State['run']['snapshot']>['view'];

const viewOf = ({ run: { snapshot } }: State): View | null => snapshot?.view ?? null;

/** Nodes entered, edges taken, conditions that gave both answers, and what is missing of them. */
export function coverageOf(state: State, { coverage }: ExploreResult): Covered[] {
  const view = viewOf(state);
  const edgeName = (id: string) => {
    const edge = view?.edges.find((edge) => edge.id === id);
    return edge ? `${edge.source} → ${edge.target}` : id;
  };
  const nodes = Object.entries(coverage.nodes).filter(([, n]) => n === 0);
  const edges = Object.entries(coverage.edges).filter(([, n]) => n === 0);
  const conditions = Object.entries(coverage.conditions).filter(
    ([, results]) => !(results.includes('true') && results.includes('false')),
  );
  const part = (of: Covered['of'], all: number, missing: Covered['missing']): Covered => ({
    of,
    all,
    some: all - missing.length,
    missing,
  });
  return [
    part(
      'nodes',
      Object.keys(coverage.nodes).length,
      nodes.map(([name]) => ({ id: view?.nodes[name]?.diagramId ?? '', name })),
    ),
    part(
      'edges',
      Object.keys(coverage.edges).length,
      edges.map(([id]) => ({ id, name: edgeName(id) })),
    ),
    part(
      'conditions',
      Object.keys(coverage.conditions).length,
      conditions.map(([id]) => ({ id, name: edgeName(id) })),
    ),
  ];
}

/** Whether the run that is shown is of the machine that was explored. */
export const isOfShownRun = (state: State, hash: string) => viewOf(state)?.machineHash === hash;

const NONE: Badge[] = [];

/** While the panel is open: how often each edge was taken, and which nodes and edges never. */
export const coverageBadges = computed(
  (state: State) => [
    state.explore.explored,
    state.explore.isStale,
    state.panel === 'explore' && (state.shell.narrow || isPanelInSight(state)),
    viewOf(state)?.machineHash,
  ],
  (state): Badge[] => {
    const { explore, panel, shell } = state;
    const isOpen = panel === 'explore' && (shell.narrow || isPanelInSight(state));
    const view = viewOf(state);
    if (!view || !explore.explored || explore.isStale || !isOpen || !isOfShownRun(state, explore.explored.hash))
      return NONE;
    const { nodes, edges } = explore.explored.result.coverage;
    return [
      ...Object.entries(nodes)
        .filter(([, n]) => n === 0)
        .flatMap(([name]) => view.nodes[name]?.diagramId ?? [])
        .map((id): Badge => ({ id, kind: 'reached', n: 0 })),
      ...Object.entries(edges).map(([id, n]): Badge => ({ id, kind: 'reached', n })),
    ];
  },
);
