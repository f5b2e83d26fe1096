// Statecharts as machines: states within states, parallel regions, transitions with events, conditions and timers. What
// Mermaid's state diagrams, XState and SCXML are read into.

import {
  setAnnotation,
  type EdgeOptions,
  type EdgeText,
  type MachineText,
  type NodeText,
  type SetEntry,
} from './machine-text.ts';

/** To be recorded where the state or the transition is written. */
export interface PendingLoss {
  line: number;
  what: string;
  why: string;
}

export type StateKind =
  | 'state'
  /** All inner states are entered at once. */
  | 'parallel'
  | 'final'
  /** A node that is passed through at the beginning: UML's initial pseudo-state. */
  | 'start'
  | 'choice'
  | 'fork'
  | 'join'
  /** Work that an agent does. */
  | 'task';

export class State {
  readonly name: string;
  readonly line: number;
  kind: StateKind;
  parent: State | null = null;
  readonly states: State[] = [];
  initial: State | null = null;
  title: string | undefined;
  description: string | undefined;
  prompt: string | undefined;
  /** Written on entry. */
  readonly entry: SetEntry[] = [];
  readonly notes: string[] = [];
  readonly losses: PendingLoss[] = [];
  readonly comments: string[] = [];
  readonly transitions: Transition[] = [];

  constructor(name: string, line: number, kind: StateKind = 'state') {
    this.name = name;
    this.line = line;
    this.kind = kind;
  }

  add(child: State): State {
    child.parent = this;
    this.states.push(child);
    return child;
  }
}

export interface Transition {
  line: number;
  /** Null: the state stays, only values change. */
  target: State | null;
  /** Without event and timer: taken as soon as its condition is true. */
  on?: string;
  after?: number;
  /** Taken when the inner states are done, or the task. */
  isDone?: boolean;
  /** Taken when the task fails. */
  isError?: boolean;
  when?: string;
  text?: string;
  set?: SetEntry[];
  /** Actions that nothing here does. */
  note?: string;
  losses?: PendingLoss[];
  comments?: string[];
}

/** States whose transitions without target are written at each inner state, up to this many. */
const MAX_COPIES = 50;

const ENTERED_ANEW = 'a path enters it anew: its timers, agent and values start again';

const TYPES: Record<StateKind, string> = {
  state: 'state',
  parallel: 'state',
  final: 'end',
  start: 'init',
  choice: 'task',
  fork: 'process',
  join: 'process',
  task: 'task',
};

/** @param root its inner states are those of the machine */
export function writeStatechart(machine: MachineText, root: State) {
  new Writer(machine).write(root);
}

class Writer {
  readonly #machine: MachineText;
  readonly #nodes: Map<State, NodeText> = new Map();
  /** Where the regions of a parallel state meet when all are done. */
  readonly #joined: Map<State, NodeText> = new Map();

  constructor(machine: MachineText) {
    this.#machine = machine;
  }

  write(root: State) {
    this.#nodes.set(root, this.#machine.root);
    this.#machine.comments.push(...root.comments);
    for (const loss of root.losses) this.#machine.lose(null, loss.line, loss.what, loss.why);
    this.#declareInner(root, this.#machine.root);
    this.#connectInner(root);
    // The machine itself is no node: what holds for all of it is written at each outermost state.
    for (const transition of root.transitions) {
      const recorded = { ...transition, losses: [], comments: [] };
      for (const [i, state] of root.states.entries())
        if (state.kind !== 'final') this.#connect(state, i === 0 ? transition : recorded, root);
    }
  }

