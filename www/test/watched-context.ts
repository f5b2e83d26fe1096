// A browser context that tells what goes wrong in its pages, and that is as new after each visit. Its renderer stays:
// the next page finds the scripts, the core and Graphviz compiled, which is most of what a page costs.

import type { Browser, BrowserContext, CDPSession, Dialog, Page } from 'playwright-core';

/** What a visit waits for comes long before this, except on a machine that is busy with other things. */
const PATIENCE_MS = Number(process.env.PATIENCE ?? 60_000);

/** tsx names functions by a helper, which a function of a test that runs in the page does not find there. */
export const NAMING = 'globalThis.__name = (made) => made;';

/** What a context is made with; everything else of a visit is set page by page. */
export interface Kind {
  /** A touch screen and a phone's user agent hints. */
  touch: boolean;
  javaScript: boolean;
}

/** A visit as the context sees it. */
export interface Watch {
  /** Which origins may be asked. */
  origins: Set<string>;
  /** What went wrong so far. */
  problems: string[];
}

/** All that an origin can store. */
const STORAGE = 'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';

export class WatchedContext {
  readonly context: BrowserContext;
  /** Keeps the renderer alive between two visits. */
  #keeper: Page | null = null;
  #session: CDPSession | null = null;
  #watch: Watch | null = null;
  /** Dialogs that are left to the test. */
  #dialogs: Set<Dialog> = new Set();

  private constructor(context: BrowserContext) {
    this.context = context;
  }

  static async open(browser: Browser, { touch, javaScript }: Kind): Promise<WatchedContext> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      javaScriptEnabled: javaScript,
      hasTouch: touch,
      isMobile: touch,
      serviceWorkers: 'block',
    });
    const watched = new WatchedContext(context);
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(NAMING);
    await watched.#listen();
    return watched;
  }

  /** Whether a visit is under way. */
  get busy() {
    return this.#watch !== null;
  }

  /** Starts a visit. */
  begin(watch: Watch) {
    this.#watch = watch;
  }

  /** Opens an empty page that outlives the visits. @param address of the origin whose renderer is kept */
  async keep(address: string) {
    this.#keeper = await this.context.newPage();
    await this.#keeper.goto(address);
    this.#session = await this.context.newCDPSession(this.#keeper);
  }

  /** Closes the dialogs that the test left open: their pages answer nothing until then. */
  async closeDialogs() {
    // One that the test has closed throws.
    for (const dialog of this.#dialogs) await dialog.dismiss().catch(() => {});
    this.#dialogs.clear();
  }

  /** Ends the visit: closes its pages, and takes back what pages and tests can change of a context. */
  async reset() {
    const { context } = this;
    await this.closeDialogs();
    for (const page of context.pages()) if (page !== this.#keeper) await page.close();
    for (const origin of this.#watch?.origins ?? [])
      await this.#session?.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
    await context.unrouteAll();
    await context.setOffline(false);
    await this.#clearClipboard();
    await context.clearPermissions();
    this.#watch = null;
  }

  async #clearClipboard() {
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await this.#keeper?.evaluate(() => navigator.clipboard.writeText(''));
  }

  async #listen() {
    const { context } = this;
    // Pages are closed before their visit ends, and nothing is heard of a page that is closed.
    const problem = (text: string) => void this.#watch?.problems.push(text);
    const foreign = (url: string) => {
      const { protocol, origin } = new URL(url);
      // A socket's address has the origin of its page but for the protocol.
      if (/^(https?|wss?):$/.test(protocol) && !this.#watch?.origins.has(origin.replace(/^ws/, 'http')))
        problem(`request to another origin: ${url}`);
    };
    context.on('page', (page) => page.on('websocket', (socket) => foreign(socket.url())));
    // With a listener Playwright leaves all dialogs to it; without one it closes them as here.
    context.on('dialog', (dialog) => {
      const page = dialog.page() as unknown as NodeJS.EventEmitter | null;
      if (page?.listenerCount('dialog')) this.#dialogs.add(dialog);
      else void (dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss());
    });
    context.on('request', (request) => foreign(request.url()));
    context.on('console', (message) => {
      if (message.type() === 'error') problem(`console: ${message.text()} (${message.location().url})`);
    });
    // Uncaught errors and unhandled rejections of the page; those of a worker reach the console.
    context.on('weberror', (error) => problem(`uncaught: ${error.error().stack ?? error.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // A fetch given up by the page, or cut off by leaving it, is no failure.
      if (reason !== 'net::ERR_ABORTED') problem(`request failed: ${request.url()} ${reason}`);
    });
    context.on('response', (response) => {
      if (response.status() >= 400) problem(`answered ${response.status()}: ${response.url()}`);
    });
    await context.exposeBinding('__reportViolation', (_source, text) => problem(`policy: ${text}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
        const report = globalThis as unknown as { __reportViolation?: (text: string) => void };
        report.__reportViolation?.(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
      });
    });
  }
}
