// A small core with the real one's interface, so that the engine is tested alone. Its texts are lines: `a -> b` an
// edge, `start a` a start node, `ask a` a node whose agent is asked, `needs a` a node with a question, `use other`
// imports a file, `stub a {...}` its script, `error` an error diagnostic, `hang` a machine that never answers, `trap`
// one that traps.

import { present } from '../loose.ts';
import type {
  AgentReply,
  BriefRequest,
  Entry,
  Event,
  GraphEdit,
  InfoRequest,
  Json,
  Outcome,
  Refused,
  Result,
  Status,
} from '../../pkg/tracklight.js';

type Core = typeof import('../../pkg/tracklight.js');
type Files = Record<string, string>;
interface Edge {
  id: string;
  source: string;
  target: string;
}
interface Path {
  id: string;
  node: string;
  phase: 'enter' | 'work' | 'leave';
  status: Status;
  asked: number;
  infos: InfoRequest[];
  visits: Record<string, number>;
  n: number;
}
interface State {
  step: number;
  tick: number;
  action: number;
  seq: number;
  paths: Path[];
  forces?: Record<string, 'take' | 'skip' | null>;
}
/** Of an event only what tests look at. */
interface FakeEvent {
  kind: Event['kind'];
  [member: string]: unknown;
}
type Numbered = FakeEvent & { seq: number; step: number; tick: number };
interface Act {
  kind: string;
  path?: string;
  auto?: boolean;
}
interface Kept {
  state: State;
  events: Numbered[];
  entry: Entry;
}
interface Mark {
  name: string;
  branch: string;
  step: number;
  auto: boolean;
}
type Moved = { ok: true; branch: string; step: number; tick: number; action: number } | Refused;

/** How many handles are alive; every test must end with what it holds. */
export const handles = { machines: 0, runs: 0 };

export const version = () => ({ core: '0.0.0-fake', rules: 1 });

export class Machine {
  static parse(source: string, files: Files = {}, entry = 'machine.dygram') {
    handles.machines += 1;
    return new Machine(source, files, entry);
  }

  source: string;
  files: Files;
  entry: string;
  lines: string[];
  title: string | null;
  hash: string;
  nodes: string[];
  edges: Edge[];

  constructor(source: string, files: Files, entry: string) {
    this.source = source;
    this.files = files;
    this.entry = entry;
    this.lines = source.split('\n').map((line) => line.trim());
    this.title = this.word('title')[0] ?? null;
    this.hash = `h${source.length}`;
    const ends = this.lines.flatMap((line) => /^(\w+) -> (\w+)$/.exec(line)?.slice(1, 3) ?? []);
    this.nodes = [...new Set([...this.word('start'), ...this.word('ask'), ...ends])];
    this.edges = this.lines
      .flatMap((line) => {
        const found = /^(\w+) -> (\w+)$/.exec(line);
        return found ? [{ source: found[1], target: found[2] }] : [];
      })
      .map((edge, i) => ({ id: `e${i}`, ...edge }));
  }

