// A machine as a skeleton for LangGraph in Python: a function for each step, edges, the state as typed dictionaries.

import {
  choicesOf,
  enteredStep,
  fieldOf,
  hasAgent,
  initialValues,
  stepGraphOf,
  UniqueNames,
  waysOn,
  type ContextFacts,
  type Exported,
  type FieldSchema,
  type MachineFacts,
  type Step,
  type StepGraph,
  type Way,
} from './step-graph.ts';
import { codeOf, templateCodeOf, type Target } from './target-expression.ts';
import { onOneLine, type Json } from './text.ts';

export function writeLangGraph(facts: MachineFacts): Exported {
  return new Writer(stepGraphOf(facts)).write();
}

/** Names that functions must not take: those of the program, and words of Python. */
const TAKEN = (
  'State Annotated Any Literal Optional TypedDict InMemorySaver END START StateGraph interrupt merged last value ' +
  'holds builder graph INITIAL False None True and as assert async await break class continue def del elif else ' +
  'except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield str ' +
  'len list dict bool int float state'
).split(' ');

const HELPERS = `
def merged(old, new):
    return {**(old or {}), **(new or {})}


def last(old, new):
    return new


def value(state, *path):
    """What is at a path, or None."""
    for key in path:
        try:
            state = state[key]
        except (KeyError, IndexError, TypeError):
            return None
    return state


def holds(condition):
    """A condition that cannot be evaluated is not true."""
    try:
        return bool(condition())
    except (TypeError, ZeroDivisionError):
        return False
`;

class Writer {
  readonly #graph: StepGraph;
  readonly #losses: string[];
  readonly #functions = new UniqueNames(TAKEN);
  /** Steps that a path can be at. */
  readonly #steps: Step[];
  readonly #nextKey: string;
  readonly #eventKey: string;

  constructor(graph: StepGraph) {
    this.#graph = graph;
    this.#losses = [...graph.losses];
    this.#steps = graph.all.filter(({ entry }) => entry === null);
    // No key of the state may be called like a node.
    const keys = new UniqueNames([...graph.all, ...graph.contexts].map(({ id }) => id));
    this.#nextKey = keys.of('next');
    this.#eventKey = keys.of('event');
  }

