// The configuration of an XState machine as a statechart.

import { Guards } from './guards.ts';
import type { MachineText, NodeText, SetEntry } from './machine-text.ts';
import { asJson, entriesOf, itemsOf, memberOf, stringOf, writtenText, type Value } from './script-value.ts';
import { MAX_DEPTH } from './machine-text.ts';
import { State, writeStatechart, type PendingLoss, type Transition } from './statechart.ts';
import { eventName, identifier, literalText } from './text.ts';
import { ImportError, type Imported } from './types.ts';

const CODE = 'code';
const IMPLEMENTATIONS = new Set(['guards', 'actions', 'delays', 'actors', 'services', 'activities']);
const TYPES = new Set(['atomic', 'compound', 'parallel', 'final', 'history']);
const UNKNOWN = 'unknown here';

/** @param options implementations by kind: `guards`, `actions`, `delays` */
export function readConfig(config: Value, options: Record<string, Value>, machine: MachineText): Imported {
  if (memberOf(config, 'states') === undefined)
    throw new ImportError('content', 'the machine has no `states`', config.line, 1);
  new Reader(machine, options).read(config);
  machine.loseReplaced(config);
  machine.tokens += config.tokens ?? 0;
  return machine.finish();
}

/** What is read after all states are known. */
interface Open {
  state: State;
  value: Value;
}

class Reader {
  readonly #machine: MachineText;
  readonly #guards: Guards;
  readonly #options: Record<string, Value>;
  readonly #byId: Map<string, State> = new Map();
  readonly #histories: Map<State, Map<string, Value>> = new Map();
  readonly #open: Open[] = [];
  readonly #usedDelays: Set<string> = new Set();
  readonly #usedActions: Set<string> = new Set();
  #data: NodeText | null = null;

  constructor(machine: MachineText, options: Record<string, Value>) {
    this.#machine = machine;
    this.#guards = new Guards(machine);
    this.#options = options;
  }