  word(name: string) {
    return this.lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.split(' ')[1]);
  }

  get imported() {
    return this.word('use').filter((name) => Object.hasOwn(this.files, name));
  }

  diagnostics() {
    const elsewhere: object[] = this.imported
      .filter((file) => this.files[file].includes('error'))
      .map((file) => ({ from: 0, to: 1, file, severity: 'error', code: 'fake', message: 'no' }));
    return elsewhere.concat(
      this.lines.flatMap((line, i) =>
        line === 'error' ? [{ from: i, to: i + 1, severity: 'error', code: 'fake', message: 'no' }] : [],
      ),
    );
  }

  counts() {
    return { nodes: this.nodes.length, edges: this.edges.length, files: this.imported };
  }

  toJSON() {
    const stubs = this.lines.flatMap((line) => {
      const found = /^stub (\w+) (.+)$/.exec(line);
      return found ? [[found[1], JSON.parse(found[2])] as const] : [];
    });
    const stubOf = new Map<string, Json>(stubs);
    const nodes = this.nodes.map((name) => ({
      name,
      id: name,
      attributes: stubOf.has(name) ? [{ name: 'stub', value: stubOf.get(name) }] : [],
    }));
    const { entry, imported } = this;
    return {
      attributes: [],
      nodes,
      edges: this.edges,
      ...(imported.length > 0 ? { metadata: { entry, files: imported } } : {}),
    };
  }

  /** The word around an offset, and all its places. */
  at(offset: number) {
    const places = [...this.source.matchAll(/\w+/g)].map((m) => ({
      from: m.index,
      to: m.index + m[0].length,
      word: m[0],
    }));
    const found = places.find(({ from, to }) => from <= offset && offset <= to);
    return { found, same: places.filter(({ word }) => word === found?.word).map(({ from, to }) => ({ from, to })) };
  }

  complete(offset: number) {
    const from = offset - present(/\w*$/.exec(this.source.slice(0, offset)))[0].length;
    const names = ['start', 'ask', ...this.nodes].filter((name) => name.startsWith(this.source.slice(from, offset)));
    return names.map((label, i) => ({
      from,
      to: offset,
      label,
      kind: i < 2 ? 'keyword' : 'node',
      insert: label,
      sort: String(i),
    }));
  }

  hover(offset: number) {
    const { found } = this.at(offset);
    return found ? { from: found.from, to: found.to, markdown: `**${found.word}**` } : null;
  }

  definition(offset: number) {
    const { found, same } = this.at(offset);
    if (!found) return null;
    const file = this.imported.find((name) => this.files[name].includes(found.word));
    return file
      ? {
          from: this.files[file].indexOf(found.word),
          to: this.files[file].indexOf(found.word) + found.word.length,
          file,
        }
      : same[0];
  }

  references(offset: number) {
    return this.at(offset).same;
  }

  fixes(from: number, to: number) {
    const at = this.source.indexOf('error');
    return at >= 0 && at <= to && from <= at + 5
      ? [{ title: 'Remove it', edits: [{ from: at, to: at + 5, insert: '' }] }]
      : [];
  }

  format() {
    return this.lines.includes('error')
      ? refuse('format-refused', 'there is an error')
      : { ok: true, text: `${this.lines.join('\n').trim()}\n` };
  }

  renameFile(from: string, to: string) {
    if (from === to || to === this.entry || Object.hasOwn(this.files, to)) return refuse('file-exists');
    const at = this.source.indexOf(`use ${from}`);
    return { ok: true, edits: at < 0 ? [] : [{ from: at + 4, to: at + 4 + from.length, insert: to }] };
  }

  packedTokens(from = 0, to = Infinity) {
    const found = [...this.source.matchAll(/\w+/g)].filter((m) => m.index + m[0].length > from && m.index < to);
    const classOf = (word: string) => (word === 'ask' ? 'keyword' : word === 'old' ? 'name deprecated' : 'name');
    const classes = [...new Set(found.map(([word]) => classOf(word)))];
    return {
      classes,
      tokens: new Uint32Array(found.flatMap((m) => [m.index, m.index + m[0].length, classes.indexOf(classOf(m[0]))])),
    };
  }

  outline() {
    return [];
  }

  dot() {
    return `digraph {${this.nodes.join(';')}}`;
  }

  overlay() {
    return { key: `s${this.dot()}`, cells: {}, nodes: {}, edges: {} };
  }

  contexts() {
    return [{ id: 'Ctx', open: false, fields: [{ name: 'n' }] }];
  }

  start({ input }: { input?: { Ctx?: { n?: number } } } = {}) {
    handles.runs += 1;
    return new Run(this, input?.Ctx?.n);
  }

  free() {
    handles.machines -= 1;
  }
}

const refuse = (code: string, message = code): Refused => ({ ok: false, error: { code, message } });

