// <tracklight-machine>: the shell. It reserves the box, shows the fallback, waits for its turn, and hands everything
// else to the view, which comes with the first machine that is wanted. No library in here: a page pays for it before
// anybody asked for anything.

import { ATTRIBUTES, REFLECTED, shellOptionsOf, type ShellOptions } from './attributes.ts';
import { beforeFrame } from './before-frame.ts';
import { channelOf, type Channel } from './channels.ts';
import { shellSheet } from './shell-sheet.ts';
import { loadView } from './load.ts';
import { nearViewport } from './near.ts';
import { words } from './strings.ts';
import { ThemeWatch, themeAround, type Theme } from './theme.ts';
import { violations } from './violations.ts';
import { MachineError, waiting } from './waiting.ts';
import { METHODS, type MachineMethods, type Method } from './methods.ts';
import type { EmbedEvents, Host, HostAgent, MachineView, Reflected, Saved } from './types.ts';

declare const TRACKLIGHT_VERSION: string | undefined;
export const VERSION = typeof TRACKLIGHT_VERSION === 'undefined' ? 'dev' : TRACKLIGHT_VERSION;

/** Importing this in Node is allowed; making an element is not. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

const themes = new ThemeWatch();

/** Its methods are put on the prototype below, from one list. */
export interface TracklightMachine extends MachineMethods {}

declare global {
  interface HTMLElementTagNameMap {
    'tracklight-machine': TracklightMachine;
  }
}

/** What the shell puts into its shadow root. */
type Parts = Record<'poster' | 'source' | 'view' | 'bar' | 'run' | 'loading' | 'error', HTMLElement>;

export class TracklightMachine extends Base {
  static version = VERSION;
  static observedAttributes = [...ATTRIBUTES, ...REFLECTED];

  #root: ShadowRoot | null = null;
  #parts: Parts | null = null;
  #box = new CSSStyleSheet();
  #view: MachineView | null = null;
  #ready = waiting();
  #reflected: Reflected = { state: 'idle', tick: null, outcome: null, node: null, theme: 'light' };
  #reflecting = false;
  #agent: HostAgent | null = null;
  #saved: Saved | null = null;
  /** Whether its view was wanted; it is wanted again when the element comes back. */
  #wanted = false;
  #loading: Promise<MachineView | null> | null = null;
  /** What is open or on its way; a newer one takes its place. */
  #turn = 0;
  #given: Channel | null = null;
  #undo: (() => void)[] = [];
  #teardown: ReturnType<typeof setTimeout> | null = null;
  #begun = false;
  #opening = false;
  #focus = false;
  #shownPart: 'poster' | 'view' = 'poster';

