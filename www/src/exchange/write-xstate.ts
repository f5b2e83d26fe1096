// A machine as a program for XState 5, with a stub for each agent.

import {
  choicesOf,
  enteredStep,
  fieldOf,
  hasAgent,
  initialValues,
  stepGraphOf,
  UniqueNames,
  waitMs,
  waysOn,
  type Exported,
  type MachineFacts,
  type Step,
  type StepGraph,
  type Way,
} from './step-graph.ts';
import { codeOf, templateCodeOf, type Target } from './target-expression.ts';
import { ParallelSteps, type Branches } from './parallel-steps.ts';
import { onOneLine, type Json } from './text.ts';

export function writeXState(facts: MachineFacts): Exported {
  return new Writer(stepGraphOf(facts)).write();
}

/** A value of the program that is written: data, or code as it stands. */
type Written = Json | Code | Written[] | { [key: string]: Written };
class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const HELPERS = `/**
 * Stands in for an agent: fromPromise(async ({ input }) => …), which gets input.prompt and input.context, and gives
 * { write: { Context: { field: value } } }, with { next: 'step' } where it chooses. Answers of people are events with
 * the same; { declined: true } declines.
 */
const stub = (reply) => fromPromise(() => new Promise((resolve) => setTimeout(() => resolve(reply))));
const given = (event) => event.output ?? event;
const merged = (values, changes = {}) => ({
  ...values,
  ...Object.fromEntries(Object.entries(changes).map(([name, fields]) => [name, { ...values[name], ...fields }])),
});
const keep = assign(({ context, event }) => merged(context, given(event).write));
const set = (changes) => assign(({ context, event }) => merged(context, changes(context, event)));
/** A condition that cannot be evaluated is not true. */
const when = (test) => ({ context, event }) => {
  try {
    return Boolean(test(merged(context, given(event).write), event));
  } catch {
    return false;
  }
};
const chose = (step) => ({ event }) => given(event).next === step;
`;

// Names with a space cannot be those of steps.
/** The state that ends a run from inside of other states. */
const COMPLETED = 'run completed';
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const joinedId = (fork: string, index: number) => `${fork} joined ${index + 1}`;

class Writer {
  readonly #graph: StepGraph;
  readonly #losses: string[];
  readonly #ids = new UniqueNames();
  readonly #parallel: ParallelSteps;
  #needsCompleted = false;

  constructor(graph: StepGraph) {
    this.#graph = graph;
    this.#losses = [...graph.losses];
    this.#parallel = new ParallelSteps(graph, (loss) => this.#losses.push(loss));
  }