export class Run {
  machine: Machine;
  scripts: Map<string, Json | undefined>;
  lists: Map<string, Kept[]>;
  branch: string;
  cursor: number;
  layer?: GraphEdit[];
  names?: Record<string, string>;
  deleted?: Set<string>;
  marks?: Mark[];

  constructor(machine: Machine, n = 0) {
    this.machine = machine;
    this.scripts = new Map(machine.toJSON().nodes.map((node) => [node.id, node.attributes[0]?.value]));
    const starts = machine.word('start').length > 0 ? machine.word('start') : machine.nodes.slice(0, 1);
    const paths = starts.map(
      (node, i): Path => ({
        id: `${i + 1}`,
        node,
        phase: 'enter',
        status: 'active',
        asked: 0,
        infos: [],
        visits: {},
        n,
      }),
    );
    const state = { step: 0, tick: 0, action: 0, seq: 0, paths };
    this.lists = new Map([['b1', []]]);
    this.branch = 'b1';
    this.cursor = 0;
    this.record(state, { kind: 'start' }, [{ kind: 'runStarted' }]);
  }

  get list() {
    return present(this.lists.get(this.branch));
  }

  get at() {
    return this.list[this.cursor].state;
  }

  record(state: State, entry: Act, events: FakeEvent[]): Numbered[] {
    const numbered = events.map((event, i) => ({
      seq: state.seq + i + 1,
      step: state.step,
      tick: state.tick,
      ...event,
    }));
    const kept = { ...state, seq: state.seq + events.length };
    const { step, tick, action } = kept;
    this.list.push({
      state: kept,
      events: numbered,
      entry: { step, tick, action, ...entry, outcome: outcomeOf(kept).kind },
    });
    this.cursor = this.list.length - 1;
    return numbered;
  }

  /** One action: `change` edits a copy of the paths and pushes events, or returns a refusal. */
  act(entry: Act, change: (state: State, events: FakeEvent[]) => Refused | void): Result {
    const state = structuredClone(this.at);
    const events: FakeEvent[] = [];
    const refusal = change(state, events);
    if (refusal) return refusal;
    if (this.cursor < this.list.length - 1) {
      const id = `b${this.lists.size + 1}`;
      this.lists.set(id, this.list.slice(0, this.cursor + 1));
      this.branch = id;
    }
    state.step += 1;
    if (entry.kind === 'step') {
      state.tick += 1;
      state.action = 0;
    } else if (!entry.auto) state.action += 1;
    const outcome = outcomeOf(state);
    if (outcome.kind === 'completed' || outcome.kind === 'failed') events.push({ kind: 'runEnded', outcome });
    const numbered = this.record(state, entry, events);
    const { step, tick, action } = state;
    return { ok: true, step, tick, action, branch: this.branch, events: numbered as unknown as Event[], outcome };
  }

  step() {
    if (this.machine.lines.includes('hang') && this.at.tick === 2)
      throw Object.assign(new Error('hangs'), { hang: true });
    if (this.machine.lines.includes('trap') && this.at.tick === 2) throw new WebAssembly.RuntimeError('unreachable');
    return this.act({ kind: 'step' }, (state, events) => {
      const active = state.paths.filter((path) => path.status === 'active');
      if (active.length === 0) {
        if (state.paths.some((path) => path.status === 'awaitingAnswers')) return refuse('requests-pending');
        if (state.paths.some((path) => path.status === 'awaitingAgent')) return refuse('agent-pending');
        return refuse('run-ended');
      }
      for (const path of active) this.advance(path, events);
    });
  }

  advance(path: Path, events: FakeEvent[]) {
    if (path.phase === 'enter') {
      path.visits[path.node] = (path.visits[path.node] ?? 0) + 1;
      events.push({ kind: 'nodeEntered', path: path.id, node: path.node });
      if (path.visits[path.node] === 3 && this.machine.word('ask').length === 0)
        events.push({ kind: 'loopNotice', path: path.id, node: path.node });
      if (this.machine.word('needs').includes(path.node)) {
        path.infos.push({
          id: `req-${path.id}-${path.infos.length + 1}`,
          path: path.id,
          node: path.node,
          visit: path.visits[path.node],
          query: 'how many',
          reason: 'declared',
          priority: 'required',
          raisedBy: 'machine',
          state: 'open',
        });
        path.status = 'awaitingAnswers';
        events.push({ kind: 'requestOpened', path: path.id });
        return;
      }
    }
    this.work(path, events);
  }