  connectedCallback() {
    if (this.#teardown !== null) {
      clearTimeout(this.#teardown);
      this.#teardown = null;
      return;
    }
    if (this.#ready.settled) this.#ready = waiting();
    for (const name of PROPERTIES) this.#takeOwn(name);
    this.#render();
    // The children of an element that the parser makes are not there yet.
    const begin = () => this.#begin();
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin, { once: true });
    else queueMicrotask(begin);
  }

  disconnectedCallback() {
    // A move within the page comes back in the same task.
    this.#teardown ??= setTimeout(() => {
      this.#teardown = null;
      this.#end();
    });
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null) {
    if (before === after || this.#reflecting) return;
    if ((REFLECTED as readonly string[]).includes(name)) return this.#reflect({});
    if (!this.#begun) return;
    if (name === 'src' || name === 'source' || name === 'link') {
      this.#given = null;
      this.#saved = null;
      this.#open();
    } else {
      if (name === 'theme') this.#theme(themeAround(this));
      if (name === 'height' || name === 'max-height') this.#size();
      if (name === 'controls') this.#update();
      this.#view?.update();
    }
  }

  /** Resolves when the machine is on screen; rejects with `{ code, message }`. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** A function that answers agent calls, or one of the modes. */
  get agent(): HostAgent | string {
    return this.#agent ?? this.getAttribute('agent') ?? 'stub';
  }
  set agent(agent: HostAgent | string | null) {
    this.#agent = typeof agent === 'function' ? agent : null;
    if (typeof agent === 'string') this.setAttribute('agent', agent);
    else this.#view?.update();
  }

  get #options(): ShellOptions {
    return shellOptionsOf((name) => this.getAttribute(name));
  }

  load(source: string | object) {
    const channel: Channel =
      typeof source === 'string'
        ? { kind: 'text', text: source }
        : { kind: 'document', document: source as Record<string, unknown> };
    this.#given = channel;
    this.#saved = null;
    this.#wanted = true;
    this.#open();
    return this.ready;
  }

  /** Any of the methods of the view, in the order they are called in. */
  call(name: Method, ...args: unknown[]): Promise<unknown> {
    if (name === 'load') return this.load(args[0] as string);
    if (this.#begun && !this.isConnected) return Promise.reject(new MachineError('removed', words.removed));
    // A host that calls a method wants the machine.
    if (this.#begun && !this.#view && this.#reflected.state !== 'error') void this.#activate();
    else this.#wanted = true;
    return this.ready.then(() => {
      if (!this.#view) throw new MachineError('removed', words.removed);
      return this.#view.call(name, args);
    });
  }

  #begin() {
    if (this.#begun || !this.isConnected) return;
    this.#begun = true;
    this.#size();
    const { loading, theme } = this.#options;
    if (theme !== 'auto') this.#theme(theme);
    this.#undo.push(themes.watch(this, (around) => this.#theme(around)));
    // The host's own task goes first: what only the next frame can show waits for it.
    this.#undo.push(beforeFrame(() => this.#watch()));
    if (this.#wanted || loading === 'eager') void this.#activate();
  }

  #watch() {
    this.#undo.push(
      nearViewport(this, (near, visible) => {
        if (near && (this.#wanted || this.#options.loading === 'lazy')) void this.#activate();
        this.#view?.visible(visible);
      }),
    );
    this.#revealCurrent();
    // Says at once what is wrong with the source of a machine that nobody wants yet.
    if (!this.#wanted) this.#channel();
  }

  #end() {
    for (const undo of this.#undo.splice(0)) undo();
    this.#turn += 1;
    this.#opening = false;
    this.#saved = this.#view?.save() ?? this.#saved;
    this.#dropView();
    this.#begun = false;
    // Until it comes back, every call is refused.
    if (this.#ready.settled) this.#ready = waiting();
    this.#ready.reject(new MachineError('removed', words.removed));
    this.#reflect({ state: 'idle' });
    this.#show('poster');
  }

  /** @returns null where there is no source, or more than one; the state says so */
  #channel(): Channel | null {
    if (this.#given) return this.#given;
    const found = channelOf(this);
    if (!('error' in found)) return found;
    this.#fail(found.error.code, found.error.message);
    return null;
  }

  /** Another machine, or another text. */
  #open() {
    if (!this.#begun) return;
    if (this.#ready.settled) this.#ready = waiting();
    if (this.#reflected.state === 'error') this.#reflect({ state: 'idle' });
    this.#opening = false;
    if (this.#view || this.#wanted || this.#loading || this.#options.loading === 'eager') void this.#activate();
  }

  async #activate() {
    this.#wanted = true;
    if (!this.#begun || this.#opening || this.#ready.settled) return;
    const channel = this.#channel();
    if (!channel) return;
    if (this.#view?.stopped) this.#dropView();
    this.#opening = true;
    this.#turn += 1;
    const turn = this.#turn;
    this.#reflect({ state: 'loading' });
    this.#update();
    const ended = violations();
    try {
      this.#loading ??= loadView().then(({ openView }) => {
        if (!this.#begun) return null;
        this.#view = openView(this.#host());
        return this.#view;
      });
      const view = await this.#loading;
      if (turn !== this.#turn || !view) return;
      await view.open(channel, this.#saved);
      if (turn !== this.#turn) return;
      this.#saved = null;
      this.#ready.resolve();
      if (this.#focus) view.focus();
      this.#focus = false;
    } catch (error) {
      // A browser tells of what it forbade after it refused.
      await new Promise((done) => setTimeout(done));
      if (turn !== this.#turn) return;
      if (!this.#view) this.#loading = null;
      const { code, message, source } = describe(error, this.#view === null);
      const directive = /load|^layout$/.test(code) && ended();
      this.#fail(directive ? 'policy' : code, directive ? `${message} ${words.forbidden(directive)}` : message, source);
    } finally {
      ended();
      if (turn === this.#turn) this.#opening = false;
    }
  }

  /** @param source shown where the element has no text of its own to show */
  #fail(code: string, message: string, source: string = '') {
    if (this.#parts) {
      this.#parts.error.textContent = message;
      this.#parts.source.textContent = this.#hasText ? '' : source;
    }
    this.#reflect({ state: 'error' });
    this.#show('poster');
    if (!this.#ready.settled) this.#ready.reject(new MachineError(code, message));
    this.#emit('error', { code, message, fatal: true });
  }

  #host(): Host {
    return {
      element: this,
      root: this.#root as ShadowRoot,
      container: (this.#parts as Parts).view,
      agent: () => this.#agent,
      theme: () => this.#reflected.theme,
      picture: () => (this.#shownPart === 'poster' ? this.#picture : null),
      pictures: () => this.#pictures,
      fit: (height) => {
        this.#box.replaceSync(`:host{aspect-ratio:auto;min-height:0;height:${height}px}`);
        this.#emit('resize', { height });
      },
      shown: () => this.#show('view'),
      reflect: (part) => this.#reflect(part),
      emit: (name, detail, options) => this.#emit(name, detail, options),
    };
  }

  #dropView() {
    this.#view?.close();
    this.#view = null;
    this.#loading = null;
  }

  /** Whether the fallback says anything. */
  get #hasText() {
    return Array.from(this.childNodes).some(
      (node) => (node.nodeType === 3 || node.nodeName === 'PRE') && node.textContent?.trim(),
    );
  }

  /** Of both forms. */
  get #pictures(): SVGSVGElement[] {
    return [...this.querySelectorAll<SVGSVGElement>(':scope > .tracklight-pictures > svg')];
  }

  /** The one that is seen. */
  get #picture(): SVGSVGElement | null {
    return this.#pictures.find((picture) => picture.getBoundingClientRect().width > 0) ?? null;
  }

  /** Where a picture has no room for all of it, it begins where the run does. */
  #revealCurrent() {
    const picture = this.#picture;
    const room = picture?.parentElement;
    const at = picture?.querySelector('[data-class~="r-current"]')?.getBoundingClientRect();
    if (!room || !at) return;
    const { left, top } = room.getBoundingClientRect();
    room.scrollLeft += by(at.left - left, at.width, room.clientWidth);
    room.scrollTop += by(at.top - top, at.height, room.clientHeight);
  }

  #emit<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K], { cancelable = false } = {}) {
    return this.dispatchEvent(
      new CustomEvent(`tracklight-${name}`, { detail, bubbles: true, composed: true, cancelable }),
    );
  }

  #reflect(part: Partial<Reflected>) {
    Object.assign(this.#reflected, part);
    this.#reflecting = true;
    for (const [name, value] of Object.entries(this.#reflected)) {
      const attribute = `data-${name}`;
      const text = value === null ? null : String(value);
      if (this.getAttribute(attribute) === text) continue;
      if (text === null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, text);
    }
    this.#reflecting = false;
  }

  #theme(around: Theme) {
    const { theme } = this.#options;
    const shown = theme === 'auto' ? around : theme;
    if (shown === this.#reflected.theme && this.hasAttribute('data-theme')) return;
    this.#reflect({ theme: shown });
    this.#view?.update();
  }

  #size() {
    const { height, maxHeight } = this.#options;
    const isOpen = /^(auto)?$/.test(height);
    const own = isOpen ? (this.#pictures.length > 0 ? 'auto' : '') : height;
    const box = own && `aspect-ratio:auto;min-height:0;height:${own};`;
    const most = maxHeight && `--tracklight-max-height:${maxHeight};${isOpen ? `max-height:${maxHeight}` : ''}`;
    // A sheet of its own, and not the style attribute, which belongs to the host page.
    this.#box.replaceSync(box || most ? `:host{${box}${most}}` : '');
    this.#parts?.poster.classList.toggle('leading', own === 'auto');
  }

  #show(part: 'poster' | 'view') {
    this.#shownPart = part;
    this.#update();
  }

  /** Either the fallback, and below it the button that loads the rest or what went wrong; or the view. */
  #update() {
    if (!this.#parts) return;
    const { poster, source, view, bar, run, loading, error } = this.#parts;
    const { state } = this.#reflected;
    const { bare, loading: tier } = this.#options;
    const replaced = this.#shownPart === 'view';
    // A picture decides about the height of the element, also below the view.
    poster.hidden = replaced && !poster.classList.contains('leading');
    poster.classList.toggle('below', replaced);
    bar.hidden = replaced || bare;
    view.classList.toggle('shown', replaced);
    poster.classList.toggle('pictured', this.#pictures.length > 0);
    run.hidden = state !== 'idle' || tier !== 'click' || this.#wanted;
    loading.hidden = state !== 'loading';
    error.hidden = state !== 'error';
    source.hidden = error.hidden || source.textContent === '';
  }

  #render() {
    if (this.#root) return this.#update();
    const root = this.attachShadow({ mode: 'open' });
    this.#root = root;
    root.adoptedStyleSheets = [shellSheet(), this.#box];
    const poster = make('div', 'poster', 'poster');
    const source = make('div', 'source');
    source.tabIndex = 0;
    poster.append(document.createElement('slot'), source);
    const run = make('button', 'run', 'button', words.run);
    run.setAttribute('type', 'button');
    run.addEventListener('click', () => {
      this.#focus = true;
      void this.#activate();
    });
    const bar = make('div', 'bar');
    const loading = make('span', 'loading', '', words.loading);
    bar.append(run, loading);
    const view = make('div', 'view');
    const error = make('p', 'error', 'error');
    error.setAttribute('role', 'alert');
    root.append(poster, view, bar, error);
    this.#parts = { poster, source, view, bar, run, loading, error };
    this.#update();
  }

  /** A property that was set before the element was defined hides the class's own. */
  #takeOwn(name: string) {
    if (!Object.hasOwn(this, name)) return;
    const self = this as unknown as Record<string, unknown>;
    const value = self[name];
    delete self[name];
    self[name] = value;
  }
}

/** How far to scroll so that a part of a picture is seen. @param from where it begins */
const by = (from: number, size: number, room: number) =>
  from + size > room ? Math.min(from - 16, from + size + 16 - room) : 0;

function make(tag: string, name: string, part = '', text = '') {
  const made = document.createElement(tag);
  made.className = name;
  if (part) made.setAttribute('part', part);
  made.textContent = text;
  return made;
}

function describe(error: unknown, early: boolean): { code: string; message: string; source: string } {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : early ? 'load' : 'failed';
  const source = error instanceof Error && 'source' in error ? String(error.source) : '';
  return { code, message: early ? words.view(message) : message, source };
}

/** `agent-timeout` → `agentTimeout`. */
const PROPERTIES = ATTRIBUTES.map((name) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));

for (const name of METHODS) {
  if (name !== 'load')
    Object.defineProperty(TracklightMachine.prototype, name, {
      configurable: true,
      writable: true,
      value(this: TracklightMachine, ...args: unknown[]) {
        return this.call(name, ...args);
      },
    });
}

// Every attribute is a property too: a flag where it is one, else its text.
for (const [index, name] of ATTRIBUTES.entries()) {
  const property = PROPERTIES[index] as string;
  if (property in TracklightMachine.prototype) continue;
  const flag = name === 'editable' || name === 'readonly';
  Object.defineProperty(TracklightMachine.prototype, property, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      return flag ? this.hasAttribute(name) : this.getAttribute(name);
    },
    set(this: HTMLElement, value: unknown) {
      if (value === null || value === undefined || value === false) this.removeAttribute(name);
      else this.setAttribute(name, value === true ? '' : String(value));
    },
  });
}
