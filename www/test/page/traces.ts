// What a visit leaves behind, kept track of and taken away: timers, listeners beyond the page's own elements, messages
// of other tabs, media that the page listens to, what is stored, and where it stood.

import { BroadcastChannel as NodeChannel } from 'node:worker_threads';
import { IDBFactory } from 'fake-indexeddb';
import { ADDRESS, dom, modals } from './window.ts';

const FRAME_MS = 4;
/** So many in a row count: what goes on longer moves. */
const FRAMES = 3;
const { setTimeout: wait, setInterval: repeat, clearTimeout: clear, clearInterval: clearRepeat } = globalThis;

const timers: Set<ReturnType<typeof setTimeout>> = new Set();
const frames: typeof timers = new Set();
const channels: Set<NodeChannel> = new Set();
const undo: (() => void)[] = [];

/** What is compressed: it goes into the address, which by then may be that of the next visit. */
const compressing: Set<Promise<unknown>> = new Set();
const Compression = globalThis.CompressionStream;
/** Turns of the event loop until a page has put what was compressed where it belongs. */
const TURNS = 5;

class TrackedCompression {
  readonly readable: ReadableStream;
  readonly writable: WritableStream;

  constructor(format: CompressionFormat) {
    const { readable, writable } = new Compression(format);
    const [shown, watched] = readable.tee();
    this.readable = shown;
    this.writable = writable;
    const ended = new Response(watched).arrayBuffer();
    compressing.add(ended);
    void ended.then(() => compressing.delete(ended));
  }
}

class TabChannel extends NodeChannel {
  constructor(name: string) {
    super(name);
    this.unref();
    channels.add(this);
  }

  /** A page that is gone says nothing. */
  override postMessage(message: unknown) {
    if (channels.has(this)) super.postMessage(message);
  }
}

/** Ours, which only a visit uses: those who wait for it have Node's. */
function timing() {
  const later = (act: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) => {
    const timer = wait(() => {
      timers.delete(timer);
      act(...args);
    }, ms);
    timers.add(timer);
    return timer;
  };
  const often = (act: () => void, ms?: number) => {
    const timer = repeat(act, ms);
    timers.add(timer);
    return timer;
  };
  const end = (timer: ReturnType<typeof setTimeout> | undefined) => {
    if (timer !== undefined) timers.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: later,
    setInterval: often,
    clearTimeout: end,
    clearInterval: end,
    requestAnimationFrame(act: (now: number) => void) {
      const timer = later(() => {
        frames.delete(timer);
        act(performance.now());
      }, FRAME_MS);
      frames.add(timer);
      return timer;
    },
    cancelAnimationFrame(timer: ReturnType<typeof setTimeout>) {
      frames.delete(timer);
      end(timer);
    },
  });
}

/** Until what the page does in its next frames is done: a user sees them before they act. */
export async function framesDone() {
  for (let frame = 0; frame < FRAMES && frames.size > 0; frame += 1) await new Promise((done) => wait(done, FRAME_MS));
}

/** Remembers who listens to what outlives a visit. */
function watchListeners(target: EventTarget) {
  const { addEventListener } = target;
  target.addEventListener = function (this: EventTarget, ...args: Parameters<typeof addEventListener>) {
    addEventListener.apply(this, args);
    if (during) undo.push(() => this.removeEventListener(...args));
  };
}

let during = false;
const queries: Map<string, MediaQueryList> = new Map();
const { matchMedia } = globalThis;
const own = dom as unknown as EventTarget;
for (const target of [own, document, document.documentElement, document.fonts]) watchListeners(target);
Object.assign(globalThis, {
  addEventListener: (...args: Parameters<EventTarget['addEventListener']>) => own.addEventListener(...args),
  matchMedia(query: string) {
    const known = queries.get(query);
    if (known) return known;
    const made = matchMedia(query);
    watchListeners(made);
    queries.set(query, made);
    return made;
  },
});

export interface Media {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce' | 'no-preference';
  forcedColors?: 'active' | 'none';
  media?: 'screen' | 'print';
  touch?: boolean;
}

/** Changes what the page sees of the device, and tells who listens. */
export function look({ viewport, colorScheme, reducedMotion, forcedColors, media, touch }: Media) {
  const was = new Map([...queries].map(([query, { matches }]) => [query, matches]));
  const { device, navigator } = dom.happyDOM.settings;
  if (touch !== undefined) navigator.maxTouchPoints = touch ? 1 : 0;
  if (colorScheme) device.prefersColorScheme = colorScheme;
  if (reducedMotion) device.prefersReducedMotion = reducedMotion;
  if (forcedColors) device.forcedColors = forcedColors;
  if (media) device.mediaType = media;
  if (viewport) dom.happyDOM.setViewport(viewport);
  for (const list of queries.values()) {
    if (list.matches !== was.get(list.media)) list.dispatchEvent(new Event('change'));
  }
}

/** A page of its own begins: nothing is stored, and it stands at an address. */
export async function begin(path: string, media: Media) {
  Object.assign(globalThis, {
    indexedDB: new IDBFactory(),
    CompressionStream: TrackedCompression,
    BroadcastChannel: TabChannel,
  });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: async (name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({ name }),
    },
  });
  look({ ...DESKTOP, ...media });
  localStorage.clear();
  sessionStorage.clear();
  await stand(path);
}

const DESKTOP: Media = {
  viewport: { width: 1440, height: 900 },
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  media: 'screen',
  touch: false,
};

/** From here on timers and listeners are the page's. @param path of the address */
export async function stand(path: string) {
  dom.happyDOM.setURL(new URL(path, ADDRESS).href);
  history.replaceState(null, '', location.href);
  // What is told of the address is told of a page that is gone.
  await new Promise((done) => wait(done, 0));
  timing();
  during = true;
}

/** The page is left. What it stored stays. */
export async function leave() {
  during = false;
  for (const act of undo.splice(0).reverse()) act();
  for (const timer of timers) clear(timer);
  timers.clear();
  frames.clear();
  Object.assign(globalThis, { setTimeout: wait, setInterval: repeat, clearTimeout: clear, clearInterval: clearRepeat });
  for (const channel of channels) channel.close();
  channels.clear();
  modals.length = 0;
  const root = document.documentElement;
  for (const name of root.getAttributeNames()) if (name !== 'lang') root.removeAttribute(name);
  document.body.replaceWith(document.createElement('body'));
  document.title = '';
  if (compressing.size === 0) return;
  await Promise.all(compressing);
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((done) => void setImmediate(done));
}
