// A machine as its steps and the ways between them, for what writes it in another notation.

import { isIdentifier, type Json } from './text.ts';

/** What the core reports about a machine. */
export interface MachineFacts {
  machine: CanonicalMachine;
  /** By node. */
  classes: Record<string, string>;
  /** How each edge is taken, in the order of the canonical JSON. */
  edgeClasses: string[];
  /** Where paths begin; empty if the run does not start without input. */
  starts: string[];
  contexts: { id: string; role: string; fields: { name: string; schema: FieldSchema }[] }[];
}

/** JSON Schema. */
export type FieldSchema = boolean | { [key: string]: Json };

/** A machine in another notation. */
export interface Exported {
  text: string;
  /** What the text does not have of the machine. It begins with them, as comments. */
  losses: string[];
}

interface Annotation {
  name: string;
  value?: Json;
  entries?: { target: string; expr: string }[];
  attributes?: Record<string, Json>;
}
interface CanonicalNode {
  name: string;
  id: string;
  title?: string;
  parentId?: string;
  attributes: { name: string; value?: Json; annotations?: Annotation[] }[];
  annotations?: Annotation[];
}
interface CanonicalEdge {
  sourceId: string;
  targetId: string;
  type?: string;
  fields?: string[];
  attributes?: Record<string, Json>;
  condition?: { kind: 'when' | 'unless'; text: string };
  annotations?: Annotation[];
  arrowType?: string;
}
export interface CanonicalMachine {
  title?: string;
  nodes: CanonicalNode[];
  edges: CanonicalEdge[];
}

export interface Assignment {
  target: string;
  expression: string;
}

export interface Way {
  to: Step;
  /** Without: it is taken by default, or chosen. */
  condition: { text: string; isUnless: boolean } | null;
  /** Only an agent takes it. */
  isByChoice: boolean;
  isAutomatic: boolean;
  priority: number;
  /** The event, or the time as it is written. */
  trigger: string;
  label: string;
  set: Assignment[];
  /** Paths meet here. */
  isJoin: boolean;
  /** As the source writes it, for what is lost. */
  text: string;
}

export interface Step {
  id: string;
  name: string;
  title: string | undefined;
  parent: Step | null;
  children: Step[];
  /** Where a step with steps inside begins. */
  entry: Step | null;
  isStart: boolean;
  isEnd: boolean;
  /** Its kind of step asks an agent where to go, if nothing else decides. */
  mayDecide: boolean;
  /** What an agent is asked, if there is one. */
  prompt: string | null;
  /** Contexts that a person fills in. */
  asks: string[];
  set: Assignment[];
  /** Those of its own. */
  own: Way[];
  catches: Way[];
  events: Way[];
  timers: Way[];
  forks: Way[];
  annotations: string[];
}

export interface ContextFacts {
  id: string;
  role: string;
  fields: {
    name: string;
    schema: FieldSchema;
    /** What a result is filled in with at the end. */
    from: string | undefined;
  }[];
}

export interface StepGraph {
  title: string;
  /** The outermost ones. */
  steps: Step[];
  all: Step[];
  start: Step | null;
  contexts: ContextFacts[];
  /** What has no place in a graph of steps. */
  losses: string[];
}

/** Classes of edges that paths take. */
const TAKEN = ['plain', 'conditional', 'guarded', 'fanout', 'catch', 'event', 'timer'];
const EXECUTABLE = ['task', 'state', 'init', 'end', 'plain'];