  #declareInner(state: State, node: NodeText) {
    if (state.kind === 'parallel' && state.states.length > 0) {
      const start = this.#machine.add(node, 'start', { type: 'init' });
      for (const region of state.states) this.#declare(region, node);
      const group = this.#groupOf(state);
      for (const region of state.states)
        this.#machine.connect(start, this.#node(region), { annotations: [`@async(group: ${group})`] });
      if (state.transitions.some(({ isDone }) => isDone)) {
        const joined = this.#machine.add(node, 'joined', { type: 'process' });
        for (const region of state.states)
          this.#machine.connect(this.#node(region), joined, { annotations: [`@join(group: ${group})`] });
        this.#joined.set(state, joined);
      }
      return;
    }
    for (const inner of state.states) this.#declare(inner, node);
  }

  #declare(state: State, parent: NodeText) {
    const { initial, kind: parentKind, states: siblings } = state.parent ?? state;
    const isStart = parentKind !== 'parallel' && initial === state && !siblings.some(({ kind }) => kind === 'start');
    const type = state.states.length > 0 ? 'state' : TYPES[state.kind];
    const node = this.#machine.add(parent, state.name, {
      type,
      title: state.title,
      annotations: [...(isStart ? ['@start'] : []), ...(state.entry.length > 0 ? [setAnnotation(state.entry)] : [])],
      attributes: [
        ...(state.description === undefined ? [] : [{ name: 'desc', value: state.description }]),
        ...(state.prompt === undefined ? [] : [{ name: 'prompt', value: state.prompt }]),
      ],
    });
    this.#nodes.set(state, node);
    this.#machine.tokens += 1;
    node.comments.push(...state.comments);
    for (const loss of state.losses) this.#machine.lose(node, loss.line, loss.what, loss.why);
    node.notes.push(...state.notes);
    this.#declareInner(state, node);
  }

  #groupOf(state: State) {
    return this.#node(state).name || 'machine';
  }

  #node(state: State): NodeText {
    return this.#nodes.get(state) ?? this.#machine.root;
  }

  #connectInner(state: State) {
    for (const inner of state.states) {
      for (const transition of inner.transitions) this.#connect(inner, transition);
      if (inner.states.length === 0) this.#addInherited(inner);
      this.#connectInner(inner);
    }
  }

  /** A path waits at a node only for its own events; the others are found from there outwards. */
  #addInherited(state: State) {
    const { transition, from } = inheritedTransition(state) ?? {};
    if (!transition?.target || !from) return;
    const copy = { ...transition, losses: [], comments: [] };
    const edge = this.#edge(state, transition.target, copy, from);
    const why = `a path ends in a state without edges, so \`${state.name}\` has this edge of \`${from.name}\` too`;
    this.#machine.noteAddition(edge, transition.line, why);
  }

  /** @param of whose transition it is */
  #connect(state: State, transition: Transition, of: State = state) {
    this.#machine.tokens += 1;
    if (transition.target !== null) {
      this.#edge(state, transition.target, transition, of);
      return;
    }
    const leaves = leavesOf(state, MAX_COPIES + 1);
    if (leaves.length > MAX_COPIES) {
      const { on = '', line } = transition;
      this.#machine.lose(this.#node(state), line, on, `an action without target in more than ${MAX_COPIES} states`);
      return;
    }
    for (const [i, leaf] of leaves.entries()) {
      const isAnswered = leaf !== state && leaf.transitions.some(({ on, when }) => on === transition.on && !when);
      if (isAnswered) continue;
      const edge = this.#edge(leaf, leaf, i === 0 ? transition : { ...transition, losses: [], comments: [] });
      if (startsAgain(leaf)) this.#machine.lose(edge, transition.line, 'staying in the state', ENTERED_ANEW);
    }
  }

  #edge(from: State, to: State, transition: Transition, of: State = from): EdgeText {
    const { on, after, isError, when, text, set, note, line, losses = [], comments = [] } = transition;
    const node = this.#node(from);
    const isFork = from.kind === 'fork';
    const annotations: string[] = [];
    if (isFork) annotations.push('@async');
    else if (to.kind === 'join') annotations.push('@join');
    // Whatever happens to a parallel state happens to all its regions.
    else if (on !== undefined || after !== undefined) {
      const parallel = parallelBetween(from, of);
      if (parallel) annotations.push(`@join(group: ${this.#groupOf(parallel)})`);
    }
    const options: EdgeOptions = {
      // A fork does not wait.
      text: isFork ? (text ?? on) : text,
      on: isFork ? undefined : on,
      when,
      after,
      isCatch: isError ?? false,
      ...(set ? { set } : {}),
      annotations,
      attributes: note === undefined ? [] : [{ name: 'note', value: note }],
    };
    const edge = this.#machine.connect(node, this.#node(to), options);
    edge.comments.push(...comments);
    for (const loss of losses) this.#machine.lose(edge, loss.line, loss.what, loss.why);
    const left = regionLeft(of, to);
    if (left) this.#machine.lose(edge, line, `leaving \`${left.name}\``, 'the other regions of a parallel state go on');
    return edge;
  }
}

/** Whether entering a state once more makes a difference. */
const startsAgain = ({ kind, entry, transitions }: State) =>
  kind === 'task' || entry.length > 0 || transitions.some(({ after }) => after !== undefined);

/** The event of a container that a path is to wait for at an inner state that has nothing of its own. */
function inheritedTransition(state: State): { transition: Transition; from: State } | null {
  const stays = state.kind === 'state' || state.kind === 'task' || state.kind === 'parallel';
  if (!stays || state.transitions.length > 0) return null;
  for (let from = state.parent; from?.parent; from = from.parent) {
    const transition = from.transitions.find(({ on, target }) => on !== undefined && target !== null);
    if (transition) return { transition, from };
  }
  return null;
}

/** The outermost parallel state from `inner` to `outer`, both included. */
function parallelBetween(inner: State, outer: State): State | null {
  let found: State | null = null;
  for (let at: State | null = inner; at; at = at.parent) {
    if (at.kind === 'parallel' && at.states.length > 0) found = at;
    if (at === outer) break;
  }
  return found;
}

/** Innermost states, up to `most`. */
function leavesOf(state: State, most: number): State[] {
  if (state.states.length === 0) return [state];
  const leaves: State[] = [];
  for (const inner of state.states) {
    if (leaves.length >= most) break;
    if (inner.kind !== 'final') leaves.push(...leavesOf(inner, most - leaves.length));
  }
  return leaves;
}

/** The parallel state that a transition leaves from one of its regions. */
function regionLeft(from: State, to: State): State | null {
  const around: Set<State> = new Set();
  for (let at: State | null = to; at; at = at.parent) around.add(at);
  let region: State = from;
  for (let at = from.parent; at; region = at, at = at.parent) {
    if (around.has(at)) return at.kind === 'parallel' && !around.has(region) ? at : null;
    if (at.kind === 'parallel') return at;
  }
  return null;
}