  work(path: Path, events: FakeEvent[]) {
    if (path.phase !== 'leave' && this.machine.word('ask').includes(path.node)) {
      path.asked += 1;
      path.status = 'awaitingAgent';
      path.phase = 'work';
      events.push({ kind: 'agentRequested', path: path.id, request: `agent-${path.id}-${path.asked}` });
      return;
    }
    this.leave(path, events);
  }

  leave(path: Path, events: FakeEvent[]) {
    const edge = this.machine.edges.find((one) => one.source === path.node);
    if (edge === undefined) {
      path.status = 'completed';
      events.push({ kind: 'pathCompleted', path: path.id, node: path.node });
      return;
    }
    Object.assign(path, { node: edge.target, phase: 'enter', status: 'active' });
    events.push({ kind: 'moved', path: path.id, edge: edge.id, to: edge.target, entered: [] });
  }

  pending({ brief = false }: { brief?: boolean } = {}) {
    const whole = this.at.paths.filter((path) => path.status === 'awaitingAgent').map((path) => this.request(path));
    const agents = brief ? whole.map(inBrief) : whole;
    const requests = this.at.paths.flatMap((path) => path.infos.filter((info) => info.state === 'open'));
    return { agents, requests, edits: [] };
  }

  request(path: Path) {
    const stub = this.scripts.get(path.node);
    const data = { type: 'object', properties: { n: { type: 'number' } }, additionalProperties: false };
    return {
      id: `agent-${path.id}-${path.asked}`,
      path: path.id,
      node: path.node,
      kind: 'work' as const,
      visit: path.visits[path.node],
      attempt: 1,
      turn: 1,
      maxTurns: 50,
      delayMs: 0,
      title: path.node,
      prompt: 'add 1 to Ctx.n',
      contexts: [{ name: 'Ctx', read: ['n'], write: ['n'], open: false, values: { n: path.n } }],
      transitions: [],
      exits: [],
      answers: [],
      transcript: [],
      history: [],
      digest: `d-${path.node}-${path.n}`,
      tools: [
        { name: 'read_Ctx', kind: 'read' as const, context: 'Ctx', inputSchema: {} },
        { name: 'write_Ctx', kind: 'write' as const, context: 'Ctx', inputSchema: { properties: { data } } },
      ],
      ...(stub === undefined ? {} : { stub }),
    };
  }

  reply(id: string, reply: AgentReply, { auto = false } = {}) {
    if (typeof reply !== 'object' || reply === null || !('turns' in reply || 'error' in reply)) {
      throw Object.assign(new Error('`reply` must be an agent reply'), {
        code: 'bad-argument',
        data: { argument: 'reply' },
      });
    }
    return this.act({ kind: 'reply', ...(auto ? { auto } : {}) }, (state, events) => {
      const path = state.paths.find((one) => one.status === 'awaitingAgent' && `agent-${one.id}-${one.asked}` === id);
      if (path === undefined) return refuse('stale-reply');
      events.push({ kind: 'agentReplied', path: path.id, node: path.node, request: id });
      if ('error' in reply) {
        path.status = 'failed';
        return;
      }
      for (const call of reply.turns.flatMap((turn) => turn.calls ?? [])) {
        if (call.name === 'write_Ctx') path.n = (call.input as { data: { n: number } }).data.n;
        events.push({ kind: 'toolCalled', path: path.id, node: path.node, name: call.name, ok: true });
      }
      path.phase = 'leave';
      this.leave(path, events);
    });
  }

