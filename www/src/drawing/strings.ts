import { PATH_STATUS, type PathStatus } from '../run/path-status.ts';
import { count } from '../strings.ts';

/** What the drawing says as text: in the Outline panel, to screen readers and in tips. */
export const outlineStrings = {
  counts: (nodes: number, edges: number) => `${count(nodes, 'node')}, ${count(edges, 'edge')}`,
  left: (n: number) => `${n.toLocaleString('en')} more not listed`,
  leftOut: (n: number) => `${count(n, 'more edge')} not listed`,
  contexts: (n: number) => count(n, 'context'),
  paths: (n: number) => count(n, 'path'),
  at: (at: string) => `step ${at}`,
  questions: (n: number) => count(n, 'open question'),
  /** Which paths give a node a state. */
  state: (status: PathStatus, paths: string) => {
    if (status === 'active') return `current for path ${paths}`;
    const word = PATH_STATUS[status].word.toLowerCase();
    return `${word}${status === 'completed' ? ' here' : ''}, path ${paths}`;
  },
  caught: (n: number) => `${count(n, 'failure')} caught`,
  undid: (nodes: string) => `compensated for ${nodes}`,
  visited: (n: number) => `visited ${count(n, 'time')}`,
  stop: 'breakpoint',
  when: (condition: string) => `when ${condition}`,
  truth: (truth: string, path: string) => `${truth} for path ${path}`,
  taken: (n: number) => `taken ${count(n, 'time')}`,
  forced: (mode: 'take' | 'skip', path: string | null) =>
    `${mode === 'take' ? 'forced' : 'skipped'} for ${path === null ? 'all paths' : `path ${path}`}`,
};