export function stepGraphOf(facts: MachineFacts): StepGraph {
  const { machine, classes, edgeClasses, starts } = facts;
  const losses: string[] = [];
  const steps: Map<string, Step> = new Map();
  for (const node of machine.nodes) {
    const kind = classes[node.id] ?? '';
    if (EXECUTABLE.includes(kind)) steps.set(node.id, stepOf(node, kind));
    else if (kind === 'tool') losses.push(`tool ${node.id}: agents get their tools where they are written`);
  }
  for (const { id, parentId } of machine.nodes) {
    const [step, parent] = [steps.get(id), steps.get(parentId ?? '')];
    if (!step || !parent) continue;
    step.parent = parent;
    parent.children.push(step);
  }
  for (const [i, edge] of machine.edges.entries()) addEdge(edge, edgeClasses[i] ?? '', steps, losses);
  for (const step of steps.values()) {
    step.own.sort((a, b) => a.priority - b.priority);
    if (step.prompt === null) step.entry = entryOf(step);
  }
  const all = [...steps.values()];
  const [first, ...others] = starts.flatMap((id) => steps.get(id) ?? []);
  for (const other of others) losses.push(`start at ${other.id}: a run begins in one place`);
  return {
    title: machine.title ?? 'Machine',
    steps: all.filter(({ parent }) => parent === null),
    all,
    start: first ?? all.find(({ isStart }) => isStart) ?? all[0] ?? null,
    contexts: facts.contexts.map((context) => withResults(context, machine.nodes)),
    losses,
  };
}

function stepOf(node: CanonicalNode, kind: string): Step {
  const prompt = node.attributes.find(({ name }) => name === 'prompt')?.value;
  const { annotations = [] } = node;
  return {
    id: node.id,
    name: node.name,
    title: node.title,
    parent: null,
    children: [],
    entry: null,
    isStart: kind === 'init' || /^start$/i.test(node.name) || annotations.some(({ name }) => name === 'start'),
    isEnd: kind === 'end',
    mayDecide: kind === 'task' || kind === 'plain',
    prompt: typeof prompt === 'string' && prompt.trim() !== '' && kind !== 'state' && kind !== 'end' ? prompt : null,
    asks: [],
    set: annotations.flatMap(assignmentsOf),
    own: [],
    catches: [],
    events: [],
    timers: [],
    forks: [],
    annotations: annotations.filter(({ name }) => name !== 'set' && name !== 'start').map(({ name }) => `@${name}`),
  };
}

function withResults(context: MachineFacts['contexts'][number], nodes: CanonicalNode[]): ContextFacts {
  const attributes = nodes.find(({ id }) => id === context.id)?.attributes ?? [];
  const fields = context.fields.map(({ name, schema }) => {
    const annotations = attributes.find((attribute) => attribute.name === name)?.annotations ?? [];
    const from = annotations.find((annotation) => annotation.name === 'from')?.value;
    return { name, schema, from: typeof from === 'string' ? from : undefined };
  });
  return { ...context, fields };
}

const assignmentsOf = ({ name, entries = [] }: Annotation): Assignment[] =>
  name === 'set' ? entries.map(({ target, expr }) => ({ target, expression: expr })) : [];

function addEdge(edge: CanonicalEdge, kind: string, steps: Map<string, Step>, losses: string[]) {
  const [from, to] = [steps.get(edge.sourceId), steps.get(edge.targetId)];
  if (edge.type === 'asks') {
    (from ?? to)?.asks.push(from ? edge.targetId : edge.sourceId);
    return;
  }
  if (!from || !to || !TAKEN.includes(kind)) return;
  const way = wayOf(edge, to, kind);
  if (edge.arrowType === '<-->') losses.push(`${way.text}: the way back`);
  if (kind === 'fanout') {
    const counted = edge.annotations?.some(({ name, value }) => name === 'map' || (name === 'async' && isCount(value)));
    if (counted) losses.push(`${way.text}: a path for each item`);
    from.forks.push(way);
  } else if (kind === 'catch') from.catches.push(way);
  else if (kind === 'event') from.events.push(way);
  else if (kind === 'timer') from.timers.push(way);
  else from.own.push(way);
}

const isCount = (value: Json | undefined) => typeof value === 'number';

