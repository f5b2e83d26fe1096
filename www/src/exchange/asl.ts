// State machines of AWS Step Functions, in Amazon States Language.

import { AslExpressions } from './asl-expressions.ts';
import { readJson } from './json-text.ts';
import { MAX_DEPTH, MachineText, setAnnotation, type EdgeText, type NodeText } from './machine-text.ts';
import { entriesOf, itemsOf, memberOf, stringOf, writtenText, type Value } from './script-value.ts';
import { ImportError, type Imported } from './types.ts';

const DATA_FLOW = 'a state reads and writes all data';
const UNKNOWN = 'unknown here';

export function readAsl(text: string): Imported {
  const top = readJson(text);
  const machine = new MachineText(namesOf(top));
  machine.title = stringOf(memberOf(top, 'Comment')) ?? 'Step Functions machine';
  const language = stringOf(memberOf(top, 'QueryLanguage')) ?? 'JSONPath';
  const reader = new Reader(machine, language);
  for (const [name, value] of entriesOf(top)) {
    if (['StartAt', 'States', 'Comment'].includes(name)) continue;
    if (name === 'QueryLanguage' && LANGUAGES.includes(language)) continue;
    if (name === 'Version' && stringOf(value) === '1.0') continue;
    if (name === 'TimeoutSeconds' && value.kind === 'number' && value.value >= 1)
      machine.attributes.push({ name: 'timeout', value: `${Math.round(value.value)}s` });
    else machine.lose(null, value.line, `${name}: ${writtenText(value)}`, UNKNOWN);
  }
  reader.states(top, machine.root, 0);
  reader.finish();
  machine.loseReplaced(top);
  machine.tokens += top.tokens ?? 0;
  return machine.finish();
}

function namesOf(top: Value): string[] {
  const names: string[] = [];
  const waiting = [top];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [name, state] of entriesOf(memberOf(at, 'States'))) {
      names.push(name);
      waiting.push(state);
    }
    waiting.push(...itemsOf(memberOf(at, 'Branches')));
    for (const key of ['Iterator', 'ItemProcessor']) waiting.push(...itemsOf(memberOf(at, key)));
  }
  return names;
}

/** A state that is written, with what its edges need. */
interface Written {
  node: NodeText;
  value: Value;
}

const TYPES: Record<string, string> = {
  Task: 'task',
  Choice: 'state',
  Wait: 'state',
  Pass: 'state',
  Succeed: 'end',
  Fail: 'end',
  Parallel: 'process',
  Map: 'process',
};

/** The first is that of machines that name none. */
const LANGUAGES = ['JSONPath', 'JSONata'];

class Reader {
  readonly #language: string;
  readonly #machine: MachineText;
  readonly #expressions: AslExpressions;
  readonly #tasks: NodeText[] = [];

  /** @param language the query language of the machine */
  constructor(machine: MachineText, language: string) {
    this.#machine = machine;
    this.#language = language;
    this.#expressions = new AslExpressions(machine, language === 'JSONata');
  }

