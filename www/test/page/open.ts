// Opens the page in this process: the real page, session and core over the DOM of happy-dom. Tests read as those in a
// browser; what needs layout stays there.

import { readFileSync } from 'node:fs';
import { ADDRESS, trouble } from './window.ts';
import { begin, leave, stand, type Media } from './traces.ts';
import { begun, type Beginning } from './kept.ts';
import { letGo } from './user.ts';
import { Page } from './page.ts';
import { KETTLE, RETURNING_SETTINGS, Visitor } from '../visitor.ts';
import type { Page as BrowserPage } from 'playwright-core';

export interface PageOptions extends Media, Beginning {
  /** The visitor's first visit. */
  first?: boolean;
  /** Problems that are part of the test: matching ones do not fail it. */
  expect?: RegExp[];
  /** Runs before the page is opened. */
  before?: (page: BrowserPage) => Promise<unknown>;
}

export interface Visit {
  url: string;
  problems: string[];
}

const INDEX = new URL('../../../index.html', import.meta.url);
const EXAMPLES = new URL('../../', import.meta.url);
const body = /<body>([^]*)<script type="module"/.exec(readFileSync(INDEX, 'utf8'))?.[1] ?? '';

/** Opens the page, where nothing else is said with Kettle, and waits until a run stands and is drawn. */
export async function visit(
  options: PageOptions,
  test: (visitor: Visitor, page: BrowserPage, visit: Visit) => Promise<unknown>,
) {
  const path = options.path ?? (options.first || options.source !== undefined ? '' : KETTLE);
  const problems: string[] = [];
  const release = listen(problems);
  const open = async (path: string) => {
    dispatchEvent(new Event('pagehide'));
    await leaveNow();
    await stand(path);
    await show(page);
  };
  const page = new Page(open);
  try {
    await begin(path, options);
    await begun({ ...options, path }, await import('../../src/storage/drafts.ts'));
    await options.before?.(page as unknown as BrowserPage);
    if (!options.first)
      localStorage.setItem(
        'tracklight:/:settings',
        localStorage.getItem('tracklight:/:settings') ?? RETURNING_SETTINGS,
      );
    await show(page);
    const visitor = new Visitor(page as unknown as BrowserPage);
    try {
      await visitor.ready();
      await test(visitor, page as unknown as BrowserPage, { url: ADDRESS, problems });
    } catch (error) {
      if (problems.length > 0) throw new Error(`${(error as Error).message}\n${list(problems)}`, { cause: error });
      throw error;
    }
    await new Promise<void>((done) => void setImmediate(done));
    const unexpected = problems.filter((problem) => !options.expect?.some((pattern) => pattern.test(problem)));
    if (unexpected.length > 0) throw new Error(list(unexpected));
  } finally {
    await leaveNow();
    release();
  }
}

const list = (problems: string[]) => `the page had problems:\n  ${problems.join('\n  ')}`;

async function show(page: Page) {
  page.runScripts();
  const { boot } = await import('../../src/main.ts');
  await import('./workers.ts');
  const { TracklightApp } = await import('../../src/app/app.ts');
  document.body.innerHTML = body;
  const app = document.querySelector('tracklight-app');
  if (app instanceof TracklightApp) boot(app);
  else throw new Error('the page has no app');
}

async function leaveNow() {
  document.querySelector('tracklight-app')?.remove();
  const { endWorkers } = await import('./workers.ts');
  endWorkers();
  await leave();
  letGo();
}

/** What no visitor should meet is a problem of the visit, not of whoever runs then. */
function listen(problems: string[]) {
  const report = (problem: string) => void problems.push(problem);
  trouble.report = report;
  const { error } = console;
  console.error = (...parts) => report(`console: ${parts.map((one) => one?.stack ?? String(one)).join(' ')}`);
  const { fetch } = globalThis;
  globalThis.fetch = (input) => fetched(String(input instanceof Request ? input.url : input), report);
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const others = events.map((name) => process.listeners(name as 'uncaughtException'));
  for (const name of events) {
    process.removeAllListeners(name);
    process.on(name, (reason: unknown) => report(`uncaught: ${(reason as Error)?.stack ?? String(reason)}`));
  }
  return () => {
    trouble.report = () => {};
    console.error = error;
    globalThis.fetch = fetch;
    events.forEach((name, i) => {
      process.removeAllListeners(name);
      for (const one of others[i] ?? []) process.on(name, one);
    });
  };
}

async function fetched(address: string, report: (problem: string) => void): Promise<Response> {
  const { origin, pathname } = new URL(address, ADDRESS);
  if (`${origin}/` !== ADDRESS || !/^\/examples\/[\w.-]+$/.test(pathname)) {
    report(`request to another place: ${address}`);
    throw new TypeError('Failed to fetch');
  }
  try {
    return new Response(readFileSync(new URL(`.${pathname}`, EXAMPLES)));
  } catch {
    return new Response('', { status: 404 });
  }
}