  write(): Exported {
    const { title, start, contexts } = this.#graph;
    const functions = this.#steps.map((step) => this.#function(step));
    const edges = this.#edges();
    const pauses = this.#steps.some(({ asks }) => asks.length > 0) || this.#steps.some(waitsForEvents);
    for (const step of this.#graph.all) this.#loseRest(step);
    const lines = [
      `# ${onOneLine(title)}: a machine of Tracklight for LangGraph. Fill in the functions of the steps.`,
      ...this.#losses.map((loss) => `# lost: ${onOneLine(loss)}`),
      'from typing import Annotated, Any, Literal, Optional, TypedDict',
      '',
      ...(pauses ? ['from langgraph.checkpoint.memory import InMemorySaver'] : []),
      'from langgraph.graph import END, START, StateGraph',
      ...(pauses ? ['from langgraph.types import interrupt'] : []),
      '',
      HELPERS,
      '',
      ...contexts.map((context) => this.#typeOf(context)),
      this.#stateType(),
      `INITIAL: State = ${python(initialValues(contexts))}`,
      '',
      ...functions.flatMap((text) => ['', text]),
      ...edges.routers.flatMap((text) => ['', text]),
      '',
      'builder = StateGraph(State)',
      ...this.#steps.map((step) => `builder.add_node(${python(step.id)}, ${this.#functions.of(step.id)})`),
      ...(start ? [`builder.add_edge(START, ${python(enteredStep(start).id)})`] : []),
      ...edges.lines,
      `graph = builder.compile(${pauses ? 'checkpointer=InMemorySaver()' : ''})`,
    ];
    return { text: `${lines.join('\n')}\n`, losses: this.#losses };
  }

  #loseRest({ id, catches, events, timers, annotations, entry }: Step) {
    for (const { text } of catches) this.#losses.push(`${text}: handle failures in the function of the step`);
    for (const { text } of timers) this.#losses.push(`${text}: nothing waits for a time`);
    for (const name of annotations) this.#losses.push(`${name} of ${id}`);
    const step = this.#steps.find((one) => one.id === id);
    if (entry || (step && !waitsForEvents(step)))
      for (const { text } of events) this.#losses.push(`${text}: a step that goes on by itself hears no event`);
  }

  #typeOf({ id, fields }: ContextFacts): string {
    const name = this.#functions.of(id);
    return typedDict(name, Object.fromEntries(fields.map((field) => [field.name, typeText(field.schema)])));
  }

  #stateType(): string {
    const { contexts } = this.#graph;
    return typedDict('State', {
      ...Object.fromEntries(contexts.map(({ id }) => [id, `Annotated[${this.#functions.of(id)}, merged]`])),
      [this.#nextKey]: 'Annotated[str, last]',
      [this.#eventKey]: 'Annotated[dict, last]',
    });
  }

  #function(step: Step): string {
    const { id, title, prompt, asks, set } = step;
    const { contexts } = this.#graph;
    const lines = [`def ${this.#functions.of(id)}(state: State) -> dict:`];
    const changes: Record<string, string[]> = {};
    if (title !== undefined) lines.push(`    ${python(title)}`);
    for (const context of asks) {
      lines.push(
        `    answer_${asks.indexOf(context)} = interrupt({"step": ${python(id)}, "form": ${python(context)}})`,
      );
      (changes[context] ??= []).push(`**answer_${asks.indexOf(context)}`);
    }
    if (waitsForEvents(step)) {
      const events = [...new Set(step.events.map(({ trigger }) => trigger))];
      lines.push('    # Goes on with {"name": …, "data": …}.');
      lines.push(`    event = interrupt({"step": ${python(id)}, "events": ${python(events)}})`);
    }
    if (prompt !== null) lines.push(`    prompt = ${templateCodeOf(prompt, step, contexts, this.#python)}`);
    for (const { target, expression } of set) {
      const found = fieldOf(contexts, step, target.split('.'));
      const code = codeOf(expression, step, contexts, this.#python);
      const [field, ...rest] = found?.rest ?? [];
      if (!found || code === null || field === undefined || rest.length > 0)
        this.#losses.push(`@set(${target}: ${expression}) at ${id}`);
      else (changes[found.context.id] ??= []).push(`${python(field)}: ${code}`);
    }
    const returned = Object.entries(changes).map(([name, entries]) => `${python(name)}: {${entries.join(', ')}}`);
    const [choice] = choicesOf(step);
    if (hasAgent(step) && choice) returned.push(`${python(this.#nextKey)}: ${python(enteredStep(choice.to).id)}`);
    if (waitsForEvents(step)) returned.push(`${python(this.#eventKey)}: event`);
    if (prompt !== null) lines.push('    # Ask your agent with the prompt, and return what it writes.');
    lines.push(`    return {${returned.join(', ')}}`, '');
    return lines.join('\n');
  }

  #edges(): { routers: string[]; lines: string[] } {
    const routers: string[] = [];
    const lines: string[] = [];
    const joins: Map<Step, Step[]> = new Map();
    for (const step of this.#steps) {
      const ways = waitsForEvents(step) ? step.events : [...waysOn(step), ...step.forks];
      for (const { set, text } of ways)
        for (const { target, expression } of set)
          this.#losses.push(`@set(${target}: ${expression}) on ${text}: set it in the function of the step`);
      const [only, ...others] = ways;
      const isPlain = ways.every(({ condition }) => condition === null);
      if (!only) lines.push(`builder.add_edge(${python(step.id)}, END)`);
      else if (!waitsForEvents(step) && isPlain && others.length === 0 && only.isJoin)
        joins.set(only.to, [...(joins.get(only.to) ?? []), step]);
      else if (!waitsForEvents(step) && isPlain && (others.length === 0 || step.forks.length === ways.length))
        lines.push(...targetsOf(ways).map((to) => `builder.add_edge(${python(step.id)}, ${python(to)})`));
      else {
        const router = this.#functions.of(`route ${step.id}`);
        routers.push(this.#router(router, step, ways));
        const targets = [...targetsOf(ways), ...(this.#mayEnd(step, ways) ? ['END'] : [])];
        const list = targets.map((to) => (to === 'END' ? to : python(to))).join(', ');
        lines.push(`builder.add_conditional_edges(${python(step.id)}, ${router}, [${list}])`);
      }
    }
    for (const [to, from] of joins) {
      const ids = from.map(({ id }) => id);
      const list = ids.length === 1 ? python(ids[0] ?? '') : python(ids);
      lines.push(`builder.add_edge(${list}, ${python(enteredStep(to).id)})`);
    }
    return { routers, lines };
  }

  /** Where every way has a condition, none may be true. */
  #mayEnd(step: Step, ways: Way[]) {
    return waitsForEvents(step) || (choicesOf(step).length === 0 && ways.every(({ condition }) => condition !== null));
  }

  #router(name: string, step: Step, ways: Way[]): string {
    const lines = [`def ${name}(state: State):`];
    const choices = choicesOf(step);
    const chosen = `value(state, ${python(this.#nextKey)})`;
    if (step.forks.length > 0) {
      const tests = ways.map((way) => `(${python(enteredStep(way.to).id)}, ${this.#test(way, step) ?? 'True'})`);
      return [...lines, `    return [to for to, is_taken in (${tests.join(', ')},) if is_taken]`, ''].join('\n');
    }
    for (const way of ways) {
      if (choices.includes(way) || (way.condition === null && !waitsForEvents(step))) continue;
      const name = `value(state, ${python(this.#eventKey)}, "name")`;
      const tests = [waitsForEvents(step) ? `${name} == ${python(way.trigger)}` : null, this.#test(way, step)];
      lines.push(`    if ${tests.filter((test) => test !== null).join(' and ')}:`);
      lines.push(`        return ${python(enteredStep(way.to).id)}`);
    }
    if (choices.length > 0) lines.push(`    return ${chosen}`);
    else if (this.#mayEnd(step, ways)) lines.push('    return END');
    else {
      const byDefault = ways.find(({ condition }) => condition === null);
      if (byDefault) lines.push(`    return ${python(enteredStep(byDefault.to).id)}`);
    }
    return [...lines, ''].join('\n');
  }

  #test({ condition, text }: Way, step: Step): string | null {
    if (condition === null) return null;
    const code = codeOf(condition.text, step, this.#graph.contexts, this.#python);
    if (code === null) {
      this.#losses.push(`${text}: the condition is not translated and never true`);
      return 'False';
    }
    return `holds(lambda: ${condition.isUnless ? `not (${code})` : code})`;
  }

  get #python(): Target {
    return { ...PYTHON, builtIn: (path) => this.#builtIn(path) };
  }

  #builtIn([name, ...rest]: string[]): string | null {
    if (name !== 'event' || rest[0] !== 'data') return null;
    return `value(${['state', ...[this.#eventKey, ...rest].map(python)].join(', ')})`;
  }
}

/** Without another way on, a step waits for its events. */
const waitsForEvents = (step: Step) => step.events.length > 0 && step.own.length === 0 && step.forks.length === 0;

const targetsOf = (ways: Way[]) => [...new Set(ways.map(({ to }) => enteredStep(to).id))];

/** @param types by key */
function typedDict(name: string, types: Record<string, string>): string {
  const lines = Object.entries(types).map(([key, type]) => `    ${python(key)}: ${type},\n`);
  return `${name} = TypedDict(${python(name)}, {\n${lines.join('')}}, total=False)`;
}

function python(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([name, entry]) => `${python(name)}: ${python(entry)}`)
    .join(', ')}}`;
}

const TYPES: Record<string, string> = { string: 'str', number: 'float', integer: 'int', boolean: 'bool', null: 'None' };

/** @param schema JSON Schema */
function typeText(schema: FieldSchema): string {
  if (typeof schema === 'boolean') return 'Any';
  const { type, enum: values, items } = schema;
  if (Array.isArray(values)) {
    const isLiteral = values.every((value) => value === null || ['string', 'boolean'].includes(typeof value));
    return isLiteral && values.length > 0 ? `Literal[${values.map(python).join(', ')}]` : 'Any';
  }
  if (Array.isArray(type)) {
    const kinds = type.filter((kind) => kind !== 'null');
    const [kind, ...others] = kinds;
    if (kind === undefined || others.length > 0) return 'Any';
    const inner = typeText({ ...schema, type: kind });
    return kinds.length < type.length ? `Optional[${inner}]` : inner;
  }
  if (type === 'array') return `list[${items === undefined ? 'Any' : typeText(items as FieldSchema)}]`;
  if (type === 'object') return 'dict[str, Any]';
  return TYPES[String(type)] ?? 'Any';
}

const OPERATORS: Record<string, string> = { '&&': 'and', '||': 'or' };
const COMPARISONS = ['==', '!=', '<', '<=', '>', '>=', 'in'];

const PYTHON: Target = {
  literal: (value) => python(value),
  // Comparisons chain in Python, and `not` is weaker than they are.
  binary: (operator, left, right) => {
    const text = `${left} ${OPERATORS[operator] ?? operator} ${right}`;
    return COMPARISONS.includes(operator) ? `(${text})` : text;
  },
  not: (operand) => `(not ${operand})`,
  conditional: (condition, yes, no) => `(${yes} if ${condition} else ${no})`,
  field: ({ id }, name, rest) => `value(${['state', ...[id, name, ...rest].map(python)].join(', ')})`,
  builtIn: () => null,
  has: (value) => `(${value} is not None)`,
  size: (value) => `len(${value})`,
  string: (value) => `str(${value})`,
  contains: (value, part) => `(${part} in ${value})`,
  startsWith: (value, part) => `${value}.startswith(${part})`,
  endsWith: (value, part) => `${value}.endswith(${part})`,
  template: (parts) =>
    parts
      .filter((part) => part !== '')
      .map((part) => (typeof part === 'string' ? python(part) : `str(${part.code})`))
      .join(' + ') || '""',
};
