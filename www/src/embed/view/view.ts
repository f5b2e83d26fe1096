// What an element shows once it is wanted: the drawing, the run and its controls. It comes with the first machine of a
// page; all of them share its code, the core worker and the layout worker.

import { nothing, render } from 'lit';
import { DIAGRAM, type TracklightDiagram } from '../../diagram/diagram.ts';
import { tryLoad } from '../../load/load.ts';
import { connectShared, coreStartMethod } from '../../core/shared.ts';
import { RunStore } from '../../run/run-store.ts';
import { noticeText } from '../../run/engine-strings.ts';
import { isLive } from '../../run/path-status.ts';
import { MOST_HEIGHT, pixelsOf } from '../../diagram/column.ts';
import { writeToClipboard } from '../../ui/clipboard.ts';
import { download } from '../../ui/download.ts';
import { debounce } from '../../ui/timing.ts';
import { MachineError } from '../waiting.ts';
import { BarFit } from './bar-fit.ts';
import { findFilesIn } from './files.ts';
import { Column } from './column.ts';
import { addFonts } from './fonts.ts';
import { Methods } from './methods.ts';
import { optionsOf, type Options } from './options.ts';
import { Player } from './player.ts';
import { panes } from './panes.ts';
import { viewSheet } from './sheet.ts';
import { jsonOf, openedFrom } from './source.ts';
import { stateOf } from './step-detail.ts';
import { words } from './strings.ts';
import type { ShownMachine } from './types.ts';
import type { TracklightEditor } from '../../editor/editor.ts';
import type { AgentSettings, Edit, Engine, Inputs, PackedTokens } from '../../protocol/types.ts';
import type { RunState, Speed } from '../../run/types.ts';
import type { DrawingEdits } from './drawing-edits.ts';
import type { WaitForms } from './waits.ts';
import type { RunPress } from '../../views/run-controls.ts';
import type { Channel } from '../channels.ts';
import type { Method, RunOptions } from '../methods.ts';
import type { Host, HostAgent, MachineView, Saved } from '../types.ts';

/** Without workers nobody can end a layout, so large drawings are refused. */
const MOST_IN_PAGE = 150;
const READ_DEBOUNCE_MS = 150;
/** More nodes than these are drawn on demand only. */
const LARGE = 400;

/** Around a drawing that decides about the height of its element, with the border of the element. */
const AROUND = 34;

/** Calls that do not end a run. */
const BESIDE_RUN: readonly Method[] = ['pause', 'getView', 'answer', 'send', 'elapse', 'reply'];
/** Calls that tell what is known, also of a machine that was stopped. */
const LOOKING: readonly Method[] = ['pause', 'getView', 'getDot', 'check'];

