// What answers from outside the page: the host's function, a remote model in the broker frame, a text from an address.
// The frame lives only as long as its document is shown; only its own buttons make it connect.

import { isRecord, memberOf } from '../../protocol/plain-data.ts';
import { agentTimeout, askHost, plainReply, type HostAgent } from '../../agents/custom.ts';
import { outsideFor } from '../../agents/choose-agent.ts';
import { fetchText } from '../../link/fetch-text.ts';
import { rawAddress } from '../../link/raw-address.ts';
import type { AgentReply, AgentRequest, Engine, RunBounds } from '../../protocol/types.ts';
import { without } from '../../protocol/without.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { Action as PageAction, State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action, Frame, OutsideState } from './index.ts';
import { remoteStrings as words } from './strings.ts';
import type { RunState } from '../../run/types.ts';
import { refusalOf } from '../../run/run-store.ts';

/** `reply`: one that came while an earlier position was shown. */
interface Ask {
  key: string;
  request: AgentRequest;
  stop: AbortController;
  reply: AgentReply | null;
  busy: boolean;
}

/** What ends a Run that waits for a reply. */
const ENDS = new Set([
  'pause',
  'step',
  'stepPath',
  'back',
  'forward',
  'reset',
  'goTo',
  'backToRun',
  'fork',
  'toCheckpoint',
  'mode',
  'outsideCancel',
  'outsideClose',
]);

export interface RemoteDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  /** A text as another document. */
  open: (file: { name: string; text: string }) => Promise<void>;
  host: { agent: HostAgent | null; getAttribute(name: string): string | null };
  theme: () => string;
}

export class RemoteController {
  readonly #deps: RemoteDependencies;
  #port: MessagePort | null = null;
  #asks: Map<string, Ask> = new Map();
  #previousMode: RunState['mode'] = 'stub';
  /** The Run that continues when the reply has come. */
  #resumeRun: { stops: RunBounds | undefined } | null = null;

  constructor(deps: RemoteDependencies) {
    this.#deps = deps;
  }

  begin() {
    const { store, running } = this.#deps;
    const immediate = { immediate: true };
    store.watch(
      ({ outside: { frame }, document }) => frame !== null && (frame.document !== document.id || document.locked),
      (isOutdated) => isOutdated && this.#dropFrame(),
      immediate,
    );
    store.watch(
      ({ run }) => run.mode,
      (mode) => {
        if (mode !== 'remote' && mode !== 'custom') this.#previousMode = mode;
      },
      immediate,
    );
    store.watch(
      // An act that takes a while is no Run.
      ({ run }) => run.activity === 'running',
      (isRunning) => {
        if (!isRunning && running.stop !== 'pending') this.#resumeRun = null;
      },
    );
    store.watch(this.#deps.theme, (theme) => this.#port?.postMessage({ theme }));
    store.watch(
      ({ run: { snapshot, mode }, document, replaying, outside }) => [
        snapshot,
        mode,
        document.id,
        replaying,
        outside.frame,
        running.settings,
        running.runNumber,
      ],
      (_, state) => this.#updateAsks(state),
      immediate,
    );
  }

  act(action: Action) {
    const { outside } = this.#deps.store.state;
    switch (action.type) {
      case 'askForAddress':
        this.#askAddress(action.address);
        break;
      case 'openAddress':
        void this.#openSource(action.address);
        break;
      case 'addressTyped':
        this.#changeSource(action.address);
        break;
      case 'outsideFrame':
        this.#connectFrame(action.frame);
        break;
      case 'outsideShow':
        if (outside.frame?.kind === 'remote') this.#set({ frame: { ...outside.frame, hidden: false } });
        else this.#openFrame('remote');
        break;
      case 'outsideHide':
        if (outside.frame) this.#set({ frame: { ...outside.frame, hidden: true } });
        break;
      case 'outsideClose':
        void this.#closeConnection();
        break;
      case 'outsideCancel': {
        const ask = this.#askOf(action.request);
        if (!ask) break;
        ask.stop.abort();
        ask.stop = new AbortController();
        ask.busy = false;
        this.#port?.postMessage({ drop: ask.key });
        this.#say(action.request, 'failed', words.cancelled);
        break;
      }
      case 'outsideAgain': {
        const ask = this.#askOf(action.request);
        if (ask && !ask.busy) void this.#ask(ask);
        break;
      }
    }
  }

  /** Called with each action before it is done. */
  onAction(action: PageAction) {
    if (action.type === 'run') this.#resumeRun = this.#deps.store.state.run.isRunning ? null : { stops: undefined };
    else if (action.type === 'runTo') this.#resumeRun = { stops: action.stops };
    else if (ENDS.has(action.type)) this.#resumeRun = null;
  }

  #askOf(request: string) {
    return [...this.#asks.values()].find((ask) => ask.request.id === request);
  }

  #set(part: Partial<OutsideState>) {
    this.#deps.store.set({ outside: { ...this.#deps.store.state.outside, ...part } });
  }

