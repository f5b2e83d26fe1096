// The edges of the machine before and after each edit that a branch applied: events refer to edges by the IDs of the
// machine at that time.

import { LONG_LIST_LENGTH } from '../protocol/bulk.ts';
import type { Entry, Revision } from '../protocol/types.ts';
import type { Run } from '../../pkg/tracklight.js';

export class Revisions {
  /** By branch and step. */
  #edgesByStep: Map<string, Revision['edges']> = new Map();

  /**
   * The revisions of the branch at the cursor; null where no edit was applied.
   * @param entries of the branch
   */
  read(run: Run, entries: Entry[], branch: string): Revision[] | null {
    const edits = entries.filter(({ kind }) => kind === 'applyEdit');
    if (edits.length === 0) return null;
    return [entries[0], ...edits].map(({ step }) => ({ fromStep: step, edges: this.#edges(run, branch, step) }));
  }

  /** Moves the cursor to the step and back, which changes nothing else. */
  #edges(run: Run, branch: string, step: number) {
    const key = `${branch} ${step}`;
    const known = this.#edgesByStep.get(key);
    if (known !== undefined) return known;
    const here = run.back(0);
    if (!here.ok || !run.goto(step, branch).ok) return [];
    try {
      const { edges } = run.view();
      // Longer lists are not worth sending for the names of edges in events.
      const made =
        edges.length > LONG_LIST_LENGTH
          ? []
          : edges.map(({ id, source, target, condition }) => ({
              id,
              source,
              target,
              ...(condition === undefined ? {} : { condition }),
            }));
      this.#edgesByStep.set(key, made);
      return made;
    } finally {
      run.goto(here.step, here.branch);
    }
  }
}