  read(config: Value) {
    const root = new State('', config.line);
    const id = stringOf(memberOf(config, 'id')) ?? stringOf(memberOf(config, 'key')) ?? '(machine)';
    this.#machine.title = id === '(machine)' ? 'XState machine' : id;
    this.#context(memberOf(config, 'context'));
    this.#state(root, config, id, 0);
    for (const { state, value } of this.#open) this.#finish(state, value);
    for (const [kind, value] of Object.entries(this.#options)) this.#loseOptions(kind, value);
    if (root.description !== undefined) {
      this.#machine.attributes.push({ name: 'description', value: root.description });
      root.description = undefined;
    }
    for (const note of root.notes.splice(0)) this.#machine.root.trailing.push(note);
    writeStatechart(this.#machine, root);
  }

  #context(value: Value | undefined) {
    if (value === undefined) return;
    const data = value.kind === 'code' ? value.returned : value;
    if (data?.kind !== 'object') {
      this.#machine.lose(null, value.line, value.kind === 'code' ? value.text : 'context', CODE);
      return;
    }
    for (const [name, entry] of data.entries) {
      const field = asJson(entry);
      if (field === undefined) this.#machine.lose(null, entry.line, `context: ${name}: ${writtenText(entry)}`, CODE);
      this.#field(name, field);
    }
  }

  /** The name of a field of the context, which is declared with it. */
  #field(name: string, value?: ReturnType<typeof asJson>): string {
    this.#data ??= this.#machine.addContext('Context', ['@open']);
    const field = identifier(name, 'field');
    if (!this.#data.attributes.some((one) => one.name === field))
      this.#data.attributes.push(value === undefined ? { name: field, type: 'any?' } : { name: field, value });
    return `${this.#data.name}.${field}`;
  }

  /** Functions are reported as lost, unless they are used. */
  #loseOptions(kind: string, value: Value) {
    if (kind === 'types' || kind === 'schemas') return;
    if (value.kind !== 'object' || !IMPLEMENTATIONS.has(kind)) {
      this.#machine.lose(null, value.line, `${kind}: ${writtenText(value)}`, value.kind === 'object' ? UNKNOWN : CODE);
      return;
    }
    for (const [name, entry] of entriesOf(value)) {
      if (kind === 'delays' && this.#usedDelays.has(name)) continue;
      if (kind === 'actions' && this.#usedActions.has(name)) continue;
      this.#machine.lose(null, entry.line, `${kind}: ${name}: ${writtenText(entry)}`, CODE);
    }
  }

  #state(state: State, value: Value, id: string, depth: number) {
    if (depth > MAX_DEPTH) throw new ImportError('refused', `nested more than ${MAX_DEPTH} deep`, value.line, 1);
    this.#byId.set(stringOf(memberOf(value, 'id')) ?? id, state);
    this.#byId.set(id, state);
    const type = stringOf(memberOf(value, 'type'));
    if (type === 'parallel') state.kind = 'parallel';
    if (type === 'final') state.kind = 'final';
    state.description = stringOf(memberOf(value, 'description'));
    for (const [name, inner] of entriesOf(memberOf(value, 'states'))) {
      const innerType = stringOf(memberOf(inner, 'type'));
      if (innerType === 'history' || memberOf(inner, 'history') !== undefined) {
        const histories = this.#histories.get(state) ?? new Map<string, Value>();
        this.#histories.set(state, histories.set(name, inner));
        const historyId = stringOf(memberOf(inner, 'id'));
        if (historyId !== undefined) this.#byId.set(historyId, state);
        state.losses.push({
          line: inner.line,
          what: `history ${name}: ${writtenText(inner)}`,
          why: 'a state starts from its beginning each time',
        });
        continue;
      }
      const child = state.add(new State(name, inner.line));
      this.#state(child, inner, `${id}.${name}`, depth + 1);
    }
    this.#open.push({ state, value });
  }

  #finish(state: State, value: Value) {
    const initial = stringOf(memberOf(value, 'initial')) ?? stringOf(memberOf(memberOf(value, 'initial'), 'target'));
    if (state.states.length > 0 && state.kind !== 'parallel')
      state.initial =
        (initial === undefined ? undefined : this.#inside(state, initial.split('.'))) ?? state.states[0] ?? null;
    if (initial !== undefined && this.#inside(state, initial.split('.')) === undefined)
      state.losses.push({ line: value.line, what: `initial: ${initial}`, why: 'no such state' });
    // Only a child can be where a state begins; a state further inside begins there in its own turn.
    for (let at = state.initial; at?.parent && at !== state; at = at.parent) at.parent.initial = at;
    for (const [name, entry] of entriesOf(value)) this.#member(state, name, entry);
  }

  #member(state: State, name: string, value: Value) {
    const lose = (why: string) => state.losses.push({ line: value.line, what: `${name}: ${writtenText(value)}`, why });
    switch (name) {
      case 'id':
      case 'key':
      case 'description':
        if (value.kind !== 'string') lose(UNKNOWN);
        return;
      case 'states':
        if (value.kind !== 'object') lose(UNKNOWN);
        return;
      case 'context':
      case 'types':
      case 'schema':
      case 'tsTypes':
      case 'predictableActionArguments':
      case 'preserveActionOrder':
      case '$schema':
        if (state.parent !== null) lose(UNKNOWN);
        return;
      case 'type':
        if (!TYPES.has(stringOf(value) ?? '')) lose(UNKNOWN);
        return;
      case 'version':
        if (value.kind === 'string') this.#machine.attributes.push({ name: 'version', value: value.value });
        else lose(UNKNOWN);
        return;
      case 'initial': {
        const actions = memberOf(value, 'actions');
        if (actions) lose('nothing is done on the way to where a state begins');
        else if (state.initial === null || stringOf(value) === undefined) lose(UNKNOWN);
        return;
      }
      case 'entry':
      case 'onEntry': {
        const { set, names, losses } = this.#actions(value);
        state.entry.push(...set);
        state.losses.push(...losses);
        if (names.length > 0) state.notes.push(`entry: ${names.join(', ')}`);
        return;
      }
      case 'exit':
      case 'onExit': {
        const { names, losses, text } = this.#actions(value, false);
        state.losses.push(...losses);
        if (names.length > 0 || text) state.notes.push(`exit: ${[...names, ...(text ? [text] : [])].join(', ')}`);
        return;
      }
      case 'on':
        for (const [event, entry] of entriesOf(value)) this.#onEvent(state, event, entry);
        if (value.kind !== 'object') lose(UNKNOWN);
        return;
      case 'always':
        this.#transitions(state, value, {});
        return;
      case 'after':
        if (value.kind !== 'object') lose(UNKNOWN);
        for (const [delay, entry] of entriesOf(value)) this.#after(state, delay, entry);
        return;
      case 'onDone':
        this.#transitions(state, value, { isDone: true });
        return;
      case 'invoke':
        this.#invoke(state, value);
        return;
      case 'meta':
      case 'tags':
      case 'output':
      case 'data': {
        const json = asJson(value);
        if (json === undefined) lose(CODE);
        else state.notes.push(`${name}: ${typeof json === 'string' ? json : JSON.stringify(json)}`);
        return;
      }
      default:
        lose(UNKNOWN);
    }
  }

  #onEvent(state: State, event: string, value: Value) {
    if (event === '') this.#transitions(state, value, {});
    else if (event.startsWith('done.') || event.startsWith('xstate.done.') || event.startsWith('error.'))
      this.#transitions(state, value, event.startsWith('error.') ? { isError: true } : { isDone: true });
    else if (event.includes('*'))
      state.losses.push({
        line: value.line,
        what: `on: ${event}: ${writtenText(value)}`,
        why: 'events are named one by one',
      });
    else
      this.#transitions(state, value, { on: eventName(event), ...(eventName(event) === event ? {} : { text: event }) });
  }

  #after(state: State, delay: string, value: Value) {
    const known = /^\d+(?:\.\d+)?$/.test(delay) ? Number(delay) : this.#delay(delay);
    const losses: PendingLoss[] = [];
    if (known === null)
      losses.push({ line: value.line, what: `after: ${delay}`, why: 'the delay is code, so it is an event here' });
    const ms = known === null ? 0 : Math.max(1, Math.round(known));
    const name = /^\d/.test(delay) ? {} : { text: delay };
    this.#transitions(
      state,
      value,
      known === null ? { on: eventName(`after.${delay}`), losses } : { after: ms, ...name },
    );
  }

