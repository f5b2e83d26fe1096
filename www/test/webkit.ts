// Drives Debian's WebKitGTK by the W3C protocol over HTTP, on a screen of its own.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { webkit as findWebkit } from '../build/setup.mjs';
import { BrowserCrash } from './browser-crash.ts';
import type { Driver, SnapshotRequest } from './other-browsers.ts';
import type { Readable } from 'node:stream';

/** Keys by their numbers in the protocol. */
const KEYS: Record<string, string> = {
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Backspace: '\uE003',
  Delete: '\uE017',
  Home: '\uE011',
  End: '\uE010',
};

/** The driver may take this long to start listening, a script to end, and a page to load. */
const START_MS = 60_000;
/** Longer than any of these: without an answer by then the browser hangs. */
const ANSWER_MS = 90_000;

export async function startWebkit({ viewport, colorScheme }: SnapshotRequest): Promise<Driver> {
  const { driver, browser, xvfb } = findWebkit();
  const home = await mkdtemp(join(tmpdir(), 'tracklight-webkit-'));
  // GTK's settings are what media queries answer from.
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=0\n`);
  const screen = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  let server: ChildProcess | undefined;
  const kill = () => {
    for (const child of [server, screen]) child?.kill();
  };
  // They outlive a test that is ended, else.
  process.once('exit', kill);
  const close = async () => {
    process.off('exit', kill);
    for (const child of [server, screen]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const display = await firstLine(screen);
    const port = await freePort();
    server = spawn(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${display}`,
        GDK_BACKEND: 'x11',
        GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
        XDG_CONFIG_HOME: home,
        XDG_CACHE_HOME: home,
        XDG_DATA_HOME: home,
        // Its sandbox needs rights that a container does not give; the pages are our own.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
        // There is no graphics card.
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    const ask = asker(`http://127.0.0.1:${port}`);
    await listening(`http://127.0.0.1:${port}`, server);
    const { sessionId } = await ask('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
    });
    const session = `/session/${sessionId}`;
    const post = (path: string, body: object) => ask('POST', session + path, body);
    await post('/timeouts', { script: START_MS, pageLoad: START_MS });
    await fit(post, viewport);
    /** @param keys pressed in turn @param held meanwhile */
    const keyboard = async (keys: string[], held: string[] = []) => {
      const strokes = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await post('/actions', {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [
              ...held.map((value) => ({ type: 'keyDown', value })),
              ...strokes,
              ...held.map((value) => ({ type: 'keyUp', value })),
            ],
          },
        ],
      });
    };
    return {
      open: async (url) => {
        await post('/url', { url });
      },
      evaluate: async (script) => {
        const { value, error } = await post('/execute/async', {
          script:
            `const done = arguments[arguments.length - 1]; Promise.resolve().then(() => ${script}).then((value) => ` +
            'done({ value }), (error) => done({ error: String(error) }));',
          args: [],
        });
        if (error !== undefined) throw new Error(error);
        return value;
      },
      click: async (x, y) => {
        const to = { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' };
        await post('/actions', {
          actions: [
            {
              type: 'pointer',
              id: 'mouse',
              parameters: { pointerType: 'mouse' },
              actions: [to, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }],
            },
          ],
        });
      },
      type: (text) => keyboard([...text].map((one) => (one === '\n' ? (KEYS.Enter as string) : one))),
      press: (key, { control = false } = {}) => keyboard([KEYS[key] ?? key], control ? [KEYS.Control as string] : []),
      screenshot: async () => Buffer.from(await ask('GET', `${session}/screenshot`), 'base64'),
      close: async () => {
        await ask('DELETE', session).catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Makes the page, not the window around it, as large as wanted. A window takes its size when its toolkit gets to it.
 */
async function fit(
  post: (path: string, body: object) => Promise<any>,
  { width, height }: { width: number; height: number },
) {
  for (const until = Date.now() + START_MS; ; ) {
    const [wide, high, outerWide, outerHigh] = await post('/execute/sync', {
      script: 'return [innerWidth, innerHeight, outerWidth, outerHeight]',
      args: [],
    });
    if (wide === width && high === height) return;
    if (Date.now() > until) throw new Error(`WebKit shows ${wide} × ${high} pixels in place of ${width} × ${height}`);
    await post('/window/rect', { x: 0, y: 0, width: width + outerWide - wide, height: height + outerHigh - high });
  }
}

/** One request of the protocol. */
const asker =
  (address: string) =>
  async (method: 'GET' | 'POST' | 'DELETE', path: string, body: object = {}) => {
    const answer = async (method: string, path: string, rest: RequestInit = {}) => {
      const response = await fetch(address + path, { method, signal: AbortSignal.timeout(ANSWER_MS), ...rest });
      return { ok: response.ok, value: ((await response.json()) as { value: any }).value };
    };
    const { ok, value } = await answer(method, path, method === 'POST' ? { body: JSON.stringify(body) } : {});
    if (ok) return value;
    // When a web process dies, the driver says "unknown error" of the script that ran in it, and ends the session.
    const [session] = /^\/session\/[^/]+/.exec(path) ?? [];
    const ended = session && (await answer('GET', `${session}/window`)).value?.error === 'invalid session id';
    const Refusal = ended ? BrowserCrash : Error;
    throw new Refusal(`WebKit refused ${method} ${path}: ${value?.error}: ${value?.message}`);
  };

/** Waits until the driver answers. */
async function listening(address: string, server: ChildProcess) {
  for (const until = Date.now() + START_MS; ; ) {
    try {
      await fetch(`${address}/status`);
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > until)
        throw new Error('WebKitWebDriver does not answer', { cause: error });
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** What the screen writes when it stands: its number. */
function firstLine(screen: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    screen.once('error', fail);
    screen.once('exit', () => fail(new Error('Xvfb ended at its start')));
    createInterface({ input: screen.stdio[3] as Readable }).once('line', done);
  });
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}
