// State charts in SCXML.

import { translateExpression } from './expression.ts';
import { Guards } from './guards.ts';
import { MAX_DEPTH, MachineText, type NodeText, type SetEntry } from './machine-text.ts';
import { State, writeStatechart, type PendingLoss, type Transition } from './statechart.ts';
import { eventName, identifier, isIdentifier, type Json } from './text.ts';
import { ImportError, type Imported } from './types.ts';
import { readXml, type Element } from './xml-tree.ts';

const CODE = 'code';
const UNKNOWN = 'unknown here';
const STATES = new Set(['state', 'parallel', 'final']);

export function readScxml(text: string): Imported {
  const { root, count } = readXml(text);
  if (root.name !== 'scxml')
    throw new ImportError('content', `the root is \`${root.name}\`, not \`scxml\``, root.line, 1);
  const machine = new MachineText(namesOf(root));
  new Reader(machine).read(root);
  machine.tokens += count;
  return machine.finish();
}

function namesOf(root: Element): string[] {
  const names: string[] = [];
  const waiting = [root];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    const id = at.attributes.get('id');
    if (id !== undefined) names.push(id);
    waiting.push(...at.children);
  }
  return names;
}

class Reader {
  readonly #machine: MachineText;
  readonly #guards: Guards;
  readonly #byId: Map<string, State> = new Map();
  readonly #elements: [State, Element][] = [];
  /** Fields by the names of the data model. */
  readonly #fields: Map<string, string> = new Map();
  #data: NodeText | null = null;
  /** IDs of what states invoke. */
  readonly #invoked: Map<State, string> = new Map();
  #unnamed = 0;

  constructor(machine: MachineText) {
    this.#machine = machine;
    this.#guards = new Guards(machine);
  }

  read(element: Element) {
    const root = new State('', element.line);
    this.#machine.title = element.attributes.get('name') ?? 'SCXML machine';
    this.#declare(root, element, 0);
    if (root.states.length === 0) throw new ImportError('content', 'the chart has no states', element.line, 1);
    // Conditions of any state may name all data.
    for (const [, one] of this.#elements)
      for (const model of one.children) if (model.name === 'datamodel') this.#dataModel(model);
    for (const [state, one] of this.#elements) this.#finish(state, one);
    for (const { line, what } of unknownAttributes(element)) this.#machine.lose(null, line, what, UNKNOWN);
    for (const note of root.notes.splice(0)) this.#machine.root.trailing.push(note);
    writeStatechart(this.#machine, root);
  }

  #declare(state: State, element: Element, depth: number) {
    if (depth > MAX_DEPTH) throw new ImportError('refused', `nested more than ${MAX_DEPTH} deep`, element.line, 1);
    this.#elements.push([state, element]);
    for (const comment of element.comments) state.comments.push(comment);
    for (const child of element.children) {
      const id = child.attributes.get('id');
      if (STATES.has(child.name)) {
        const kind = child.name === 'parallel' ? 'parallel' : child.name === 'final' ? 'final' : 'state';
        if (id === undefined) this.#unnamed += 1;
        const inner = state.add(new State(id ?? `state_${this.#unnamed}`, child.line, kind));
        if (id !== undefined) this.#byId.set(id, inner);
        this.#declare(inner, child, depth + 1);
      } else if (child.name === 'history') {
        // A history state stands for the state around it.
        if (id !== undefined) this.#byId.set(id, state);
        state.losses.push({
          line: child.line,
          what: `history ${id ?? ''}`,
          why: 'a state starts from its beginning each time',
        });
      }
    }
  }

  #dataModel(model: Element) {
    for (const data of model.children) {
      const id = data.attributes.get('id');
      if (data.name !== 'data' || id === undefined) {
        this.#machine.lose(null, data.line, `<${data.name}>`, UNKNOWN);
        continue;
      }
      const text = data.attributes.get('expr') ?? data.text;
      const value = literalOf(text);
      if (text !== '' && value === undefined) this.#machine.lose(null, data.line, `data ${id}: ${text}`, CODE);
      if (data.attributes.has('src'))
        this.#machine.lose(null, data.line, `data ${id}: ${data.attributes.get('src')}`, 'nothing is fetched');
      this.#field(id, value);
    }
  }

  #field(name: string, value?: Json): string {
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    this.#data ??= this.#machine.addContext('Data', ['@open']);
    const field = identifier(name, 'field');
    const path = `${this.#data.name}.${field}`;
    this.#fields.set(name, path);
    if (!this.#data.attributes.some((one) => one.name === field))
      this.#data.attributes.push(value === undefined ? { name: field, type: 'any?' } : { name: field, value });
    return path;
  }

  #finish(state: State, element: Element) {
    const { attributes } = element;
    const isRoot = state.parent === null;
    const initial = attributes.get('initial');
    const begin = element.children.find(({ name }) => name === 'initial');
    const target = initial ?? begin?.children.find(({ name }) => name === 'transition')?.attributes.get('target');
    if (state.states.length > 0 && state.kind !== 'parallel') {
      const [first = '', ...others] = (target ?? '').trim().split(/\s+/);
      const found = this.#byId.get(first);
      if (target !== undefined && (!found || others.length > 0))
        state.losses.push({ line: element.line, what: `initial ${target}`, why: 'a state begins in one state inside' });
      state.initial = found ?? state.states[0] ?? null;
      for (let at = state.initial; at?.parent && at !== state; at = at.parent) at.parent.initial = at;
    }
    const delayed: Map<string, string> = new Map();
    for (const child of element.children) {
      if (child.name === 'onentry') this.#entry(state, child, delayed);
      const invoked = child.name === 'invoke' ? child.attributes.get('id') : undefined;
      if (invoked !== undefined) this.#invoked.set(state, invoked);
    }
    for (const child of element.children) this.#child(state, child, delayed);
    const timed = new Set(state.transitions.filter(({ after }) => after !== undefined).map(({ text }) => text));
    for (const [event, delay] of delayed)
      if (!timed.has(event))
        state.losses.push({ line: element.line, what: `send ${event} after ${delay}`, why: 'no event of this state' });
    if (element.text !== '' && !isRoot) state.notes.push(element.text);
  }