  answer(id: string, answer: string | { error: string }, { auto = false } = {}) {
    return this.act({ kind: 'answer', ...(auto ? { auto } : {}) }, (state, events) => {
      const path = state.paths.find((one) => one.infos.some((info) => info.id === id && info.state === 'open'));
      if (path === undefined) return refuse('unknown-request');
      const text = typeof answer === 'string' ? answer : answer.error;
      Object.assign(present(path.infos.find((info) => info.id === id)), {
        state: 'answered',
        answer: { ok: typeof answer === 'string', text },
      });
      events.push({ kind: 'requestAnswered', path: path.id, request: id });
      path.status = 'active';
      path.phase = 'work';
    });
  }

  setContext(id: string, _target: string, value: Json) {
    return this.act({ kind: 'setContext', path: id }, (state, events) => {
      const path = state.paths.find((one) => one.id === id);
      if (path === undefined) return refuse('unknown-path');
      if (typeof value !== 'number') return refuse('write-refused', 'expected number');
      path.n = value;
      events.push({ kind: 'contextWritten', path: id });
    });
  }

  force(id: string, edge: string, mode: 'take' | 'skip' | null) {
    if (!this.machine.edges.some((one) => one.id === edge)) return refuse('unknown-edge');
    return this.act({ kind: 'force', path: id }, (state, events) => {
      state.forces = { ...state.forces, [`${id} ${edge}`]: mode };
      events.push({ kind: 'forceSet', path: id === '*' ? null : id, edge, mode });
    });
  }

  editGraph(edit: GraphEdit) {
    if ('node' in edit && edit.node === 'nowhere') return refuse('unknown-node');
    this.layer = [...(this.layer ?? []), edit];
    return { ok: true, changed: true };
  }

  source() {
    return this.machine.source;
  }

  /** Lines that begin with `//` mean nothing. */
  setSource(source: string, files: Files | undefined, entry: string) {
    const means = ({ lines, files: others }: Machine) =>
      JSON.stringify([lines.filter((line) => line !== '' && !line.startsWith('//')), others]);
    const other = new Machine(source, files ?? {}, entry);
    if (means(other) !== means(this.machine)) return refuse('hash-mismatch');
    this.machine = other;
    return { ok: true };
  }

  fork(step = this.at.step, name: string | undefined = undefined) {
    const there = this.goto(step);
    if (!there.ok) return there;
    const id = `b${this.lists.size + 1}`;
    this.lists.set(id, this.list.slice(0, this.cursor + 1));
    this.names = { ...this.names, ...(name === undefined ? {} : { [id]: name }) };
    return this.goto(step, id);
  }

  renameBranch(id: string, name: string) {
    this.names = { ...this.names, [id]: name };
    return this.goto(this.at.step);
  }

  deleteBranch(id: string) {
    if (id === this.branch) return refuse('branch-in-use');
    this.deleted = new Set([...(this.deleted ?? []), id]);
    return this.goto(this.at.step);
  }

  branches() {
    return [...this.lists.keys()]
      .filter((id) => !this.deleted?.has(id))
      .map((id) => ({
        id,
        name: this.names?.[id] ?? id,
        from: null,
        tip: present(this.lists.get(id)?.at(-1)).state.step,
        current: id === this.branch,
      }));
  }

  checkpoints() {
    return this.marks ?? [];
  }

  checkpoint(name: string) {
    this.marks = [
      ...this.checkpoints().filter((one) => one.name !== name),
      { name, branch: this.branch, step: this.at.step, auto: false },
    ];
    return { ok: true, branch: this.branch, step: this.at.step, tick: this.at.tick, action: this.at.action };
  }

  restore(name: string) {
    const mark = this.checkpoints().find((one) => one.name === name);
    return mark === undefined ? refuse('unknown-checkpoint') : this.goto(mark.step, mark.branch);
  }

  choose() {
    return refuse('not-choosable');
  }

  cancel(id: string) {
    return this.act({ kind: 'cancel', path: id }, (state, events) => {
      const path = state.paths.find((one) => one.id === id);
      if (path === undefined) return refuse('unknown-path');
      path.status = 'cancelled';
      events.push({ kind: 'pathCancelled', path: id });
    });
  }

