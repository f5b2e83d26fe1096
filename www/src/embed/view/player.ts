// Plays a machine in a host page: steps and runs over the controller, position by position, so that the host hears of
// each; asks the host first whenever somebody has to answer. No DOM.

import { askHost } from '../../agents/custom.ts';
import { isUntouched } from '../../run/controls.ts';
import { isOver } from '../../run/waiting.ts';
import { positions, stepOf } from '../../protocol/positions.ts';
import { MachineError } from '../waiting.ts';
import { stepDetail } from './step-detail.ts';
import { words } from './strings.ts';
import type { RunStore } from '../../run/run-store.ts';
import type { RunState } from '../../run/types.ts';
import type {
  AgentReply,
  AgentRequest,
  Answer,
  Engine,
  Event,
  GivenAnswer,
  InfoRequest,
  Json,
} from '../../protocol/types.ts';
import type { Options } from './options.ts';
import type { RunOptions } from '../methods.ts';
import type { Host } from '../types.ts';

/** Steps per second of a press of Run. */
export const SPEED = 2;
/** At full speed the page gets a turn after so many milliseconds. */
const SLICE_MS = 12;

export interface PlayerDependencies {
  controller: RunStore;
  engine: Engine;
  host: Pick<Host, 'agent' | 'emit'>;
  options: () => Options;
  /** Resolves when the present state is on screen. */
  drawn: () => Promise<unknown>;
  changed: () => void;
}

export class Player {
  readonly #deps: PlayerDependencies;
  /** Requests that the host keeps for itself, or that nobody answers by itself. */
  #failedRequests: Set<string> = new Set();
  #running = false;
  #pausing = false;
  #wake: () => void = () => {};
  #closed = new AbortController();
  /** The position that was told last. */
  #reportedPlace = '';
  #ended = false;
  #answering: Promise<unknown> = Promise.resolve();

  constructor(deps: PlayerDependencies) {
    this.#deps = deps;
  }

  get running() {
    return this.#running;
  }