  #say(request: string, state: OutsideState['asks'][string]['state'], text: string = '') {
    const { asks } = this.#deps.store.state.outside;
    if (asks[request]?.state !== state || asks[request]?.text !== text)
      this.#set({ asks: { ...asks, [request]: { state, text } } });
  }

  /** Asks for what is open, and for nothing else. */
  #updateAsks({ run: { snapshot, mode }, document, replaying }: State) {
    // At an earlier position an open request is only looked at.
    if (replaying || (snapshot && !snapshot.position.atTip)) return;
    const { settings } = this.#deps.running;
    const wanted = new Map(
      (mode === 'custom' || mode === 'remote' ? (snapshot?.pending.agents ?? []) : []).flatMap((request) =>
        outsideFor(request, settings) === mode
          ? [
              [
                JSON.stringify([document.id, this.#deps.running.runNumber, snapshot?.position.branch, request.id]),
                request,
              ],
            ]
          : [],
      ),
    );
    for (const [key, ask] of this.#asks) {
      if (wanted.has(key)) continue;
      this.#asks.delete(key);
      ask.stop.abort();
      this.#port?.postMessage({ drop: key });
      this.#set({ asks: without(this.#deps.store.state.outside.asks, ask.request.id) });
    }
    for (const [key, request] of wanted) {
      const known = this.#asks.get(key);
      if (known?.reply) void this.#sendReply(known, known.reply);
      if (known) continue;
      const ask = { key, request, stop: new AbortController(), reply: null, busy: false };
      this.#asks.set(key, ask);
      void this.#begin(ask);
    }
  }

  /** A retry waits as long as the core says, so that who is busy is not pressed. */
  async #begin(ask: Ask) {
    const { id, delayMs } = ask.request;
    const { signal } = ask.stop;
    if (delayMs > 0) {
      this.#say(id, 'waiting', words.retries(delayMs / 1000));
      await new Promise((done) => {
        const due = setTimeout(done, delayMs);
        signal.addEventListener('abort', () => {
          clearTimeout(due);
          done(null);
        });
      });
    }
    if (!signal.aborted && !ask.busy) await this.#ask(ask);
  }

  async #ask(ask: Ask) {
    const { request, key, stop } = ask;
    ask.busy = true;
    if (this.#deps.store.state.run.mode === 'remote') {
      const prompt = (await this.#deps.engine.prompt(request.id).catch(() => null)) ?? request.prompt;
      if (!this.#asks.has(key) || stop.signal.aborted) return;
      this.#say(request.id, 'waiting');
      this.#port?.postMessage({
        ask: { id: key, run: `${this.#deps.store.state.document.id} ${this.#deps.running.runNumber}`, request, prompt },
      });
      return;
    }
    const { agent } = this.#deps.host;
    if (typeof agent !== 'function') {
      ask.busy = false;
      return this.#say(request.id, 'failed', words.noAgent);
    }
    this.#say(request.id, 'asking');
    const reply = await askHost(agent, request, {
      ms: agentTimeout(this.#deps.host.getAttribute('agent-timeout')),
      signal: stop.signal,
    });
    if (!stop.signal.aborted) await this.#sendReply(ask, reply);
  }

  async #sendReply(ask: Ask, reply: AgentReply) {
    if (this.#asks.get(ask.key) !== ask) return;
    const {
      run: { snapshot },
    } = this.#deps.store.state;
    ask.reply = snapshot?.position.atTip ? null : reply;
    ask.busy = false;
    if (ask.reply) return this.#say(ask.request.id, 'waiting', words.held);
    const { id } = ask.request;
    const refusal = refusalOf(await this.#deps.running.reply(id, reply));
    const again =
      refusal && this.#asks.get(ask.key) === ask
        ? refusalOf(await this.#deps.running.reply(id, { error: { message: refusal.message, code: 'bad-reply' } }))
        : null;
    if (again) return this.#say(id, 'failed', again.message);
    const { state } = this.#deps.store;
    if (this.#resumeRun && !state.run.isRunning && state.run.snapshot?.position.atTip)
      void this.#deps.running.run(this.#resumeRun.stops);
  }

  #openFrame(kind: Frame['kind']) {
    const theme = this.#deps.theme();
    this.#port = null;
    const url = `./net.html#for=${kind}&theme=${theme}`;
    this.#set({
      frame: {
        kind,
        url,
        document: this.#deps.store.state.document.id,
        hidden: false,
        host: '',
        calls: 0,
        cap: 0,
        full: false,
      },
      trouble: '',
    });
  }

  /** The frame has loaded: it gets its end of the line, once. */
  #connectFrame(frame: HTMLIFrameElement) {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#onFrameMessage(data, port1);
    // Its origin is its own, which no address names.
    frame.contentWindow?.postMessage('port', '*', [port2]);
    const { frame: shown, source } = this.#deps.store.state.outside;
    if (shown?.kind === 'address') this.#changeSource(source);
    else frame.focus();
    for (const ask of this.#asks.values()) void this.#ask(ask);
  }

  #onFrameMessage(data: unknown, port: MessagePort) {
    const { frame } = this.#deps.store.state.outside;
    if (port !== this.#port || !frame || !isRecord(data)) return;
    const { reply, state, fetching, fetched } = data;
    if (isRecord(reply) && typeof reply.id === 'string') {
      const ask = this.#asks.get(reply.id);
      if (ask) void this.#sendReply(ask, plainReply(reply.reply));
    } else if (isRecord(state)) this.#onFrameState(frame, state);
    else if (fetching) this.#set({ trouble: '' });
    else if (isRecord(fetched)) void this.#onFetched(fetched);
  }

  #onFrameState(frame: Frame, { host, calls, cap, asking, full, problem }: Record<string, unknown>) {
    this.#set({ frame: { ...frame, host: String(host), calls: Number(calls), cap: Number(cap), full: full === true } });
    for (const ask of this.#asks.values()) {
      const { key, request } = ask;
      if (memberOf(problem, 'id') === key) {
        ask.busy = false;
        this.#say(request.id, 'failed', String(memberOf(problem, 'text')));
      } else if (this.#deps.store.state.outside.asks[request.id]?.text !== words.cancelled)
        this.#say(request.id, asking === key ? 'asking' : 'waiting');
    }
  }

  /** The user closes the connection: what waits goes on waiting, and nobody is asked. */
  async #closeConnection() {
    const {
      outside,
      run: { mode, snapshot },
    } = this.#deps.store.state;
    const waits = (snapshot?.pending.agents.length ?? 0) > 0;
    this.#dropFrame();
    if (mode === 'remote' && outside.frame?.kind === 'remote') {
      await this.#deps.running.setMode(waits ? 'manual' : this.#previousMode);
      if (waits) this.#deps.store.notify({ kind: 'info', text: words.closed });
    }
  }

  /** The frame goes, and with it the key and what was allowed. */
  #dropFrame() {
    this.#port?.close();
    this.#port = null;
    for (const { stop } of this.#asks.values()) stop.abort();
    this.#asks.clear();
    this.#set({ frame: null, asks: {}, trouble: '', source: '' });
  }

  #askAddress(address: string) {
    const { frame } = this.#deps.store.state.outside;
    if (frame?.kind === 'remote' && frame.host) {
      this.#deps.store.notify({ kind: 'warning', text: words.oneOnly });
      return this.#set({ frame: { ...frame, hidden: false } });
    }
    this.#set({ source: address });
    this.#openFrame('address');
  }

  #changeSource(source: string) {
    const to = rawAddress(source);
    this.#set({ source, trouble: '' });
    this.#port?.postMessage({ address: 'why' in to || new URL(to.url).origin === location.origin ? '' : to.url });
  }

  /** The address that the page was opened with: its own files are read at once, others after consent. */
  async #openSource(address: string) {
    const to = rawAddress(URL.canParse?.(address, location.href) ? new URL(address, location.href).href : address);
    if ('why' in to || new URL(to.url).origin !== location.origin) return this.#askAddress(address);
    const done = await fetchText((...args) => fetch(...args), to.url);
    if (done.ok) await this.#openFetched(to.name, done.text, done.host);
    else this.#deps.store.notify({ kind: 'error', text: words.trouble(to.host, done) });
  }

  /** What the frame fetched. */
  async #onFetched({ ok, text, host, why, status, type }: Record<string, unknown>) {
    const to = rawAddress(this.#deps.store.state.outside.source);
    if ('why' in to) return;
    if (ok === true && typeof text === 'string') return this.#openFetched(to.name, text, String(host));
    const known = { status: Number(status), ...(type === undefined ? {} : { type: String(type) }) };
    const trouble = { why: String(why), ...known };
    this.#set({ trouble: words.trouble(to.host, trouble) });
  }

  async #openFetched(name: string, text: string, host: string) {
    const { document } = this.#deps.store.state;
    await this.#deps.open({ name, text });
    if (this.#deps.store.state.document.id === document.id) return;
    this.#deps.store.notify({
      kind: 'info',
      text: words.opened(name, host),
      acts: [{ label: words.keepCopy, action: { type: 'keepCopy' } }],
      ofDocument: true,
    });
  }
}