  requests({ path }: { path: string }) {
    return this.at.paths.filter((one) => one.id === path).flatMap((one) => one.infos);
  }

  evaluate(path: string, text: string) {
    const n = this.at.paths.find((one) => one.id === path)?.n ?? NaN;
    const found = /^Ctx\.n(?: \+ (\d+))?$/.exec(text);
    return found
      ? { ok: true, value: n + Number(found[1] ?? 0), truthy: true }
      : refuse('expression-error', 'cannot read it');
  }

  view() {
    const { step, tick, action, seq, paths } = this.at;
    const view = paths.map((path) => ({
      id: path.id,
      node: path.node,
      status: path.status,
      reason: null,
      context: { Ctx: { n: path.n } },
    }));
    return {
      step,
      tick,
      action,
      seq,
      branch: this.branch,
      outcome: outcomeOf(this.at),
      paths: view,
      nodes: Object.fromEntries(this.machine.nodes.map((name) => [name, {}])),
      edges: this.machine.edges,
      contexts: {},
      counters: { spawned: 0 },
      pending: this.pending(),
    };
  }

  overlay() {
    return {
      key: `k${this.machine.hash}`,
      cells: Object.fromEntries(this.at.paths.map((path) => [`v-${path.id}`, { text: String(path.n), title: '' }])),
      nodes: {},
      edges: {},
    };
  }

  dot() {
    return `run ${this.machine.dot()}`;
  }

  events(since = 0) {
    const found: Numbered[] = [];
    for (let i = this.cursor; i >= 0; i -= 1) {
      const { events } = this.list[i];
      if (events.length > 0 && present(events.at(-1)).seq <= since) break;
      found.push(...events.filter((event) => event.seq > since).reverse());
    }
    return found.reverse();
  }

  entries() {
    return this.list.map((one) => ({ ...one.entry }));
  }

  back(n: number) {
    return this.goto(present(this.list.at(this.cursor - n)).state.step);
  }

  goto(step: number, branch = this.branch): Moved {
    const list = this.lists.get(branch);
    const index = list?.findIndex((one) => one.state.step === step) ?? -1;
    if (index < 0) return refuse('unknown-step');
    this.branch = branch;
    this.cursor = index;
    return { ok: true, branch, step, tick: this.at.tick, action: this.at.action };
  }

  free() {
    handles.runs -= 1;
  }
}

/** What of a request a script needs. */
function inBrief({
  id,
  path,
  node,
  kind,
  visit,
  attempt,
  turn,
  maxTurns,
  delayMs,
  contexts,
  transitions,
  tools,
  digest,
}: ReturnType<Run['request']>): BriefRequest {
  const names = contexts.map(({ name }) => ({ name }));
  return {
    id,
    path,
    node,
    kind,
    visit,
    attempt,
    turn,
    maxTurns,
    delayMs,
    rev: 0,
    contexts: names,
    transitions,
    tools: tools.map(({ inputSchema, ...tool }) => tool),
    digest,
  };
}

function outcomeOf({ paths }: State): Outcome {
  if (paths.some((path) => ['active', 'awaitingAgent', 'awaitingAnswers'].includes(path.status)))
    return { kind: 'running' };
  const failed = paths.filter((path) => path.status === 'failed');
  if (failed.length > 0)
    return {
      kind: 'failed',
      paths: failed.map((path) => path.id),
      failure: { message: 'it failed', node: failed[0].node } as Extract<Outcome, { kind: 'failed' }>['failure'],
    };
  return paths.some((path) => path.status === 'completed')
    ? { kind: 'completed', incomplete: [] }
    : { kind: 'cancelled' };
}

/** The fake where the real core is asked for. */
export const core = { Machine, version, languageReference: () => [] } as unknown as Pick<
  Core,
  'Machine' | 'version' | 'languageReference'
>;