  #delay(name: string): number | null {
    const value = memberOf(this.#options.delays, name);
    if (value?.kind !== 'number') return null;
    this.#usedDelays.add(name);
    return value.value;
  }

  #invoke(state: State, value: Value) {
    for (const [i, one] of itemsOf(value).entries()) {
      const src = memberOf(one, 'src') ?? one;
      const name = stringOf(src) ?? stringOf(memberOf(src, 'type')) ?? stringOf(memberOf(one, 'id'));
      if (src.kind === 'code')
        state.losses.push({ line: src.line, what: `invoke: ${src.text}`, why: 'an agent does it' });
      if (i > 0 || state.states.length > 0) {
        const why = i > 0 ? 'a state has one agent' : 'a state with states inside has no agent';
        state.losses.push({ line: one.line, what: `invoke: ${writtenText(one)}`, why });
        continue;
      }
      state.kind = 'task';
      state.prompt = name ?? 'Do the work of this state';
      for (const [key, entry] of entriesOf(one)) {
        if (key === 'src' || (key === 'id' && stringOf(entry) === state.prompt)) continue;
        if (key === 'onDone') this.#transitions(state, entry, { isDone: true });
        else if (key === 'onError') this.#transitions(state, entry, { isError: true });
        else if (asJson(entry) !== undefined) state.notes.push(`${key}: ${JSON.stringify(asJson(entry))}`);
        else state.losses.push({ line: entry.line, what: `invoke: ${key}: ${writtenText(entry)}`, why: CODE });
      }
    }
  }

  #transitions(state: State, value: Value, rest: Partial<Transition>) {
    for (const [i, one] of itemsOf(value).entries()) {
      const transition: Transition = {
        line: one.line,
        target: null,
        ...rest,
        losses: i === 0 ? (rest.losses ?? []) : [],
      };
      const losses = (transition.losses ??= []);
      const targets = itemsOf(one.kind === 'object' ? memberOf(one, 'target') : one);
      const [first, ...others] = targets;
      if (first !== undefined && first.kind !== 'null') {
        transition.target = this.#target(state, first);
        if (transition.target === null) {
          state.losses.push({
            line: one.line,
            what: `${eventOf(transition)}: ${writtenText(one)}`,
            why: 'no such state',
          });
          continue;
        }
      }
      for (const other of others)
        losses.push({ line: other.line, what: `target ${writtenText(other)}`, why: 'an edge has one target' });
      this.#transitionMembers(transition, one, losses);
      // An event without target is accepted all the same, whatever is lost of its actions.
      const isIdle = itemsOf(memberOf(one, 'actions')).length === 0;
      if (transition.target === null && (transition.on === undefined || isIdle)) {
        if (!isIdle || transition.when !== undefined || losses.length > 0 || transition.on !== undefined)
          state.losses.push(...losses, {
            line: one.line,
            what: `${eventOf(transition)}: ${writtenText(one)}`,
            why: 'nothing happens here',
          });
        continue;
      }
      state.transitions.push(transition);
    }
  }

  #transitionMembers(transition: Transition, value: Value, losses: PendingLoss[]) {
    for (const [name, entry] of entriesOf(value)) {
      if (name === 'target') continue;
      if (name === 'cond' || name === 'guard') transition.when = this.#guard(entry, losses);
      else if (name === 'actions') {
        const found = this.#actions(entry);
        transition.set = found.set;
        losses.push(...found.losses);
        if (found.names.length > 0) transition.note = found.names.join(', ');
      } else if (name === 'description' && entry.kind === 'string') transition.text = entry.value;
      else if (name === 'reenter' || name === 'internal') {
        if (transition.target === null) continue;
        const isInner = entry.kind === 'boolean' && entry.value === (name === 'internal');
        if (isInner)
          losses.push({ line: entry.line, what: `${name}: ${writtenText(entry)}`, why: 'a path enters anew' });
      } else losses.push({ line: entry.line, what: `${name}: ${writtenText(entry)}`, why: UNKNOWN });
    }
  }

  /** `key.inner`, `.inner`, `#id`, `#id.inner`. */
  #target(state: State, value: Value): State | null {
    const name = stringOf(value);
    if (name === undefined) return null;
    if (name.startsWith('#')) {
      const id = name.slice(1);
      const known = this.#byId.get(id);
      if (known) return known;
      const parts = id.split('.');
      for (let n = parts.length - 1; n > 0; n -= 1) {
        const outer = this.#byId.get(parts.slice(0, n).join('.'));
        if (outer) return this.#inside(outer, parts.slice(n)) ?? null;
      }
      return null;
    }
    if (name.startsWith('.')) return this.#inside(state, name.slice(1).split('.')) ?? null;
    return this.#inside(state.parent ?? state, name.split('.')) ?? null;
  }

  #inside(state: State, keys: string[]): State | undefined {
    let at: State | undefined = state;
    for (const key of keys) {
      const inner: State | undefined = at.states.find(({ name }) => name === key);
      // A history state stands for the state around it.
      if (!inner && this.#histories.get(at)?.has(key)) return at;
      if (!inner) return undefined;
      at = inner;
    }
    return at;
  }

  #guard(value: Value, losses: PendingLoss[]): string {
    const name = stringOf(value);
    if (name !== undefined) return this.#guards.flag(name);
    if (value.kind === 'code') {
      const inner = (value.args ?? []).flatMap(itemsOf).map((argument) => this.#guard(argument, losses));
      if (inner.length > 0 && (value.callee === 'and' || value.callee === 'or'))
        return inner
          .map((one) => (/ (?:&&|\|\|) /.test(one) ? `(${one})` : one))
          .join(value.callee === 'and' ? ' && ' : ' || ');
      if (inner.length === 1 && value.callee === 'not')
        return `!${/ /.test(inner[0] ?? '') ? `(${inner[0]})` : inner[0]}`;
      const flag = this.#guards.flagForCode(value.text);
      losses.push({ line: value.line, what: `guard: ${value.text}`, why: `code; the field ${flag} stands for it` });
      return flag;
    }
    const type = stringOf(memberOf(value, 'type')) ?? stringOf(memberOf(value, 'name'));
    for (const [key, entry] of entriesOf(value))
      if (key !== 'type' && key !== 'name')
        losses.push({
          line: entry.line,
          what: `guard: ${key}: ${writtenText(entry)}`,
          why: 'guards have no parameters',
        });
    return this.#guards.flag(type ?? `guard ${value.line}`);
  }

  /** Values that are literals, names of other actions, and what is code. @param isWritten whether values are set */
  #actions(value: Value, isWritten = true): { set: SetEntry[]; names: string[]; losses: PendingLoss[]; text: string } {
    const set: SetEntry[] = [];
    const names: string[] = [];
    const losses: PendingLoss[] = [];
    const texts: string[] = [];
    for (const action of itemsOf(value)) {
      const named = stringOf(action) ?? stringOf(memberOf(action, 'type'));
      const assigned =
        this.#assigned(action) ?? (named === undefined ? null : this.#assigned(memberOf(this.#options.actions, named)));
      if (assigned) {
        if (named !== undefined) this.#usedActions.add(named);
        for (const [name, entry] of assigned) {
          const literal = asJson(entry.kind === 'code' && entry.returned ? entry.returned : entry);
          if (literal === undefined) {
            losses.push({ line: entry.line, what: `assign: ${name}: ${writtenText(entry)}`, why: CODE });
            if (named !== undefined && !names.includes(named)) names.push(named);
          } else if (isWritten) set.push({ target: this.#field(name), expression: literalText(literal) });
          else texts.push(`${name} = ${literalText(literal)}`);
        }
      } else if (named !== undefined) {
        const { length } = entriesOf(action);
        names.push(length > 1 ? `${named} ${JSON.stringify(asJson(action) ?? writtenText(action))}` : named);
      } else if (
        action.kind === 'code' &&
        action.callee !== undefined &&
        action.args?.every((one) => asJson(one) !== undefined)
      )
        names.push(action.text.replace(/\s+/g, ' '));
      else losses.push({ line: action.line, what: `action: ${writtenText(action)}`, why: CODE });
    }
    return { set, names, losses, text: texts.join(', ') };
  }

  /** The fields that `assign({ … })` sets. */
  #assigned(action: Value | undefined): [string, Value][] | null {
    if (action?.kind !== 'code' || !action.callee || !/(?:^|\.)assign$/.test(action.callee)) return null;
    const [argument] = action.args ?? [];
    if (argument?.kind === 'object') return argument.entries;
    const returned = argument?.kind === 'code' ? argument.returned : undefined;
    return returned?.kind === 'object' ? returned.entries : null;
  }
}

/** What a transition is written under. */
const eventOf = ({ on, text, after, isDone, isError }: Transition) =>
  text ?? on ?? (after !== undefined ? `after ${after}` : isDone ? 'onDone' : isError ? 'onError' : 'always');