  /** Agents read and write the data that conditions are about. */
  finish() {
    const { context } = this.#expressions;
    if (context) for (const task of this.#tasks) this.#machine.connect(task, context, { access: 'writes' });
  }

  /** @param machine with `StartAt` and `States` */
  states(machine: Value, parent: NodeText, depth: number) {
    if (depth > MAX_DEPTH / 2) throw new ImportError('refused', 'nested too deep', machine.line, 1);
    const states = memberOf(machine, 'States');
    const start = stringOf(memberOf(machine, 'StartAt'));
    if (states?.kind !== 'object' || states.entries.length === 0)
      throw new ImportError('content', '`States` is missing', machine.line, 1);
    if (start === undefined || memberOf(states, start) === undefined)
      throw new ImportError('content', `\`StartAt\` names no state: ${start ?? 'it is missing'}`, machine.line, 1);
    const written: Map<string, Written> = new Map();
    for (const [name, value] of states.entries) {
      written.set(name, this.#declare(parent, name, value, name === start, depth));
    }
    for (const one of written.values()) this.#connect(one, written);
  }

  #declare(parent: NodeText, name: string, value: Value, isStart: boolean, depth: number): Written {
    const type = stringOf(memberOf(value, 'Type')) ?? '';
    if (!Object.hasOwn(TYPES, type))
      throw new ImportError('content', `\`${name}\` has no known type: ${type}`, value.line, 1);
    const comment = stringOf(memberOf(value, 'Comment'));
    const node = this.#machine.add(parent, name, {
      type: TYPES[type] ?? 'state',
      annotations: isStart ? ['@start'] : [],
    });
    const written: Written = { node, value };
    if (type === 'Task') {
      const resource = stringOf(memberOf(value, 'Resource')) ?? '';
      node.attributes.push({ name: 'prompt', value: comment ?? name });
      if (resource !== '') node.notes.push(resource);
      this.#tasks.push(node);
    } else if (comment !== undefined) node.attributes.push({ name: 'desc', value: comment });
    for (const [key, entry] of entriesOf(value)) this.#member(written, type, key, entry, depth);
    if (type === 'Fail') this.#machine.lose(node, value.line, `${name}: Fail`, 'a path ends here without a failure');
    if (type === 'Pass') this.#pass(node, value);
    return written;
  }

  #member(written: Written, type: string, key: string, value: Value, depth: number) {
    const { node } = written;
    const lose = (why: string) => this.#machine.lose(node, value.line, `${key}: ${writtenText(value)}`, why);
    switch (key) {
      case 'Type':
      case 'Comment':
      case 'Next':
      case 'End':
      case 'Default':
      case 'Choices':
      case 'Catch':
        return;
      case 'QueryLanguage':
        if (stringOf(value) !== this.#language) lose('a machine has one query language');
        return;
      case 'Resource':
        if (type !== 'Task') lose(UNKNOWN);
        return;
      case 'TimeoutSeconds':
        if (value.kind === 'number' && type === 'Task')
          node.annotations.push(`@timeout(${Math.max(1, Math.round(value.value))}s)`);
        else lose(UNKNOWN);
        return;
      case 'Retry':
        this.#retry(node, type, value);
        return;
      case 'Branches':
        this.#branches(node, value, depth);
        return;
      case 'Iterator':
      case 'ItemProcessor':
        this.#items(written, value, depth);
        return;
      case 'ItemsPath':
      case 'Items':
      case 'Seconds':
      case 'SecondsPath':
      case 'Timestamp':
      case 'TimestampPath':
      case 'Result':
      case 'ResultPath':
      case 'Parameters':
      case 'Assign':
        if (this.#isReadElsewhere(type, key)) return;
        lose(DATA_FLOW);
        return;
      case 'Error':
      case 'Cause':
        if (value.kind === 'string') node.notes.push(`${key}: ${value.value}`);
        else lose(UNKNOWN);
        return;
      case 'InputPath':
      case 'OutputPath':
      case 'ResultSelector':
      case 'Arguments':
      case 'Output':
      case 'ItemSelector':
        lose(DATA_FLOW);
        return;
      default:
        lose(UNKNOWN);
    }
  }

  #isReadElsewhere(type: string, key: string): boolean {
    if (type === 'Wait') return /^(?:Seconds|SecondsPath|Timestamp|TimestampPath)$/.test(key);
    if (type === 'Map') return key === 'ItemsPath' || key === 'Items';
    return type === 'Pass' && key !== 'ItemsPath';
  }

  #retry(node: NodeText, type: string, value: Value) {
    const [first] = itemsOf(value);
    for (const [i, one] of itemsOf(value).entries()) {
      const most = memberOf(one, 'MaxAttempts');
      const attempts = most?.kind === 'number' ? Math.round(most.value) : 3;
      if (i === 0 && type === 'Task' && attempts > 0) node.annotations.push(`@retry(${attempts})`);
      else
        this.#machine.lose(
          node,
          one.line,
          `Retry: ${writtenText(one)}`,
          type === 'Task' ? 'one rule for all failures' : 'only tasks are retried',
        );
    }
    if (!first || type !== 'Task') return;
    for (const [key, entry] of entriesOf(first)) {
      const isAll = key === 'ErrorEquals' && itemsOf(entry).some((one) => stringOf(one) === 'States.ALL');
      if (key !== 'MaxAttempts' && !isAll)
        this.#machine.lose(node, entry.line, `Retry: ${key}: ${writtenText(entry)}`, 'any failure is retried at once');
    }
  }

  #branches(node: NodeText, value: Value, depth: number) {
    const start = this.#machine.add(node, 'start', { type: 'init' });
    const regions = itemsOf(value).map((branch, i) => {
      const region = this.#machine.add(node, `branch_${i + 1}`, { type: 'process' });
      for (const [key, entry] of entriesOf(branch))
        if (key === 'Comment' && entry.kind === 'string') region.title = entry.value;
        else if (key !== 'StartAt' && key !== 'States')
          this.#machine.lose(region, entry.line, `${key}: ${writtenText(entry)}`, UNKNOWN);
      this.states(branch, region, depth + 1);
      return region;
    });
    const joined = this.#machine.add(node, 'joined', { type: 'process' });
    for (const region of regions) {
      this.#machine.connect(start, region, { annotations: [`@async(group: ${node.name})`] });
      this.#machine.connect(region, joined, { annotations: [`@join(group: ${node.name})`] });
    }
  }

  #items({ node, value: state }: Written, value: Value, depth: number) {
    for (const [key, entry] of entriesOf(value))
      if (key !== 'StartAt' && key !== 'States')
        this.#machine.lose(node, entry.line, `${key}: ${writtenText(entry)}`, UNKNOWN);
    const start = this.#machine.add(node, 'start', { type: 'init' });
    const item = this.#machine.add(node, 'item', { type: 'process' });
    this.states(value, item, depth + 1);
    const joined = this.#machine.add(node, 'joined', { type: 'process' });
    const list = this.#expressions.list(memberOf(state, 'ItemsPath') ?? memberOf(state, 'Items'));
    const edge = this.#machine.connect(start, item, { annotations: [`@map(items: ${list}; group: ${node.name})`] });
    this.#loseAt(edge);
    this.#machine.connect(item, joined, { annotations: [`@join(group: ${node.name})`] });
  }

  #pass(node: NodeText, value: Value) {
    const path = stringOf(memberOf(value, 'ResultPath'));
    const entries = this.#expressions.assignments(memberOf(value, 'Result'), path, false);
    entries.push(...this.#expressions.assignments(memberOf(value, 'Parameters'), path, true));
    entries.push(...this.#expressions.assignments(memberOf(value, 'Assign'), undefined, true));
    for (const { line, what } of this.#expressions.takeLosses()) this.#machine.lose(node, line, what, 'code');
    if (entries.length > 0) node.annotations.push(setAnnotation(entries));
  }

  #connect({ node, value }: Written, states: ReadonlyMap<string, Written>) {
    const target = (name: Value | undefined, line: number): NodeText => {
      const found = states.get(stringOf(name) ?? '');
      if (!found) throw new ImportError('content', `no state \`${stringOf(name) ?? ''}\``, line, 1);
      return found.node;
    };
    for (const choice of itemsOf(memberOf(value, 'Choices'))) {
      const when = this.#expressions.condition(choice);
      const edge = this.#machine.connect(node, target(memberOf(choice, 'Next'), choice.line), {
        when,
        text: stringOf(memberOf(choice, 'Comment')),
      });
      this.#loseAt(edge);
      for (const key of ['Assign', 'Output']) this.#loseMember(edge, choice, key);
    }
    const otherwise = memberOf(value, 'Default');
    if (otherwise) this.#machine.connect(node, target(otherwise, otherwise.line));
    const next = memberOf(value, 'Next');
    if (next) this.#next(node, value, target(next, next.line));
    else if (stringOf(memberOf(value, 'Type')) === 'Wait') {
      const done = this.#machine.add(node.parent ?? this.#machine.root, 'done', { type: 'end' });
      this.#next(node, value, done);
    }
    for (const [i, one] of itemsOf(memberOf(value, 'Catch')).entries()) {
      const edge = this.#machine.connect(node, target(memberOf(one, 'Next'), one.line), { isCatch: true });
      const errors = itemsOf(memberOf(one, 'ErrorEquals')).map(stringOf);
      if (!errors.includes('States.ALL'))
        this.#machine.lose(
          edge,
          one.line,
          `ErrorEquals: ${errors.join(', ')}`,
          i === 0 ? 'any failure is caught' : 'the first edge catches any failure',
        );
      for (const key of ['ResultPath', 'Assign', 'Output']) this.#loseMember(edge, one, key);
    }
  }

  #next(node: NodeText, value: Value, target: NodeText) {
    if (stringOf(memberOf(value, 'Type')) !== 'Wait') {
      this.#machine.connect(node, target);
      return;
    }
    const seconds = memberOf(value, 'Seconds');
    if (seconds?.kind === 'number' && seconds.value > 0) {
      this.#machine.connect(node, target, { after: Math.max(1, Math.round(seconds.value * 1000)) });
      return;
    }
    const [key = 'Seconds', until] = entriesOf(value).find(([name]) => /^(?:Seconds|Timestamp)/.test(name)) ?? [];
    const edge = this.#machine.connect(node, target, { on: `${node.name}.done` });
    this.#machine.lose(
      edge,
      value.line,
      `${key}: ${until ? writtenText(until) : ''}`,
      'a time that is computed is an event here',
    );
  }

  #loseMember(edge: EdgeText, value: Value, key: string) {
    const entry = memberOf(value, key);
    if (entry) this.#machine.lose(edge, entry.line, `${key}: ${writtenText(entry)}`, DATA_FLOW);
  }

  #loseAt(edge: EdgeText) {
    for (const { line, what } of this.#expressions.takeLosses())
      this.#machine.lose(edge, line, what, 'a field of the context stands for it');
  }
}
