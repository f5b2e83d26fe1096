// What the diagram says.

import { count } from '../strings.ts';

export const diagramStrings = {
  role: 'machine diagram',
  label: (title: string, nodes: number, edges: number) => `${title}, ${count(nodes, 'node')}, ${count(edges, 'edge')}`,
  working: 'Rendering',
  tools: 'View',
  empty: 'No nodes yet.',
  firstStep: 'Add the first step',
  notLoaded: 'part of its code did not load',
  dot: 'Save as DOT',
  failed: (reason: string) => `Could not render the diagram: ${reason}.`,
  simplified: 'Drawn without edge labels: the full layout took too long.',
  large: 'This machine is too large to render while you edit. The Outline panel lists all of it.',
  anyway: 'Render anyway',
  again: 'Try again',
  zoomOut: 'Zoom out',
  zoomIn: 'Zoom in',
  fit: 'Fit',
  zoom: 'Zoom',
  followWord: 'Follow',
  follow: 'Follow the current node',
  find: 'Find node',
  full: 'Full screen',
  leaveFull: 'Leave full screen',
  findLabel: 'Find by name or title',
  found: (n: number) => (n === 0 ? 'No match' : `${n} found`),
  findNext: 'Next (Enter)',
  findClose: 'Close find',
};

/** Kinds of elements, and an edge by its ends. */
export const elementStrings = {
  node: 'node',
  cluster: 'container',
  edge: 'edge',
  ends: (from: string, to: string) => `${from} to ${to}`,
  out: (n: number) => `${count(n, 'edge')} out`,
  fold: (name: string) => `Fold ${name}`,
  unfold: (name: string) => `Unfold ${name}`,
  found: (n: number) => `${n} found`,
  /** What is marked inside a folded module. */
  inside: {
    stop: (n: number) => `${count(n, 'breakpoint')} inside`,
    watch: (n: number) => `${count(n, 'watch', 'watches')} inside`,
    asks: (n: number) => `${count(n, 'open question')} inside`,
    found: (n: number) => `${n} found inside`,
  },
};
