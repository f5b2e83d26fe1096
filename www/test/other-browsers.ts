// Opens the built page in Firefox and in WebKit, under its real policy, and fails what no visitor should meet there.
// Their protocols differ: each driver has the few actions of `Driver`, and what a test does is built of these.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NET_POLICY, POLICY } from '../build/csp.mjs';
import { startFirefox } from './firefox.ts';
import { BrowserCrash } from './browser-crash.ts';
import { NAMING } from './watched-context.ts';
import { serve } from './serve.ts';
import { startWebkit } from './webkit.ts';

export interface SnapshotRequest {
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

export interface Driver {
  /** Loads a page. */
  open: (url: string) => Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  evaluate: (script: string) => Promise<any>;
  /** At a point of the page. */
  click: (x: number, y: number) => Promise<void>;
  /** Key by key. */
  type: (text: string) => Promise<void>;
  /** One key by its name. */
  press: (key: string, held?: { control?: boolean }) => Promise<void>;
  /** As PNG. */
  screenshot: () => Promise<Buffer>;
  close: () => Promise<void>;
}

const START: Record<'firefox' | 'webkit', (look: SnapshotRequest) => Promise<Driver>> = {
  firefox: startFirefox,
  webkit: startWebkit,
};

export type Name = keyof typeof START;
export const OTHERS = Object.keys(START) as Name[];

const DIST = fileURLToPath(new URL('../../dist', import.meta.url));
const WATCH = 'watch-of-tests.js';
/** What a test waits for comes long before this, except on a machine that is busy with other things. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 30;

/**
 * Serves the built site with its policy, opens it in a fresh browser, and hands the tab over.
 * Rejects when the test does, or when the page had a problem. A browser whose own
 * process died in the middle, as WebKitGTK's was seen to, is started once more, with the test, and the log says so.
 */
export async function withOther<T>(
  name: Name,
  {
    viewport = { width: 1440, height: 900 },
    colorScheme = 'light',
    path = '',
    folder = DIST,
  }: Partial<SnapshotRequest> & { path?: string; folder?: string | undefined },
  test: (tab: Tab, url: string) => Promise<T>,
): Promise<T> {
  const index = join(folder, 'index.html');
  if (!existsSync(index)) throw new Error(`nothing to open in ${folder}: run \`make build\``);
  // The first script of the page, from its own origin as the policy asks: no protocol tells violations.
  const watched = {
    type: 'text/html; charset=utf-8',
    body: readFileSync(index, 'utf8').replace('<meta charset="utf-8" />', `$&<script src="./${WATCH}"></script>`),
  };
  if (!watched.body.includes(WATCH)) throw new Error('index.html has no place for the script that watches the page');
  const server = await serve({
    folder,
    headers: { 'content-security-policy': POLICY },
    own: { '/net.html': { 'content-security-policy': NET_POLICY } },
    instead: {
      '/': watched,
      [`/${WATCH}`]: { type: 'text/javascript; charset=utf-8', body: `${NAMING}\n(${watch})();` },
    },
  });
  const inFreshBrowser = async () => {
    const driver = await START[name]({ viewport, colorScheme });
    try {
      const tab = new Tab(driver);
      await tab.open(server.url + path);
      const result = await test(tab, server.url).catch(async (error) => {
        // The page's own complaint is often the reason why a test waits in vain.
        const problems = await tab.problems().catch(() => []);
        throw problems.length > 0 ? new Error(`${error.message}\n${problems.join('\n')}`, { cause: error }) : error;
      });
      const problems = await tab.problems();
      if (problems.length > 0) throw new Error(`the page had problems:\n  ${problems.join('\n  ')}`);
      return result;
    } finally {
      await driver.close();
    }
  };
  try {
    return await inFreshBrowser().catch((error) => {
      if (!(error instanceof BrowserCrash)) throw error;
      console.log(`· ${name} crashed, and the test begins anew: ${error.message}`);
      return inFreshBrowser();
    });
  } finally {
    await server.close();
  }
}

/** Writes down what goes wrong in a page. Runs there. */
function watch() {
  const problems: string[] = [];
  Object.assign(globalThis, { problemsOfPage: problems });
  addEventListener(
    'error',
    (event) => {
      const from = event.target as any;
      problems.push(
        event instanceof ErrorEvent
          ? `uncaught: ${event.message} ${event.error?.stack}`
          : `not loaded: ${from?.src ?? from?.href}`,
      );
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => {
    problems.push(`unhandled: ${reason} ${reason?.stack}`);
  });
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
      problems.push(`policy: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    },
  );
  const { error } = console;
  console.error = (...args) => {
    problems.push(`console: ${args.join(' ')}`);
    error.apply(console, args);
  };
}

/**
 * What a person points at: the first shown element that fits the selector, in the page or in a component's shadow, and
 * has the text.
 */
interface Target {
  css: string;
  /** The whole of its text. */
  text?: string;
}

/** Its middle, when nothing lies over it. Runs in the page. */
function middleOf({ css, text }: Target): { x: number; y: number } | null {
  const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const found = roots
    .flatMap((root) => [...root.querySelectorAll(css)])
    .filter((one) => text === undefined || one.textContent?.replace(/\s+/g, ' ').trim() === text);
  for (const one of found) {
    one.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = one.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const root = one.getRootNode() as Document | ShadowRoot;
    const hit = root.elementFromPoint(x, y);
    if (hit && (one.contains(hit) || hit.contains(one))) return { x, y };
  }
  return null;
}

/** A tab, with the actions and waits that tests need; `evaluate` and `waitForFunction` are like Playwright's. */
export class Tab {
  driver: Driver;
  /** Of the pages that were left. */
  earlier: string[];

  constructor(driver: Driver) {
    this.driver = driver;
    this.earlier = [];
  }

  /** Loads an address. */
  async open(url: string) {
    this.earlier = await this.problems();
    // An address that differs in its fragment only would not be loaded again.
    await this.driver.open('about:blank');
    await this.driver.open(url);
  }

  /** What the window shows, as PNG. */
  screenshot() {
    return this.driver.screenshot();
  }

  /** @returns what went wrong so far */
  async problems(): Promise<string[]> {
    return [...this.earlier, ...(await this.driver.evaluate('globalThis.problemsOfPage ?? []'))];
  }

  /** Calls a function in the page, with an argument that JSON can hold. */
  evaluate<A, R>(act: (arg: A) => R, arg?: A): Promise<Awaited<R>> {
    return this.driver.evaluate(`(() => { ${NAMING} return (${act})(${JSON.stringify(arg) ?? ''}); })()`);
  }

  /** Waits until a function in the page returns something that counts as true. It may be called many times. */
  async waitForFunction<A, R>(holds: (arg: A) => R, arg?: A): Promise<Awaited<R>> {
    for (const until = Date.now() + PATIENCE_MS; ; ) {
      // While a page gives way to the next, a browser may lose the answer of a script.
      let refused: unknown;
      const value = await this.evaluate(holds, arg).catch((error) => {
        if (error instanceof BrowserCrash) throw error;
        refused = error;
      });
      if (value) return value as Awaited<R>;
      if (Date.now() > until)
        throw new Error(`waited in vain for ${holds} of ${JSON.stringify(arg)}`, { cause: refused });
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }

  /** Waits until an element stands still and can be reached, and clicks it. */
  async click(target: Target) {
    let before = await this.waitForFunction(middleOf, target);
    for (;;) {
      const now = await this.waitForFunction(middleOf, target);
      if (before && now && now.x === before.x && now.y === before.y) return this.driver.click(now.x, now.y);
      before = now;
    }
  }

  /** Waits until the page shows an element that has a text in it. */
  shows(css: string, text: string = '') {
    return this.waitForFunction(
      ([selector, wanted]) =>
        [...document.querySelectorAll(selector as string)].some((one) =>
          one.textContent?.replace(/\s+/g, ' ').includes(wanted as string),
        ),
      [css, text],
    );
  }
}