  write(): Exported {
    const { title, steps, start, all, contexts } = this.#graph;
    const states = this.#states(steps);
    if (this.#needsCompleted) states[COMPLETED] = { id: COMPLETED, type: 'final' };
    if (start && enteredStep(outermost(start)) !== enteredStep(start))
      this.#losses.push(`start at ${start.id}: the run begins where its module begins`);
    const output = this.#output();
    const config: Record<string, Written> = {
      id: '(machine)',
      description: title,
      context: new Code(`({ input }) => merged(${print(initialValues(contexts), 1)}, input)`),
    };
    if (start) config.initial = outermost(start).name;
    config.states = states;
    if (output) config.output = output;
    const actors = Object.fromEntries(all.filter(hasAgent).map((step) => [step.id, this.#stub(step)]));
    const lines = [
      `// ${onOneLine(title)}: a machine of Tracklight for XState 5. Each agent is a stub to be replaced.`,
      ...this.#losses.map((loss) => `// lost: ${onOneLine(loss)}`),
      "import { assign, fromPromise, setup } from 'xstate';",
      '',
      HELPERS,
      `export const machine = setup({\n  actors: ${print(actors, 1)},\n}).createMachine(${print(config, 0)});`,
    ];
    return { text: `${lines.join('\n')}\n`, losses: this.#losses };
  }

  #id = (step: Step) => this.#ids.of(step.id);

  #stub(step: Step): Code {
    const [first] = choicesOf(step);
    return new Code(`stub(${first ? `{ next: ${JSON.stringify(first.to.id)} }` : '{}'})`);
  }

  #states(steps: Step[]): Record<string, Written> {
    const states: Record<string, Written> = {};
    for (const step of steps) if (!this.#parallel.isInBranch(step)) this.#addState(states, step);
    return states;
  }

  #addState(states: Record<string, Written>, step: Step) {
    const branches = this.#parallel.branchesOf(step);
    if (isAskedFirst(step))
      states[`${step.name} asked`] = {
        id: `${this.#id(step)} asked`,
        on: { [answeredEvent(step)]: { target: `#${this.#id(step)}`, actions: new Code('keep') } },
      };
    states[step.name] = this.#state(step);
    if (branches) states[`${step.name} branches`] = this.#branches(step, branches);
  }

  #state(step: Step): Written {
    const { id, title, children, entry, asks, set, annotations } = step;
    for (const name of annotations) this.#losses.push(`${name} of ${id}`);
    const state: Record<string, Written> = { id: this.#id(step) };
    if (title !== undefined) state.description = title;
    if (set.length > 0) state.entry = this.#assignments(set, step);
    const on = step.events.map((way): [string, Written] => [
      way.trigger,
      this.#transition(way, step, { keeps: false }),
    ]);
    const after = step.timers.flatMap((way) => this.#delayed(way, step));
    if (entry) {
      if (asks.length > 0) this.#losses.push(`the question of ${id}, which has steps inside`);
      Object.assign(state, { initial: entry.name, states: this.#states(children) });
    } else {
      const exits = this.#exits(step);
      if (hasAgent(step)) state.invoke = this.#invocation(step, exits);
      else if (asks.length > 0) on.push(...exits.map((exit): [string, Written] => [answeredEvent(step), exit]));
      // XState would not come back from a loop without any wait.
      else if (isInIdleLoop(step)) after.push(...exits.map((exit): [string, Written] => ['0', exit]));
      else if (exits.length > 0) state.always = exits;
      else if (on.length + after.length === 0) state.type = 'final';
    }
    if (on.length > 0) state.on = grouped(on);
    if (after.length > 0) state.after = grouped(after);
    return state;
  }

  #delayed(way: Way, step: Step): [string, Written][] {
    const ms = waitMs(way.trigger);
    if (ms !== null && ms <= MAX_TIMEOUT_MS) return [[String(ms), this.#transition(way, step, { keeps: false })]];
    const why = ms === null ? 'the time is no constant' : 'timers of JavaScript end after 24 days';
    this.#losses.push(`${way.text}: ${why}`);
    return [];
  }

  /** Where a path goes on from a step without steps inside. */
  #exits(step: Step): Written[] {
    if (this.#parallel.branchesOf(step)) return [{ target: `#${this.#id(step)} branches`, ...this.#actions(step, []) }];
    const choices = choicesOf(step);
    const ways = [...waysOn(step), ...step.forks.slice(0, 1)].filter((way) => !choices.includes(way));
    const byDefault = ways.filter(({ condition }) => condition === null).slice(0, 1);
    const exits = [
      ...choices.map((way) => this.#transition(way, step, { guard: `chose(${JSON.stringify(way.to.id)})` })),
      ...ways.filter(({ condition }) => condition !== null).map((way) => this.#transition(way, step)),
      ...byDefault.map((way) => this.#transition(way, step)),
    ];
    const doesNothing = !hasAgent(step) && step.asks.length === 0;
    const waits = step.events.length > 0 || step.timers.length > 0;
    const isFinal = step.parent === null && !this.#parallel.isInBranch(step);
    if (exits.length > 0 || (doesNothing && (waits || isFinal))) return exits;
    return [{ target: `#${this.#endId(step)}`, ...this.#actions(step, []) }];
  }

  /** Where a path ends that does not end in a final state of its own. */
  #endId(step: Step): string {
    const branch = this.#parallel.branchAround(step);
    if (branch) return joinedId(this.#id(branch.fork), branch.index);
    this.#needsCompleted = true;
    return COMPLETED;
  }

  /** @param keeps whether the transition carries the reply of an agent or person */
  #transition(
    way: Way,
    step: Step,
    { guard = this.#guard(way, step), keeps = true }: { guard?: string | null; keeps?: boolean } = {},
  ): Written {
    const { to, isJoin, set } = way;
    const branch = this.#parallel.branchAround(step);
    const target = branch && isJoin ? this.#endId(step) : `${this.#id(to)}${isAskedFirst(to) ? ' asked' : ''}`;
    return {
      ...(guard === null ? {} : { guard: new Code(guard) }),
      target: `#${target}`,
      ...this.#actions(step, set, keeps),
    };
  }

  #guard({ condition, text }: Way, step: Step): string | null {
    if (condition === null) return null;
    const code = codeOf(condition.text, step, this.#graph.contexts, JAVASCRIPT);
    if (code === null) this.#losses.push(`${text}: the condition is not translated and never true`);
    return `when((c, event) => ${code === null ? 'false' : condition.isUnless ? `!(${code})` : code})`;
  }

  /** The reply of an agent or person is stored first, then values are set. */
  #actions(step: Step, set: Way['set'], keeps: boolean = true): Record<string, Written> {
    const actions: Written[] = [];
    if (keeps && (hasAgent(step) || step.asks.length > 0)) actions.push(new Code('keep'));
    if (set.length > 0) actions.push(this.#assignments(set, step));
    if (actions.length === 0) return {};
    return { actions: actions.length === 1 ? (actions[0] as Written) : actions };
  }

  #assignments(set: Way['set'], step: Step): Code {
    const { contexts } = this.#graph;
    const changes: Record<string, Record<string, Code>> = {};
    for (const { target, expression } of set) {
      const code = codeOf(expression, step, contexts, JAVASCRIPT);
      const found = fieldOf(contexts, step, target.split('.'));
      const [field, ...rest] = found?.rest ?? [];
      if (code === null || !found || field === undefined || rest.length > 0)
        this.#losses.push(`@set(${target}: ${expression}) at ${step.id}`);
      else (changes[found.context.id] ??= {})[field] = new Code(code);
    }
    return new Code(`set((c, event) => (${print(changes, -1)}))`);
  }

  #invocation(step: Step, exits: Written[]): Written {
    const { contexts } = this.#graph;
    const prompt = step.prompt === null ? null : templateCodeOf(step.prompt, step, contexts, JAVASCRIPT);
    const choices = choicesOf(step).map(({ to, label }) => (label === '' ? to.id : { next: to.id, when: label }));
    const parts = [
      `node: ${JSON.stringify(step.id)}`,
      ...(prompt === null ? [] : [`prompt: ${prompt}`]),
      ...(choices.length === 0 ? [] : [`choices: ${print(choices, -1)}`]),
      'context: c',
    ];
    const caught = catchesOf(step).map((way) => this.#transition(way, step, { keeps: false }));
    return {
      src: step.id,
      input: new Code(`({ context: c }) => ({ ${parts.join(', ')} })`),
      onDone: exits,
      ...(caught.length > 0 ? { onError: caught } : {}),
    };
  }

  #branches(fork: Step, { steps, join }: Branches): Written {
    const states: Record<string, Written> = {};
    for (const [index, branch] of steps.entries()) {
      const { name = '' } = branch[0] ?? {};
      const inner: Record<string, Written> = {};
      for (const step of branch) this.#addState(inner, step);
      inner[joinedId(name, index)] = { id: joinedId(this.#id(fork), index), type: 'final' };
      states[`${name} branch`] = { initial: name, states: inner };
    }
    if (join === null) this.#needsCompleted = true;
    const target = join ? this.#id(join) : COMPLETED;
    return { id: `${this.#id(fork)} branches`, type: 'parallel', states, onDone: { target: `#${target}` } };
  }

  /** What the machine results in. */
  #output(): Code | null {
    const { contexts } = this.#graph;
    const results = contexts.filter(({ role }) => role === 'output');
    if (results.length === 0) return null;
    const values = results.map((context) => {
      const filled = context.fields.flatMap(({ name, from }) => {
        const code = from === undefined ? null : codeOf(from, null, contexts, JAVASCRIPT);
        if (from !== undefined && code === null) this.#losses.push(`${context.id}.${name} @from(${from})`);
        return code === null ? [] : [`${key(name)}: ${code}`];
      });
      return `${key(context.id)}: { ${[...filled, `...c${member(context.id)}`].join(', ')} }`;
    });
    return new Code(`({ context: c }) => ({ ${values.join(', ')} })`);
  }
}

/** Whether a path can come back to a step without an agent, an answer, an event or a time on the way. */
function isInIdleLoop(step: Step): boolean {
  const seen: Set<Step> = new Set();
  const waiting = [step];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (hasAgent(at) || at.asks.length > 0) continue;
    for (const { to } of [...waysOn(at), ...at.forks]) {
      const next = enteredStep(to);
      if (next === step) return true;
      if (!seen.has(next)) waiting.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** A person is asked before an agent works. */
const isAskedFirst = (step: Step) => step.asks.length > 0 && hasAgent(step);
/** The event that gives the answer to the question of a step. */
const answeredEvent = ({ id }: Step) => `${id}.answered`;

function outermost(step: Step): Step {
  let at = step;
  while (at.parent) at = at.parent;
  return at;
}

function catchesOf(step: Step): Way[] {
  for (let at: Step | null = step; at; at = at.parent) if (at.catches.length > 0) return at.catches;
  return [];
}

/** Several transitions of one event are a list. */
function grouped(entries: [string, Written][]): Record<string, Written> {
  const groups: Record<string, Written[]> = {};
  for (const [name, entry] of entries) (groups[name] ??= []).push(entry);
  return groups;
}

const IDENTIFIER = /^[\p{XIDS}_$][\p{XIDC}$]*$/u;
const key = (name: string) => (IDENTIFIER.test(name) ? name : JSON.stringify(name));
const member = (name: string) => (IDENTIFIER.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

const JAVASCRIPT: Target = {
  literal: (value) => JSON.stringify(value),
  binary: (operator, left, right) => {
    if (operator === 'in') return `[${right}].flat().includes(${left})`;
    const written = operator === '==' ? '===' : operator === '!=' ? '!==' : operator;
    return `${left} ${written} ${right}`;
  },
  not: (operand) => `!${operand}`,
  conditional: (condition, yes, no) => `(${condition} ? ${yes} : ${no})`,
  field: ({ id }, name, rest) => ['c', ...[id, name, ...rest].map(member)].join(''),
  builtIn: ([name = '', ...rest]) => {
    if (name === 'declined' && rest.length === 0) return 'given(event).declined';
    if (name === 'event' && rest[0] === 'data') return ['event', ...rest.map(member)].join('');
    return null;
  },
  has: (value) => `(${value}) != null`,
  size: (value) => `${value}.length`,
  string: (value) => `String(${value})`,
  contains: (value, part) => `${value}.includes(${part})`,
  startsWith: (value, part) => `${value}.startsWith(${part})`,
  endsWith: (value, part) => `${value}.endsWith(${part})`,
  template: (parts) =>
    `\`${parts
      .map((part) => (typeof part === 'string' ? part.replace(/[\\`]|\$(?=\{)/g, '\\$&') : `\${${part.code}}`))
      .join('')}\``,
};

const MAX_LINE = 100;

/** @param depth of the line that it begins on; -1: on one line */
function print(value: Written, depth: number): string {
  if (value instanceof Code) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, entry]) => [`${key(name)}: `, entry] as const);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return open + close;
  const pad = Array.isArray(value) ? '' : ' ';
  const inline = `${open}${pad}${entries.map(([name, entry]) => name + print(entry, -1)).join(', ')}${pad}${close}`;
  if (depth < 0 || (inline.length + depth * 2 <= MAX_LINE && !inline.includes('\n'))) return inline;
  const indent = '  '.repeat(depth + 1);
  const lines = entries.map(([name, entry]) => `${indent}${name}${print(entry, depth + 1)},\n`);
  return `${open}\n${lines.join('')}${'  '.repeat(depth)}${close}`;
}
