// @ts-check
// The edges of the machine before and after each edit that a branch applied: events name edges by ids of the machine as it
// was then.

import { LONG } from "./bulk.js";

/**
 * @typedef {import("../pkg/tracklight.js").Run} Run
 * @typedef {import("./types.js").Revision} Revision
 */

export class Revisions {
  /** By branch and step. @type {Map<string, Revision["edges"]>} */
  #known = new Map();

  /**
   * Those of the branch at the cursor; null where no edit was applied.
   * @param {Run} run @param {import("./types.js").Entry[]} entries of the branch @param {string} branch
   * @returns {Revision[] | null}
   */
  of(run, entries, branch) {
    const edits = entries.filter(({ kind }) => kind === "applyEdit");
    if (edits.length === 0) return null;
    return [entries[0], ...edits].map(({ step }) => ({ from: step, edges: this.#edges(run, branch, step) }));
  }

  /** The cursor goes there and comes back: moving it changes nothing. @param {Run} run @param {string} branch @param {number} step */
  #edges(run, branch, step) {
    const key = `${branch} ${step}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const here = run.back(0);
    if (!here.ok || !run.goto(step, branch).ok) return [];
    try {
      const { edges } = run.view();
      // Nobody looks through more than these for a name.
      const made = edges.length > LONG ? [] : edges.map(({ id, source, target, condition }) => ({ id, source, target, ...(condition === undefined ? {} : { condition }) }));
      this.#known.set(key, made);
      return made;
    } finally {
      run.goto(here.step, here.branch);
    }
  }
}