  #child(state: State, child: Element, delayed: ReadonlyMap<string, string>) {
    const lose = (what: string, why: string) => state.losses.push({ line: child.line, what, why });
    switch (child.name) {
      case 'onentry':
      case 'datamodel':
      case 'state':
      case 'parallel':
      case 'final':
      case 'history':
        return;
      case 'initial': {
        const inner = child.children.flatMap((one) => one.children);
        if (inner.length > 0) lose(inner.map(markup).join(' '), 'nothing is done on the way to where a state begins');
        return;
      }
      case 'onexit': {
        const { set, notes, losses } = this.#actions(child);
        state.losses.push(...losses);
        const all = [...set.map(({ target, expression }) => `${target} = ${expression}`), ...notes];
        if (all.length > 0) state.notes.push(`exit: ${all.join('; ')}`);
        return;
      }
      case 'transition':
        this.#transition(state, child, delayed);
        return;
      case 'invoke':
        this.#invoke(state, child);
        return;
      case 'donedata':
        state.notes.push(`donedata: ${child.children.map(markup).join(' ')}`);
        return;
      default:
        lose(markup(child), UNKNOWN);
    }
  }

  #entry(state: State, element: Element, delayed: Map<string, string>) {
    const { set, notes, losses } = this.#actions(element, delayed);
    state.entry.push(...set);
    state.losses.push(...losses);
    if (notes.length > 0) state.notes.push(`entry: ${notes.join('; ')}`);
  }

  /** @param delayed gets events that the state sends to itself after a while */
  #actions(
    element: Element,
    delayed?: Map<string, string>,
  ): { set: SetEntry[]; notes: string[]; losses: PendingLoss[] } {
    const set: SetEntry[] = [];
    const notes: string[] = [];
    const losses: PendingLoss[] = [];
    for (const action of element.children) {
      const { attributes, line } = action;
      if (action.name === 'assign') {
        const location = attributes.get('location') ?? '';
        const expression = this.#expression(attributes.get('expr') ?? action.text);
        if (expression !== null && isIdentifier(location)) set.push({ target: this.#field(location), expression });
        else losses.push({ line, what: markup(action), why: CODE });
      } else if (action.name === 'send' && attributes.has('delay') && delayed) {
        const delay = attributes.get('delay') ?? '';
        const event = attributes.get('event');
        if (delayOf(delay) !== null && event !== undefined && !delayed.has(event)) delayed.set(event, delay);
        else losses.push({ line, what: markup(action), why: CODE });
      } else if (action.name === 'send' || action.name === 'raise')
        losses.push({ line, what: markup(action), why: 'events come from outside' });
      else if (action.name === 'log')
        notes.push(['log', attributes.get('label'), attributes.get('expr')].filter(Boolean).join(' '));
      else if (action.name === 'cancel') {
        // Timers end when their state is left.
        if (!attributes.has('sendid')) losses.push({ line, what: markup(action), why: CODE });
        else notes.push(`cancel ${attributes.get('sendid')}`);
      } else losses.push({ line, what: markup(action), why: CODE });
    }
    return { set, notes, losses };
  }

  #transition(state: State, element: Element, delayed: ReadonlyMap<string, string>) {
    const { attributes, line } = element;
    const { set, notes, losses } = this.#actions(element);
    const [first, ...others] = (attributes.get('target') ?? '').trim().split(/\s+/).filter(Boolean);
    const target = first === undefined ? null : (this.#byId.get(first) ?? null);
    if (first !== undefined && target === null) {
      state.losses.push(...losses, { line, what: markup(element), why: `no state \`${first}\`` });
      return;
    }
    for (const other of others) losses.push({ line, what: `target ${other}`, why: 'an edge has one target' });
    const cond = attributes.get('cond');
    const when = cond === undefined ? undefined : (this.#expression(cond) ?? this.#guards.condition(cond));
    const shared = {
      line,
      target,
      ...(when === undefined ? {} : { when }),
      ...(set.length > 0 ? { set } : {}),
      ...(notes.length > 0 ? { note: notes.join('; ') } : {}),
      ...(element.comments.length > 0 ? { comments: element.comments } : {}),
    };
    const events = (attributes.get('event') ?? '').trim().split(/\s+/).filter(Boolean);
    for (const [i, event] of (events.length === 0 ? [''] : events).entries()) {
      const transition: Transition = {
        ...shared,
        losses: i === 0 ? losses : [],
        ...this.#trigger(state, event, delayed),
      };
      if (event.includes('*')) {
        state.losses.push({ line, what: `event="${event}"`, why: 'events are named one by one' });
        continue;
      }
      if (target === null && (transition.on === undefined || (!set.length && notes.length === 0))) {
        state.losses.push(...losses, { line, what: markup(element), why: 'nothing happens here' });
        continue;
      }
      state.transitions.push(transition);
    }
  }

  #trigger(state: State, event: string, delayed: ReadonlyMap<string, string>): Partial<Transition> {
    if (event === '') return {};
    const after = delayOf(delayed.get(event) ?? '');
    if (after !== null) return { after, text: event };
    if (event === `done.state.${state.name}` || event === 'done.invoke') return { isDone: true };
    const invoked = /^done\.invoke\.(.*)$/.exec(event)?.[1];
    if (invoked !== undefined && (invoked === state.name || this.#invoked.get(state) === invoked))
      return { isDone: true };
    if (/^error(?:\.|$)/.test(event)) return { isError: true, text: event };
    const name = eventName(event);
    return { on: name, ...(name === event ? {} : { text: event }) };
  }

  #invoke(state: State, element: Element) {
    const name = element.attributes.get('src') ?? element.attributes.get('type') ?? element.attributes.get('id');
    if (state.states.length > 0 || state.kind === 'task') {
      const why = state.kind === 'task' ? 'a state has one agent' : 'a state with states inside has no agent';
      state.losses.push({ line: element.line, what: markup(element), why });
      return;
    }
    state.kind = 'task';
    state.prompt = name ?? 'Do the work of this state';
    if (element.children.length > 0) state.notes.push(`invoke: ${element.children.map(markup).join(' ')}`);
  }

  /** Null: not an expression of the language, or with names that are no data. */
  #expression(text: string): string | null {
    return translateExpression(text, {
      name: (path) => {
        const [first = '', ...rest] = path;
        if (first === '_event' && rest[0] === 'name') return 'event.name';
        if (first === '_event' && rest[0] === 'data' && rest.every(isIdentifier)) return ['event', ...rest].join('.');
        const field = this.#fields.get(first);
        return field === undefined || !rest.every(isIdentifier) ? null : [field, ...rest].join('.');
      },
    });
  }
}

/** Attributes that are read, by element. Attributes of elements that are lost entirely are not listed. */
const ATTRIBUTES: Record<string, string[]> = {
  scxml: ['initial', 'name', 'version', 'datamodel', 'binding', 'xmlns'],
  state: ['id', 'initial'],
  parallel: ['id'],
  final: ['id'],
  history: ['id', 'type'],
  initial: [],
  onentry: [],
  onexit: [],
  transition: ['event', 'cond', 'target'],
  datamodel: [],
  data: ['id', 'expr', 'src'],
  assign: ['location', 'expr'],
  log: ['label', 'expr'],
  invoke: ['id', 'src', 'type'],
};

function* unknownAttributes(root: Element): Generator<{ line: number; what: string }> {
  const waiting = [root];
  for (let element = waiting.pop(); element; element = waiting.pop()) {
    const known = Object.hasOwn(ATTRIBUTES, element.name) ? ATTRIBUTES[element.name] : undefined;
    for (const [name, value] of known ? element.attributes : [])
      if (!known?.includes(name) && !name.startsWith('xmlns:'))
        yield { line: element.line, what: `<${element.name} ${name}="${value}">` };
    waiting.push(...element.children);
  }
}

/** JSON, or a text in single quotes. */
function literalOf(text: string): Json | undefined {
  const single = /^'([^'\\]*)'$/.exec(text.trim())?.[1];
  if (single !== undefined) return single;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function delayOf(text: string): number | null {
  const found = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*(ms|s|m|min|h)\s*$/i.exec(text);
  if (!found) return null;
  const unit = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 }[(found[2] ?? '').toLowerCase()] ?? 1;
  return Math.max(1, Math.round(Number(found[1]) * unit));
}

/** An element as it was written, more or less. */
function markup({ name, attributes, children, text }: Element): string {
  const head = [name, ...[...attributes].map(([key, value]) => `${key}="${value}"`)].join(' ');
  const inside = [...children.map(markup), text].filter((one) => one !== '').join(' ');
  return inside === '' ? `<${head}/>` : `<${head}>${inside}</${name}>`;
}