function wayOf(edge: CanonicalEdge, to: Step, kind: string): Way {
  const { attributes = {}, condition, annotations = [] } = edge;
  const { text, on, after } = attributes;
  const trigger = on ?? after;
  const label = typeof text === 'string' ? text : '';
  const shown = [label, typeof trigger === 'string' ? trigger : '', condition?.text ?? ''].find((one) => one !== '');
  return {
    to,
    condition: condition && kind !== 'guarded' ? { text: condition.text, isUnless: condition.kind === 'unless' } : null,
    isByChoice: kind === 'guarded',
    isAutomatic: annotations.some(({ name }) => name === 'auto'),
    priority: Number(attributes.priority ?? annotations.find(({ name }) => name === 'priority')?.value ?? 0),
    trigger: trigger === undefined ? '' : String(trigger),
    label: kind === 'guarded' ? (condition?.text ?? label) : label,
    set: annotations.flatMap(assignmentsOf),
    isJoin: annotations.some(({ name }) => name === 'join'),
    text: `${edge.sourceId} ${shown === undefined ? '->' : `-${shown}->`} ${edge.targetId}`,
  };
}

/** The child that a path enters first. */
function entryOf({ children }: Step): Step | null {
  const entered = new Set(children.flatMap((child) => stepsAfter(child).filter((to) => to !== child)));
  return (
    children.find(({ isStart }) => isStart) ??
    children.find((child) => !entered.has(child)) ??
    children.find(({ prompt }) => prompt !== null) ??
    children[0] ??
    null
  );
}

const stepsAfter = ({ own, events, timers, forks }: Step) =>
  [...own, ...events, ...timers, ...forks].map(({ to }) => to);

/** Its own ways on, or those of the nearest step around it that has some. */
export function waysOn(step: Step): Way[] {
  for (let at = step.isEnd ? step.parent : step; at; at = at.parent) if (at.own.length > 0) return at.own;
  return [];
}

/** The ways that an agent chooses from: several without a condition, or what is no expression. */
export function choicesOf(step: Step): Way[] {
  const ways = waysOn(step).filter(({ condition }) => condition === null);
  const plain = ways.filter(({ isByChoice }) => !isByChoice);
  const first = Math.min(...plain.map(({ priority }) => priority));
  const targets = new Set(plain.filter(({ priority }) => priority === first).map(({ to }) => to));
  const isDecided = plain.some(({ isAutomatic }) => isAutomatic) || (targets.size < 2 && plain.length === ways.length);
  return isDecided ? [] : ways;
}

/** Whether an agent works here, or decides where to go. */
export const hasAgent = (step: Step) =>
  step.prompt !== null || (step.mayDecide && step.entry === null && choicesOf(step).length > 0);

/** Where a path of its own stands when it enters a step: inside, as far as there are steps inside. */
export function enteredStep(step: Step): Step {
  let at = step;
  while (at.entry) at = at.entry;
  return at;
}

/** What contexts hold before a run. */
export function initialValues(contexts: ContextFacts[]): Record<string, Json> {
  return Object.fromEntries(
    contexts.map(({ id, fields }) => [
      id,
      Object.fromEntries(
        fields.flatMap(({ name, schema }) =>
          typeof schema === 'object' && schema.default !== undefined ? [[name, schema.default]] : [],
        ),
      ),
    ]),
  );
}

/** Milliseconds of a time to wait. */
export function waitMs(text: string): number | null {
  const [, number = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(text) ?? [];
  const factor = UNITS[unit.toLowerCase()];
  return factor === undefined ? null : Math.max(1, Math.round(Number(number) * factor));
}

const UNITS: Record<string, number> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** The context and the field that a reference in an expression at a step means: the innermost one of that name. */
export function fieldOf(
  contexts: ContextFacts[],
  step: Step | null,
  path: string[],
): { context: ContextFacts; rest: string[] } | null {
  for (let at: Step | null = step; ; at = at.parent) {
    const prefix = at === null ? '' : `${at.id}.`;
    for (let n = path.length; n > 0; n -= 1) {
      const context = contexts.find(({ id }) => id === prefix + path.slice(0, n).join('.'));
      if (context) return { context, rest: path.slice(n) };
    }
    if (at === null) return null;
  }
}

/** A name that no other has yet. */
export class UniqueNames {
  readonly #taken: Set<string>;
  readonly #names: Map<string, string> = new Map();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  of(id: string): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const wanted = isIdentifier(id) ? id : id.replace(/[^\p{XIDC}]+/gu, '_');
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${wanted}_${n}`;
    this.#taken.add(name);
    this.#names.set(id, name);
    return name;
  }
}
