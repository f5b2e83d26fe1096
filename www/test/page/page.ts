// The page as Playwright's `Page` shows it, over the document of this process.

import { look, type Media } from './traces.ts';
import { ADDRESS, dom } from './window.ts';
import { Locator } from './locator.ts';
import { NotYet, until } from './waiting.ts';
import { insert, keyDown, keyUp, pressKey } from './user.ts';

type Act = () => unknown;

export class Page {
  #scripts: Act[] = [];
  #open: (path: string) => Promise<void>;

  /** @param open leaves what is shown and opens an address */
  constructor(open: (path: string) => Promise<void>) {
    this.#open = open;
  }

  get #all() {
    return new Locator((scope) => [scope as Element], '');
  }

  locator = (...args: Parameters<Locator['locator']>) => this.#all.locator(...args);
  getByRole = (...args: Parameters<Locator['getByRole']>) => this.#all.getByRole(...args);
  getByLabel = (...args: Parameters<Locator['getByLabel']>) => this.#all.getByLabel(...args);
  getByText = (...args: Parameters<Locator['getByText']>) => this.#all.getByText(...args);
  getByTitle = (...args: Parameters<Locator['getByTitle']>) => this.#all.getByTitle(...args);
  getByPlaceholder = (...args: Parameters<Locator['getByPlaceholder']>) => this.#all.getByPlaceholder(...args);

  keyboard = {
    press: pressKey,
    down: async (key: string) => keyDown(key),
    up: async (key: string) => keyUp(key),
    insertText: async (text: string) => insert(text, 'insertText'),
    type: async (text: string) => {
      for (const key of text) await pressKey(key === '\n' ? 'Enter' : key);
    },
  };

  mouse = {
    /** To the corner, where nothing is: anywhere else needs a browser. */
    move: async (x: number, y: number) => {
      if (x !== 0 || y !== 0) throw new Error('needs a browser: the mouse at a place');
    },
  };

  async evaluate<T, A>(act: (arg: A) => T, arg?: A): Promise<Awaited<T>> {
    return await act(arg as A);
  }

  async evaluateHandle<T, A>(act: (arg: A) => T, arg?: A) {
    const value = await act(arg as A);
    return {
      evaluate: async <R>(read: (it: Awaited<T>) => R) => await read(value),
      jsonValue: async () => value,
      dispose: async () => {},
    };
  }

  async waitForFunction<T, A>(act: (arg: A) => T, arg?: A, { timeout }: { timeout?: number } = {}) {
    const look = async () => {
      const found = await act(arg as A);
      if (found) return found;
      throw new NotYet(() => `it gives ${String(found)}${arg === undefined ? '' : ` for ${JSON.stringify(arg)}`}`);
    };
    return until(look, `wait for ${act}`, timeout);
  }

  url() {
    return location.href;
  }

  async title() {
    return document.title;
  }

  /** Runs before each page that is opened. */
  async addInitScript<A>(act: (arg: A) => unknown, arg?: A) {
    this.#scripts.push(() => act(arg as A));
  }

  runScripts() {
    for (const act of this.#scripts) act();
  }

  reload() {
    return this.#open(location.href);
  }

  async goto(address: string) {
    const { origin, href } = new URL(address, ADDRESS);
    if (origin !== new URL(ADDRESS).origin) throw new Error(`needs a browser: ${address}`);
    // Another fragment of the same page is no other page.
    if (href.replace(/#.*/, '') === location.href.replace(/#.*/, '') && href.includes('#') && href !== location.href)
      location.hash = new URL(href).hash;
    else await this.#open(href);
  }

  async emulateMedia(media: Media) {
    look(media);
  }

  async setViewportSize(viewport: { width: number; height: number }) {
    look({ viewport });
  }

  viewportSize() {
    return { width: dom.innerWidth, height: dom.innerHeight };
  }

  screenshot(): never {
    throw new Error('needs a browser: a picture');
  }
}