  get #state(): RunState {
    return this.#deps.controller.state;
  }

  /** Another machine, or the same one from its start. */
  begin() {
    this.#failedRequests.clear();
    this.#ended = false;
    this.#reportedPlace = this.#place();
  }

  close() {
    this.#closed.abort();
    this.pauseSoon();
  }

  /** Whether a step would do anything. */
  get canStep() {
    const { snapshot, controls } = this.#state;
    if (!controls.step.enabled) return false;
    return (
      snapshot === null ||
      this.#waiting().length > 0 ||
      snapshot.view.paths.some(({ status }) => status === 'active') ||
      !snapshot.position.atTip
    );
  }

  /** Whether nobody has done anything with the run. */
  get untouched() {
    return isUntouched(this.#state);
  }

  async step(n: number) {
    for (let i = 0; i < n; i += 1) if (!(await this.#tick())) break;
    return this.#result();
  }

  /** Steps before anything is shown: nothing is told of them. */
  async replay(ticks: number) {
    for (let i = 0; i < ticks; i += 1) if (!(await this.#tick('quiet'))) break;
    this.#reportedPlace = this.#place();
    this.#ended = false;
  }

  async run({ maxTicks, until = 'end', speed = SPEED }: RunOptions = {}) {
    if (this.#running) return this.#result();
    const most = maxTicks ?? this.#deps.options().maxTicks;
    this.#running = true;
    this.#pausing = false;
    this.#deps.changed();
    let slice = performance.now();
    try {
      for (let n = 0; n < most && !this.#pausing; n += 1) {
        const events = (await this.#tick()) ?? (await this.#giveStub());
        if (!events || this.#stops(events, until) || !(this.canStep || this.#state.snapshot?.canGiveStub)) break;
        if (speed !== 'max') await this.#rest(1000 / speed);
        else if (performance.now() - slice > SLICE_MS) {
          await this.#rest(0);
          slice = performance.now();
        }
      }
    } finally {
      this.#running = false;
      this.#deps.changed();
    }
    return this.#result();
  }

  /** Ends a run after the step in hand. */
  pauseSoon() {
    if (!this.#running) return;
    this.#pausing = true;
    this.#deps.engine.pause();
    this.#wake();
  }

  async back(n: number) {
    for (let i = 0; i < n; i += 1) await this.#deps.controller.back();
    await this.#tell();
    return this.#result();
  }

  async forward() {
    await this.#deps.controller.forward();
    await this.#tell();
    return this.#result();
  }

  async goTo(tick: number, action: number) {
    const step = stepOf(this.#state.entries, { tick, action });
    if (step === null) throw new MachineError('no-step', words.noStep(tick));
    return this.goToStep(step);
  }

  /** @param step the core's */
  async goToStep(step: number) {
    await this.#deps.controller.goTo(step);
    await this.#tell();
    return this.#result();
  }

  /** Goes to a step, and steps where the run has not come that far. It stops where the run does. */
  async stepTo(tick: number) {
    const list = positions(this.#state.entries);
    const known = list.findLast((position) => position.tick === tick) ?? list.at(-1);
    if (known) await this.#deps.controller.goTo(known.step);
    const most = this.#deps.options().maxTicks;
    for (let n = 0; n < most && (this.#state.snapshot?.position.tick ?? tick) < tick; n += 1)
      if (!(await this.#tick('quiet'))) break;
    await this.#tell();
    return this.#result();
  }

  async reset() {
    await this.#deps.controller.reset();
    this.begin();
    this.#reportedPlace = '';
    await this.#tell();
    return this.#result();
  }

  async reply(request: string, reply: AgentReply) {
    checked(await this.#deps.controller.reply(request, reply));
    await this.#after();
    return this.#result();
  }

  async answer(request: string, answer: GivenAnswer) {
    checked(await this.#deps.controller.answer(request, answer));
    await this.#after();
    return this.#result();
  }

  /** @param data null for an event without any */
  async send(name: string, data: Json) {
    checked(await this.#deps.controller.send(name, data));
    await this.#after();
    return this.#result();
  }

  /** Lets time pass on the run's clock, up to the first timer that is due. */
  async elapse(ms: number) {
    if (!Number.isSafeInteger(ms) || ms < 1) throw new MachineError('bad-argument', words.notTime);
    checked(await this.#deps.controller.elapse(ms));
    await this.#after();
    return this.#result();
  }

  async setContext(path: string, target: string, value: Json) {
    checked(await this.#deps.controller.setContext(path, target, value));
    await this.#after();
    return this.#result();
  }

  /** Lets whoever answers now answer what waits: after the agent was changed. */
  async agentChanged() {
    this.#failedRequests.clear();
    if (this.#state.snapshot?.position.atTip && this.#waiting().length > 0 && !this.untouched) await this.#after();
  }

  /** @returns what happened, or null where nothing could */
  async #tick(how: 'told' | 'quiet' = 'told'): Promise<Event[] | null> {
    const from = this.#state.events.length;
    const place = this.#place();
    // At an earlier position what waits there is answered by the step itself.
    if (this.#waiting().length > 0) await this.#answerAll();
    const { snapshot } = this.#state;
    const active = snapshot === null || snapshot.view.paths.some(({ status }) => status === 'active');
    if (place === this.#place() && active && this.#state.controls.step.enabled) {
      checked(await this.#deps.controller.step());
      await this.#answerAll();
    }
    if (place === this.#place() && this.#state.events.length === from) return null;
    if (how === 'told') await this.#tell();
    return this.#state.events.slice(Math.min(from, this.#state.events.length));
  }

  /** What the stubs of forms and events say, where nothing else can be done. */
  async #giveStub(): Promise<Event[] | null> {
    if (!this.#state.snapshot?.canGiveStub) return null;
    const from = this.#state.events.length;
    const done = await this.#deps.controller.act(['giveStub']);
    if (done?.ok !== true) return null;
    await this.#after();
    return this.#state.events.slice(from);
  }

  /** Something was done from outside: what it leads to is answered, and told. */
  async #after() {
    await this.#answerAll();
    await this.#tell();
  }

  #place() {
    const position = this.#state.snapshot?.position;
    return position ? `${position.branch}:${position.tick}.${position.action}` : '';
  }

  /** Tells of a new position once it is on screen, and of the end. */
  async #tell() {
    await this.#deps.drawn();
    const { snapshot, events, entries } = this.#state;
    if (snapshot === null || this.#closed.signal.aborted) return;
    const place = this.#place();
    if (place !== this.#reportedPlace) {
      this.#reportedPlace = place;
      this.#deps.host.emit('step', stepDetail(snapshot, events, entries));
    }
    const over = isOver(snapshot);
    if (over && !this.#ended) {
      const outputs = await this.#deps.engine.outputs().catch(() => []);
      const { outcome, artifacts } = snapshot.view;
      this.#deps.host.emit('end', { outcome, tick: snapshot.position.tick, outputs, artifacts });
    }
    this.#ended = over;
  }

  #key(id: string) {
    return `${this.#state.snapshot?.position.branch}:${id}`;
  }

  /** What is open and not left to the host. */
  #waiting(): (AgentRequest | InfoRequest)[] {
    const { snapshot } = this.#state;
    if (!snapshot) return [];
    const { agents, requests } = snapshot.pending;
    const open = [...requests.filter(({ state }) => state === 'open'), ...agents];
    return open.filter(({ id }) => !this.#failedRequests.has(this.#key(id)));
  }

  /** One round at a time: what comes meanwhile is found by the next one. */
  #answerAll(): Promise<void> {
    const turn = this.#answering.then(() => this.#answerOpen());
    this.#answering = turn.catch(() => {});
    return turn;
  }

  async #answerOpen() {
    for (let open = this.#waiting(); open[0] && !this.#closed.signal.aborted; open = this.#waiting())
      await this.#answerOne(open[0]);
  }

  async #answerOne(request: AgentRequest | InfoRequest) {
    const kind = 'tools' in request ? 'agent' : 'information';
    let given: { reply: unknown } | null = null;
    let telling = true;
    const respondWith = (reply: unknown) => {
      if (telling) given ??= { reply };
      else void this.#respond(request, reply);
    };
    await this.#deps.drawn();
    const own = this.#deps.host.emit(
      'request',
      { kind, request: structuredClone(request), respondWith },
      { cancelable: true },
    );
    telling = false;
    const { reply } = (given as { reply: unknown } | null) ?? {};
    if (given) await this.#give(request, await reply);
    else if (!own || !(await this.#own(request))) this.#failedRequests.add(this.#key(request.id));
  }

  /** An answer that comes after its event. */
  async #respond(request: AgentRequest | InfoRequest, reply: unknown) {
    await this.#give(request, await reply);
    await this.#after();
  }

  async #give(request: AgentRequest | InfoRequest, reply: unknown) {
    const done =
      'tools' in request
        ? await this.#deps.controller.reply(request.id, reply as AgentReply)
        : await this.#deps.controller.answer(request.id, reply as GivenAnswer);
    if (done && !done.ok) {
      this.#failedRequests.add(this.#key(request.id));
      this.#deps.host.emit('error', { code: done.error.code, message: done.error.message, fatal: false });
    }
  }

  /** @returns whether the element's own agent answered */
  async #own(request: AgentRequest | InfoRequest): Promise<boolean> {
    const options: Options = this.#deps.options();
    const agent = this.#deps.host.agent();
    if (agent && 'tools' in request) {
      const { signal } = this.#closed;
      const reply = await askHost(agent, request, { ms: options.agentTimeout, signal });
      if (signal.aborted) return false;
      await this.#give(request, reply);
      return true;
    }
    const done = await this.#deps.controller.act(['settle', request.id, this.#running ? 'scripted' : 'skipped']);
    return done?.ok === true;
  }

  #stops(events: Event[], until: NonNullable<RunOptions['until']>) {
    const has = (...kinds: Event['kind'][]) => events.some(({ kind }) => kinds.includes(kind));
    if (has('loopNotice')) return true;
    if (until === 'agent') return has('agentRequested');
    if (until === 'fork') return has('spawned');
    if (until === 'join') return has('joinFired');
    if (until === 'end') return false;
    if ('tick' in until) return (this.#state.snapshot?.position.tick ?? 0) >= until.tick;
    return events.some(
      (event) =>
        (event.kind === 'moved' && (event.to === until.node || event.entered.includes(until.node))) ||
        (event.kind === 'nodeEntered' && event.node === until.node),
    );
  }

  #rest(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #result() {
    const { snapshot } = this.#state;
    return snapshot === null
      ? null
      : { tick: snapshot.position.tick, action: snapshot.position.action, outcome: snapshot.view.outcome.kind };
  }
}

/** A refusal becomes what the caller's promise rejects with. */
function checked(answer: Answer | null) {
  if (answer && !answer.ok) throw new MachineError(answer.error.code, answer.error.message, '', answer.error.data);
}
