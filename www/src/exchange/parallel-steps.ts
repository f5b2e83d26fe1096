// Forks whose branches can be regions of a parallel state: closed groups of steps that meet at one place.

import { waysOn, type Step, type StepGraph, type Way } from './step-graph.ts';

export interface Branches {
  /** Of each branch the steps beside each other, the first one first. */
  steps: Step[][];
  /** Where all go on together; null if each ends by itself. */
  join: Step | null;
}

export class ParallelSteps {
  readonly #branches: Map<Step, Branches> = new Map();
  readonly #places: Map<Step, { fork: Step; index: number }> = new Map();

  /** @param lose is called for each fork that has another form */
  constructor({ all }: StepGraph, lose: (what: string) => void) {
    for (const fork of all) {
      if (fork.forks.length === 0) continue;
      const branches = branchesAt(fork, all);
      const steps = branches?.steps.flat() ?? [];
      if (branches === null || steps.some((step) => this.#places.has(step)))
        lose(`the branches from ${fork.id}: they are no closed groups of steps, so only the first one is taken`);
      else {
        this.#branches.set(fork, branches);
        for (const [index, branch] of branches.steps.entries())
          for (const step of branch) this.#places.set(step, { fork, index });
      }
    }
  }

  branchesOf = (fork: Step): Branches | null => this.#branches.get(fork) ?? null;

  /** Whether it is written within a parallel state. */
  isInBranch = (step: Step): boolean => this.#places.has(step);

  /** The innermost branch around a step. */
  branchAround(step: Step): { fork: Step; index: number } | null {
    for (let at: Step | null = step; at; at = at.parent) {
      const place = this.#places.get(at);
      if (place) return place;
    }
    return null;
  }
}

function branchesAt(fork: Step, all: Step[]): Branches | null {
  // A path that goes on beside its branches has no counterpart.
  if (fork.own.length > 0 || fork.entry !== null) return null;
  const steps: Step[][] = [];
  const joins: Set<Step> = new Set();
  const taken: Set<Step> = new Set([fork]);
  for (const { to, condition } of fork.forks) {
    if (condition !== null || to.parent !== fork.parent || taken.has(to)) return null;
    const branch = [to];
    taken.add(to);
    for (const step of branch)
      for (const way of waysWithin(step)) {
        const next = siblingAround(way.to, fork.parent);
        if (way.isJoin) {
          if (next !== way.to) return null;
          joins.add(way.to);
        } else if (next === null) return null;
        else if (!branch.includes(next)) {
          if (taken.has(next)) return null;
          taken.add(next);
          branch.push(next);
        }
      }
    steps.push(branch);
  }
  const [join = null, ...others] = joins;
  if (others.length > 0 || (join && taken.has(join))) return null;
  // Each branch would leave the module around by itself.
  if (join === null && waysOn(fork).length > 0) return null;
  // Nothing else may enter a branch.
  const outside = all.filter((step) => step !== fork && !isWithin(step, taken));
  if (outside.some((step) => directWays(step).some(({ to }) => isWithin(to, taken) && to !== fork))) return null;
  return { steps, join };
}

const directWays = ({ own, catches, events, timers, forks }: Step): Way[] => [
  ...own,
  ...catches,
  ...events,
  ...timers,
  ...forks,
];
/** Of a step and of all steps inside of it. */
const waysWithin = (step: Step): Way[] => [...directWays(step), ...step.children.flatMap(waysWithin)];

function siblingAround(step: Step, parent: Step | null): Step | null {
  for (let at: Step | null = step; at; at = at.parent) if (at.parent === parent) return at;
  return null;
}

function isWithin(step: Step, group: ReadonlySet<Step>): boolean {
  for (let at: Step | null = step; at; at = at.parent) if (group.has(at)) return true;
  return false;
}