export class View implements MachineView, ShownMachine {
  readonly host: Host;
  readonly engine: Engine;
  readonly controller: RunStore;
  readonly player: Player;
  readonly barFit = new BarFit(() => this.schedule());
  readonly column: Column;
  #methods: Methods;
  /** Calls follow one another. */
  #queue: Promise<unknown> = Promise.resolve();
  #closing = new AbortController();
  #besideModule: typeof import('./beside.ts') | null = null;
  #stepSentence: typeof import('./caption.ts').stepSentence | null = null;
  #waitForms: WaitForms | null = null;
  #edits: DrawingEdits | null = null;
  #comingEdits: Promise<unknown> | null = null;
  #isFetchingForms = false;
  #documents = 0;
  #shown = false;
  /** Whether there is something to draw: of what is only read on the way there nothing is laid out. */
  #isDrawable = false;
  #resized = new ResizeObserver(() => {
    // Paper shows what is on screen.
    if (this.#shown && !matchMedia('print').matches && this.column.resize()) this.#draw();
  });
  #scheduled = false;
  #selected: string | null = null;
  #path: string | null = null;
  #speed: Speed = 2;
  #announcement = '';
  /** A link that the browser did not copy. */
  #toCopy = '';
  #direction = '';
  #agent = '';
  #agentFunction: HostAgent | null = null;
  #visible = true;
  #notice = '';
  #tokens: PackedTokens | null = null;
  /** What was typed and is not read yet. */
  #typed: string | null = null;
  #readLater = debounce(
    (typed: string) => void this.#enqueue(() => this.#read(typed)).catch(() => {}),
    READ_DEBOUNCE_MS,
  );
  #diagnostics: unknown = null;
  #fitted = 0;
  /** Why the engine was stopped. */
  #failure: MachineError | null = null;
  #noted: Set<string> = new Set();

  constructor(host: Host) {
    this.host = host;
    findFilesIn(this.options().baseUrl);
    addFonts();
    host.root.adoptedStyleSheets = [...host.root.adoptedStyleSheets, viewSheet()];
    this.column = new Column({
      pictures: () => host.pictures(),
      width: () => this.diagram?.clientWidth ?? host.container.clientWidth,
      height: () => host.element.getAttribute('height') ?? '',
    });
    this.engine = connectShared(noticeText);
    this.controller = new RunStore(this.engine, () => this.schedule(), {
      options: this.#drawingOptions(),
      asks: true,
    });
    this.player = new Player({
      controller: this.controller,
      options: () => this.options(),
      engine: this.engine,
      host,
      drawn: () => this.drawn(),
      changed: () => this.schedule(),
    });
    this.#methods = new Methods(this);
    this.engine.onNotice(({ code, text }) => {
      this.#notice = code === 'engine-back' ? '' : text;
      if (code === 'engine-stopped' || code === 'engine-too-long') this.#stop(code, text);
      this.schedule();
    });
    this.#agent = JSON.stringify(this.#settings());
    this.#resized.observe(host.container);
  }

  /** The attributes as they are understood. */
  options(): Options {
    return optionsOf((name) => this.host.element.getAttribute(name), this.note);
  }

  get state(): RunState {
    return this.controller.state;
  }
  get selected() {
    return this.#selected;
  }
  get speed() {
    return this.#speed;
  }
  get announcement() {
    return this.#announcement || this.#notice;
  }
  get toCopy() {
    return this.#toCopy;
  }
  get text() {
    return this.#typed ?? this.state.source;
  }
  get tokens() {
    return this.#tokens;
  }
  /** Another one is fitted anew. */
  get documentId() {
    return this.#documents;
  }
  get diagram(): TracklightDiagram | null {
    return this.host.container.querySelector<TracklightDiagram>(DIAGRAM);
  }
  get editor(): TracklightEditor | null {
    return this.host.container.querySelector<TracklightEditor>('.editor');
  }
  /** The panes beside the drawing, once one of them was wanted. */
  get beside() {
    return this.#besideModule;
  }
  get edits() {
    return this.#edits;
  }
  /** The forms of what the run waits for. */
  get waits(): unknown {
    const { snapshot, shows, isRunning } = this.state;
    if (!snapshot?.position.atTip || shows !== 'run' || isRunning || this.player.running || this.stopReason !== '')
      return null;
    const { requests, events, timers } = snapshot.view.pending;
    if (requests.length + events.length + timers.length === 0 || this.options().controls.length === 0) return null;
    if (this.#waitForms === null) void this.#fetchForms();
    return this.#waitForms?.render(snapshot) ?? null;
  }
  get title() {
    return this.options().label || this.state.analysis?.title || words.untitled;
  }
  /** Whether the source has errors, and nobody has done anything with what there is of it. */
  get broken() {
    return (this.state.analysis?.errors ?? 0) > 0 && (this.state.snapshot === null || this.player.untouched);
  }
  get large() {
    return (this.state.analysis?.nodes ?? 0) > LARGE;
  }

  get stopped() {
    return this.#failure !== null;
  }
  get stopReason() {
    return (this.#shown && this.#failure?.message) || '';
  }

  /** The path that is shown: the chosen one, else the first live one. */
  get path() {
    const paths = this.state.snapshot?.view.paths ?? [];
    const chosen = this.#path ?? this.options().path;
    return paths.find(({ id }) => id === chosen) ?? paths.find(({ status }) => isLive(status)) ?? paths[0] ?? null;
  }

  async open(channel: Channel, saved: Saved | null) {
    if (typeof WebAssembly === 'undefined') throw new MachineError('no-wasm', words.noWasm);
    const { options, element } = { options: this.options(), element: this.host.element };
    this.#documents += 1;
    const document = this.#documents;
    this.#forgetTyped();
    const [{ sources, record, view }] = await Promise.all([
      openedFrom(channel, this.#closing.signal),
      this.#fetchPanes(),
      this.#fetchCaption(),
    ]);
    const current = () => {
      if (this.#documents !== document || this.#closing.signal.aborted)
        throw new MachineError('replaced', this.#closing.signal.aborted ? words.closed : words.replaced);
      if (this.#failure) throw new MachineError(this.#failure.code, this.#failure.message, sources.source);
    };
    current();
    this.column.begin();
    void this.controller.setOptions(this.#drawingOptions());
    this.#selected = null;
    this.#path = view?.h ?? null;
    this.#tokens = null;
    const settings = this.#settings();
    const replayed = saved?.record ?? record;
    if (replayed) {
      const answer = await this.controller.restore(replayed, saved?.at ?? null);
      if (answer && !answer.ok && answer.snapshot === null)
        throw new MachineError(answer.error.code, answer.error.message);
      if (Object.keys(settings).length > 0)
        await this.controller.setAgents({ ...this.controller.settings, ...settings });
    } else {
      await this.controller.open(sources.source, settings, sources.files, sources.entry);
      const inputs = jsonOf('inputs', options.inputs, element, this.note) as Inputs | undefined;
      if (inputs && this.state.snapshot) await this.controller.setInput(inputs);
    }
    current();
    this.#check();
    this.player.begin();
    if (options.tick > 0 && !saved) await this.player.replay(options.tick);
    current();
    const { analysis } = this.state;
    if (this.state.snapshot === null) await this.controller.draw();
    if (this.#refold()) await this.controller.setOptions(this.#drawingOptions());
    this.#isDrawable = true;
    this.render();
    await this.drawn();
    while (this.#adapt()) {
      await this.controller.setOptions(this.#drawingOptions());
      this.render();
      await this.drawn();
    }
    current();
    this.#takeOver();
    this.#shown = true;
    this.host.shown();
    this.fit();
    this.schedule();
    const { core, rules } = await this.engine.version();
    this.host.emit('ready', {
      core,
      rules,
      nodes: analysis?.nodes ?? 0,
      edges: analysis?.edges ?? 0,
      diagnostics: analysis?.diagnostics ?? [],
    });
    this.#tell('load');
    if ((analysis?.errors ?? 0) > 0)
      this.host.emit('error', { code: 'source', message: words.errors(analysis?.errors ?? 0), fatal: false });
    this.#autoplay();
  }

  call(name: Method, args: unknown[]): Promise<unknown> {
    if (BESIDE_RUN.includes(name) && this.player.running) return this.#methods.call(name, args);
    this.player.pauseSoon();
    return this.#enqueue(async () => {
      if (this.#closing.signal.aborted) throw new MachineError('removed', words.closed);
      const result = await this.#methods.call(name, args);
      if (this.#failure && !LOOKING.includes(name)) throw this.#failure;
      return result;
    });
  }

  /** The code of the panes beside the drawing, where one of them is shown. */
  async #fetchPanes() {
    if (this.#besideModule || this.options().view === 'diagram') return;
    const beside = await tryLoad(() => import('./beside.ts')).catch(({ message }) => {
      throw new MachineError('load', words.noPanes(message));
    });
    if (this.#besideModule || this.#closing.signal.aborted) return;
    this.#besideModule = beside;
    this.host.root.adoptedStyleSheets = [...this.host.root.adoptedStyleSheets, beside.sheet()];
  }

  async #fetchForms() {
    if (this.#isFetchingForms) return;
    this.#isFetchingForms = true;
    await tryLoad(() => import('./waits.ts')).then(
      ({ WaitForms, sheet }) => {
        if (this.#closing.signal.aborted) return;
        this.#waitForms = new WaitForms({
          snapshot: () => this.state.snapshot,
          give: (method, ...args) => {
            this.#touched = true;
            return this.call(method, args);
          },
          say: (text) => this.say(text),
          changed: () => this.schedule(),
        });
        this.host.root.adoptedStyleSheets = [...this.host.root.adoptedStyleSheets, sheet()];
        this.schedule();
      },
      ({ message }) => this.say(words.noForms(message)),
    );
  }

  async wantEdits() {
    // Another choice of panes has another diagram.
    if (this.#edits && this.#edits.diagram !== this.diagram) this.#comingEdits = null;
    this.#comingEdits ??= tryLoad(() => import('./drawing-edits.ts')).then(
      ({ DrawingEdits }) => {
        const { diagram } = this;
        if (diagram && !this.#closing.signal.aborted) this.#edits = new DrawingEdits(this, diagram);
      },
      ({ message }) => {
        this.#comingEdits = null;
        this.say(words.noGestures(message));
      },
    );
    await this.#comingEdits;
    return this.#edits;
  }

  /** What makes the sentence of a step, where that is the caption. */
  async #fetchCaption() {
    if (this.#stepSentence || this.host.element.getAttribute('caption') !== '') return;
    await tryLoad(() => import('./caption.ts')).then(
      ({ stepSentence }) => {
        this.#stepSentence = stepSentence;
        this.schedule();
      },
      ({ message }) => this.say(words.noCaption(message)),
    );
  }

  #enqueue<T>(act: () => Promise<T>): Promise<T> {
    // What was typed is read before anything is done with it.
    this.#readLater.flush();
    const turn = this.#queue.then(act);
    this.#queue = turn.catch(() => {});
    return turn;
  }

  flush() {
    return this.#enqueue(async () => {});
  }

  update() {
    const options = this.options();
    const agent = JSON.stringify(this.#settings());
    if (agent !== this.#agent) {
      this.#agent = agent;
      void this.#enqueue(() => this.controller.setAgents(this.#settings()).then(() => this.player.agentChanged()));
    } else if (this.host.agent() !== this.#agentFunction) void this.#enqueue(() => this.player.agentChanged());
    this.#agentFunction = this.host.agent();
    this.#fetchPanes().then(
      () => this.schedule(),
      ({ message }) => this.say(message),
    );
    void this.#fetchCaption();
    this.fit();
    if (options.direction !== this.#direction) {
      this.#direction = options.direction;
      void this.controller.setOptions(this.#drawingOptions());
    }
    this.schedule();
  }

  focus() {
    const { container } = this.host;
    const target =
      container.querySelector<HTMLElement>('[data-control="step"]') ??
      container.querySelector<HTMLElement>(`button, ${DIAGRAM}`);
    target?.focus();
  }

  visible(on: boolean) {
    this.#visible = on;
    if (on) this.#autoplay();
    else if (this.#playing) {
      this.#leftWhilePlaying = true;
      this.player.pauseSoon();
    }
  }

  save(): Saved | null {
    if (this.player.untouched) return null;
    return this.engine.runRecord();
  }

  close() {
    this.#closing.abort();
    this.player.close();
    this.barFit.close();
    this.#resized.disconnect();
    this.#forgetTyped();
    this.engine.close();
    render(nothing, this.host.container);
    const sheets = [viewSheet(), this.#besideModule?.sheet(), this.#waitForms?.sheet];
    this.host.root.adoptedStyleSheets = this.host.root.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  }

  // What the controls do.

  press = (what: RunPress) => {
    this.#touched = true;
    this.#announcement = '';
    this.#toCopy = '';
    const quietly = (name: Method, ...args: unknown[]) => this.call(name, args).catch(() => {});
    if (what === 'pause') this.player.pauseSoon();
    else if (what === 'run') void quietly('run', { speed: this.#speed });
    else if (what === 'step') void quietly('step', 1);
    else if (what === 'back') void quietly('back', 1);
    else if (what === 'forward') void this.#enqueue(() => this.player.forward()).catch(() => {});
    else void quietly('reset').then(() => (what === 'again' ? quietly('run', { speed: this.#speed }) : null));
  };
  setSpeed = (speed: Speed) => {
    this.#speed = speed;
    this.schedule();
  };
  goTo = (step: number) => {
    this.player.pauseSoon();
    void this.#enqueue(() => this.player.goToStep(step)).catch(() => {});
  };
  select = (id: string | null, range: { from: number; to: number } | null = null) => {
    this.#selected = id;
    this.schedule();
    if (id !== null)
      this.host.emit('select', { kind: id.startsWith('e') ? 'edge' : 'node', id: this.#idOf(id), range });
  };
  choosePath = (path: string) => {
    this.#path = path;
    this.schedule();
    this.host.emit('select', { kind: 'path', id: path, range: null });
  };
  share = async () => {
    const link = (await this.call('getLink', [{ run: true }]).catch(() => null)) as string | null;
    if (link === null) return this.say(words.noPage);
    if (await writeToClipboard(link)) return this.say(words.copied);
    this.#announcement = words.notCopied;
    this.#toCopy = link;
    this.render();
    this.host.container.querySelector<HTMLElement>('.toolbar input')?.focus();
  };
  openPage = async () => {
    const link = (await this.call('getLink', [{ run: true }]).catch(() => null)) as string | null;
    if (link === null) this.say(words.noPage);
    else window.open(link, '_blank', 'noopener');
  };
  download = async () => {
    const text = (await this.call('exportSVG', []).catch(() => null)) as string | null;
    if (text !== null) download(`${this.title}.svg`, new Blob([text], { type: 'image/svg+xml' }));
  };
  edited = (source: string) => {
    this.player.pauseSoon();
    this.#typed = source;
    this.#readLater(source);
  };

  /** Puts the edits of a fix into the text. */
  rewrite(edits: Edit[]) {
    const { editor, state } = this;
    const source = edits
      .filter(({ file }) => file === undefined || file === state.entry)
      .sort((a, b) => b.from - a.from)
      .reduce(
        (text, { from, to, insert }) => text.slice(0, from) + insert + text.slice(to),
        editor?.value ?? state.source,
      );
    if (editor) editor.content = { ...editor.content, value: source };
    this.edited(source);
  }

  /** Says once in the console what was not understood. */
  note = (text: string) => {
    if (this.#noted.has(text)) return;
    this.#noted.add(text);
    console.info(`tracklight: ${text}`, this.host.element);
  };

  say(text: string) {
    this.#announcement = text;
    this.#toCopy = '';
    this.schedule();
  }

  /** Renders with the next microtask, once for all changes of this one. */
  schedule() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      if (!this.#closing.signal.aborted) this.render();
    });
  }

  render() {
    if (!this.#isDrawable) return;
    render(panes(this), this.host.container, { host: this });
    this.barFit.rendered(this.host.container.querySelector('.toolbar'));
    if (this.#shown) this.#reflect();
    this.#edits?.rendered();
    if (this.#shown && !this.player.running && this.#refold()) this.#draw();
  }

  /** Resolves when the present state is on screen. */
  async drawn() {
    await Promise.resolve();
    const { diagram } = this;
    if (!diagram) return;
    await diagram.updateComplete;
    while (diagram.isConnected && diagram.picture && !diagram.settled && !diagram.failure && !diagram.held) {
      await new Promise((resolve) => {
        const done = new AbortController();
        for (const name of ['diagram-drawn', 'diagram-failed'])
          diagram.addEventListener(name, () => done.abort(), { once: true, signal: done.signal });
        for (const signal of [done.signal, this.#closing.signal])
          signal.addEventListener('abort', resolve, { once: true });
        if (this.#closing.signal.aborted) done.abort();
      });
      if (this.#closing.signal.aborted) return;
    }
    // Shown for the first time, a picture that could not be made leaves the fallback where it is.
    if (diagram.failure && !this.#shown) throw new MachineError('layout', words.notDrawn(diagram.failure));
  }

  #playing = false;
  /** Whether it plays on when it is seen again, which may be before it has paused. */
  #leftWhilePlaying = false;
  /** Whether a reader took over: it does not play by itself any more. */
  #touched = false;

  #autoplay() {
    const { autoplay } = this.options();
    if (autoplay <= 0 || !this.#visible || !this.#shown || this.player.running) return;
    if (this.#playing || this.#touched || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.#playing = true;
    this.#leftWhilePlaying = false;
    const play: RunOptions = { speed: autoplay };
    void this.call('run', [play])
      .catch(() => {})
      .finally(() => {
        this.#playing = false;
        if (this.#leftWhilePlaying) this.#autoplay();
      });
  }

  #settings(): AgentSettings {
    const { agent, stubs } = this.options();
    const n = jsonOf('stubs', stubs, this.host.element, this.note);
    return { ...(agent === 'stub' ? {} : { m: agent }), ...(n ? { n } : {}) };
  }

  #drawingOptions() {
    const { direction } = this.options();
    return { heading: false, ...(direction === '' ? {} : { direction }), ...this.column.options };
  }

  #draw() {
    void this.controller.setOptions(this.#drawingOptions());
  }

  #refold() {
    const { analysis, snapshot } = this.state;
    return this.column.refold(analysis?.outline ?? [], snapshot?.view ?? null);
  }

  /** Whether what was drawn is to be drawn in another way in this column. */
  #adapt() {
    const { diagram } = this;
    const size = diagram?.drawingSize;
    if (!diagram || !size) return false;
    const isOther = this.column.take(size, diagram.railWidth);
    return this.#refold() || isOther;
  }

  /** Somebody folds or unfolds a module of the drawing. */
  fold(id: string) {
    this.column.toggle(this.#idOf(id));
    if (this.#refold()) this.#draw();
  }

  /** What stands in the way of showing anything. */
  #check() {
    const { analysis, refusal } = this.state;
    if (analysis === null && refusal) {
      const policy = /unsafe-eval|Content Security Policy|violates the following/i.test(refusal.message);
      throw new MachineError(
        policy ? 'policy' : refusal.code,
        policy ? words.policy("script-src 'wasm-unsafe-eval'") : refusal.message,
      );
    }
    if (coreStartMethod() !== 'page') return;
    this.note(words.inPage);
    const nodes = analysis?.nodes ?? 0;
    if (nodes > MOST_IN_PAGE) throw new MachineError('too-large', words.tooLarge(nodes, MOST_IN_PAGE));
  }

  /** The drawing takes the place of the picture that was there: same scale, same place. */
  #takeOver() {
    const picture = this.host.picture();
    const stage = this.diagram?.shadowRoot?.querySelector('svg.stage');
    const [x = 0, y = 0, width = 0] = (picture?.getAttribute('viewBox') ?? '').split(' ').map(Number);
    if (!picture || !stage || !this.diagram || width === 0) return;
    const at = picture.getBoundingClientRect();
    const { left, top } = stage.getBoundingClientRect();
    const scale = at.width / width;
    this.diagram.place({ scale, x: at.left - x * scale - left, y: at.top - y * scale - top });
  }

  /** The height that the content wants. */
  fit() {
    if (this.options().height !== 'auto' || !this.#shown) {
      this.#fitted = 0;
      return;
    }
    const size = this.diagram?.drawingSize;
    if (!size) return;
    const { container, element } = this.host;
    const bar = container.querySelector<HTMLElement>('.toolbar')?.offsetHeight ?? 0;
    const caption = element.clientHeight - container.clientHeight;
    const height = Math.min(
      pixelsOf(this.options().maxHeight) ?? MOST_HEIGHT,
      Math.ceil(size.height * this.column.view.scaleOf(size) + AROUND + bar + caption),
    );
    if (height === this.#fitted) return;
    this.#fitted = height;
    this.host.fit(height);
  }

  #forgetTyped() {
    this.#readLater.cancel();
    this.#typed = null;
  }

  /** @param source what was typed; meanwhile there may be more */
  async #read(source: string) {
    await this.controller.edit(source, this.state.files, this.state.entry);
    if (this.#typed === source) this.#typed = null;
    if (this.state.snapshot === null || this.state.isOutdated) await this.controller.draw();
    this.#tell('edit');
  }

  /** Tells of another text, and of what the core says about it. */
  #tell(origin: 'edit' | 'load') {
    const { analysis, source } = this.state;
    this.host.emit('change', { source, valid: (analysis?.errors ?? 0) === 0, origin });
    const items = analysis?.diagnostics ?? [];
    const text = JSON.stringify(items);
    if (origin === 'load' || text !== this.#diagnostics) this.host.emit('diagnostics', { items });
    this.#diagnostics = text;
    void this.#colour(source);
  }

  async #colour(source: string) {
    if (this.options().view === 'diagram') return;
    const tokens = await this.engine.tokens(source, this.state.files, this.state.entry).catch(() => null);
    if (tokens && tokens.source === this.state.source) {
      this.#tokens = tokens;
      this.schedule();
    }
  }

  #stop(code: string, message: string) {
    this.#failure = new MachineError(code, message);
    // Of one that is not shown yet the shell tells.
    if (!this.#shown) return;
    this.host.reflect({ state: 'error' });
    this.host.emit('error', { code, message, fatal: true });
  }

  #idOf(id: string) {
    const { snapshot } = this.state;
    if (id.startsWith('e') || !snapshot) return id;
    return Object.entries(snapshot.view.nodes).find(([, node]) => node.diagramId.slice(1) === id.slice(1))?.[0] ?? id;
  }

  #reflect() {
    const { snapshot } = this.state;
    if (this.#stepSentence) this.host.caption(this.#stepSentence(this.state));
    this.host.reflect({
      state: this.broken || this.stopped ? 'error' : stateOf(snapshot, this.player.untouched, this.player.running),
      tick: snapshot?.position.tick ?? null,
      outcome: snapshot?.view.outcome.kind ?? null,
      node: this.path?.node ?? null,
    });
  }
}

export const openView = (host: Host): MachineView => new View(host);
