// What the benchmark of the page measures, with budgets. Each group opens a page of its own, so that one that fails
// leaves the others alone; `open.close` ends it from outside.
import { withPage } from '../../test/browser.ts';
import { present } from '../../test/loose.ts';
import { large } from './measure.ts';
import { growing, link, prose, ring, scripted } from './page-machines.ts';
import { memoryOf } from './page-memory.ts';
import { watch, type Seen } from './watch.ts';
import type { BrowserContext, Page } from 'playwright-core';

type Effect = keyof Seen;
type App = Element & {
  state: { document: { source: string; ready: boolean }; analysis?: { source: string }; run?: { source: string } };
};
type Diagram = Element & { settled: boolean; redraw(): void };

declare global {
  /** What `until` does and waits for, by name. */
  var __bench: Record<string, (value: never) => unknown>;
  /** Whether the first query was sent. */
  var __asked: boolean | undefined;
}

const VIEW = { width: 1440, height: 900 };
/**
 * Steps are taken from rest: until 200 ms after a step its chip and the view glide, and a key that is pressed then or
 * shortly after waits for the display's next frame, up to 17 ms, whatever a step costs.
 */
const REST_MS = 400;
const WAIT = { timeout: 120_000, polling: 20 };

const visit = <T>(path: string, open: Open, act: (page: Page, context: BrowserContext) => Promise<T>) =>
  withPage(
    {
      path,
      folder: open.site,
      viewport: VIEW,
      own: true,
      before: (page) => {
        open.close = () => page.context().close();
        return page.addInitScript(watch);
      },
    },
    async (page) => {
      await page.waitForFunction(() => globalThis.__seen.ready > 0, null, WAIT);
      return act(page, page.context());
    },
  );

const seen = (page: Page) => page.evaluate(() => ({ ...globalThis.__seen }));
const now = (page: Page) => page.evaluate(() => performance.now());
const sees = (page: Page, names: Effect[], from: number) =>
  page.waitForFunction(
    ([list, at]) => list.every((name) => globalThis.__seen[name] > at),
    [names, from] as const,
    WAIT,
  );

/** Acts so many times, two more to warm up, and takes the time from the input to each of the named effects. */
async function effects(page: Page, names: Effect[], times: number, act: (i: number) => Promise<unknown>, rest: number) {
  const taken: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let i = -2; i < times; i += 1) {
    const before = await now(page);
    await act(i);
    await sees(page, names, before);
    const at = await seen(page);
    if (i >= 0) for (const name of names) taken[name].push(at[name] - at.input);
    await page.waitForTimeout(rest);
  }
  return taken;
}

/** Does something in the page and takes the time until a condition holds and is painted. */
async function until(page: Page, act: string, reached: string, arg: unknown) {
  const from = await page.evaluate(
    ([doing, done, value]) => {
      const own = (text: string) => globalThis.__bench[text] as (value: unknown) => unknown;
      globalThis.__seen.reached = 0;
      const at = performance.now();
      globalThis.__seen.input = at;
      globalThis.__goals.reached = () => Boolean(own(done)(value));
      own(doing)(value);
      return at;
    },
    [act, reached, arg] as const,
  );
  await page
    .waitForFunction(() => globalThis.__seen.reached > 0, null, WAIT)
    .catch(async () => {
      const says = await page.evaluate(() => document.querySelector('.status-row')?.textContent?.replace(/\s+/g, ' '));
      throw new Error(`"${reached}" did not come about; the page says:${says}`);
    });
  return (await seen(page)).reached - from;
}

/** What `until` does and waits for, by name: the policy lets no text become code. */
function deeds() {
  const run = () => document.querySelector('[data-control="run"]') as HTMLElement;
  // Not `value`, which joins the lines of the editor at each look.
  const shows = (source: string) =>
    document.querySelector<Element & { content: { value: string } }>('tracklight-editor')?.content.value === source;
  const tick = () => Number(document.querySelector<HTMLInputElement>('.scrubber input')?.value ?? 0);
  const stopped = () =>
    document.querySelector('[data-control="step"]')?.getAttribute('aria-disabled') === 'false' &&
    !/pause/i.test(run().getAttribute('aria-label') ?? '');
  globalThis.__bench = {
    press: () => run().click(),
    escape: () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    stopped,
    finished: (ticks: number) => stopped() && tick() >= ticks,
    open: ({ hash }: { hash: string }) => {
      location.hash = hash;
    },
    source: ({ source }: { source: string }) => shows(source),
    // Opened, with its run, as the page tells it.
    settled: ({ source }: { source: string }) => {
      const { document: shown, analysis, run } = (document.querySelector('tracklight-app') as App).state;
      return shown.source === source && shown.ready && analysis?.source === source && run?.source === source;
    },
    replayed: ({ source, ticks }: { source: string; ticks: number }) => shows(source) && tick() === ticks && stopped(),
    sql: () => document.querySelector<HTMLElement>('#more-sql')?.click(),
    // The first query is sent as soon as it can be.
    rows: () => {
      const panel = document.querySelector('#panel .sql');
      const ask = panel?.querySelector<HTMLElement>('.asks button');
      if (ask && !globalThis.__asked) {
        globalThis.__asked = true;
        ask.click();
      }
      return Boolean(panel?.querySelector('table tbody tr, .grid tr'));
    },
  };
}

const repeat = async <T>(times: number, act: (i: number) => Promise<T>) => {
  const list: T[] = [];
  for (let i = 0; i < times; i += 1) list.push(await act(i));
  return list;
};
const focusEnd = async (page: Page) => {
  await page.locator('tracklight-editor .cm-content').click();
  await page.keyboard.press('Control+End');
};
const maxSpeed = async (page: Page) => {
  const menu = page.locator('[data-menu="speed"]');
  await menu.locator('summary').click();
  await menu.getByRole('button', { name: 'Max speed', exact: true }).click();
};
const TICKS = 1000;
const played = (page: Page, ticks: number) =>
  page.waitForFunction(
    (n) => Number(document.querySelector<HTMLInputElement>('.scrubber input')?.value) === n,
    ticks,
    WAIT,
  );

const stepping = (
  name: string,
  effect: Effect,
  nodes: number,
  budget: number,
  gate: number,
  source: (times: number) => string,
): Group => ({
  rows: [{ name, what: `${nodes} nodes`, budget, gate }],
  measure: async (times, open) =>
    visit(await link(source(times)), open, async (page) => {
      await page.waitForFunction(() => document.querySelector<Diagram>('tracklight-diagram')?.settled, null, WAIT);
      return { [name]: (await effects(page, [effect], times, () => page.keyboard.press('F10'), REST_MS))[effect] };
    }),
});

const typing = (bytes: number, budgets: { tokens?: Pick<Row, 'budget' | 'median'>; diagnostics: number }): Group => ({
  rows: [
    ...(budgets.tokens ? [{ name: 'tokens', what: `${bytes / 1000} KB`, ...budgets.tokens }] : []),
    { name: 'diagnostics', what: `${bytes / 1000} KB, 150 ms wait included`, budget: budgets.diagnostics },
  ],
  measure: async (times, open) =>
    visit(await link(prose(bytes)), open, async (page) => {
      await page.waitForTimeout(1000);
      await focusEnd(page);
      return effects(
        page,
        ['tokens', 'diagnostics'],
        times,
        () => page.keyboard.press('x'),
        bytes > 50_000 ? 1500 : 700,
      );
    }),
});

/** `gate` is twice the budget unless it says otherwise; `median` a budget for half of the times. */
export interface Row {
  name: string;
  what: string;
  budget: number;
  gate?: number;
  median?: number;
  unit?: string;
}
export interface Open {
  /** The built site that is measured, `dist/` by default. */
  site: string | undefined;
  /** Ends the page of a group from outside. */
  close: (() => unknown) | null;
}
export interface Group {
  rows: Row[];
  measure: (times: number, open: Open) => Promise<Record<string, number[]>>;
}

export const GROUPS: Group[] = [
  {
    rows: [
      { name: 'first-picture', what: 'kettle, cold cache', budget: 300 },
      { name: 'tti', what: 'kettle, cold cache', budget: 1500 },
      { name: 'first-diagram', what: 'kettle, cold cache', budget: 1500 },
    ],
    measure: async (times, open) => {
      const list = await repeat(times, () =>
        visit('', open, async (page) => {
          await sees(page, ['layout'], 0);
          // The first paint is that of the picture, which stands in the page.
          const painted = await page.evaluate(
            () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
          );
          return { ...(await seen(page)), painted };
        }),
      );
      return {
        'first-picture': list.map(({ painted }) => painted ?? NaN),
        tti: list.map(({ ready }) => ready),
        'first-diagram': list.map(({ layout }) => layout),
      };
    },
  },
  stepping('step-patch', 'patch', 10, 16, 50, () => ring(10)),
  stepping('step-patch', 'patch', 100, 33, 80, () => ring(100)),
  ...[
    [10, 120],
    [100, 350],
    [400, 1500],
  ].map(([nodes, budget]) =>
    stepping('step-layout', 'layout', nodes, budget, 2 * budget, (times) => growing(nodes, times + 4)),
  ),
  {
    rows: [{ name: 'passes', what: '100 nodes, after a layout', budget: 50 }],
    measure: async (times, open) =>
      visit(await link(large(100, 130)), open, async (page) => {
        await page.waitForFunction(() => document.querySelector<Diagram>('tracklight-diagram')?.settled, null, WAIT);
        return {
          passes: await repeat(times, () =>
            page.evaluate(async () => {
              const diagram = document.querySelector('tracklight-diagram') as Diagram;
              const drawn = new Promise((done) => diagram.addEventListener('diagram-drawn', done, { once: true }));
              diagram.redraw();
              await drawn;
              return ['passes', 'press'].reduce(
                (sum, name) => sum + performance.getEntriesByName(`tracklight-${name}`)[0].duration,
                0,
              );
            }),
          ),
        };
      }),
  },
  typing(10_000, { tokens: { budget: 50, median: 33 }, diagnostics: 250 }),
  typing(100_000, { diagnostics: 450 }),
  {
    rows: [{ name: 'redraw', what: '30 nodes, 300 ms wait included', budget: 600 }],
    measure: async (times, open) =>
      visit(await link(ring(30)), open, async (page) => {
        await focusEnd(page);
        return { redraw: (await effects(page, ['layout'], times, () => page.keyboard.press('x'), 500)).layout };
      }),
  },
  {
    rows: [{ name: 'scrub', what: '100 nodes, 1,000 ticks', budget: 32 }],
    measure: async (times, open) =>
      visit(await link(ring(100), TICKS), open, async (page) => {
        await played(page, TICKS);
        const { x, y, width, height } = present(await page.locator('.scrubber input').boundingBox());
        const to = (i: number) => page.mouse.move(x + width * (0.9 - ((i + 2) / (times + 2)) * 0.8), y + height / 2);
        await page.mouse.move(x + width * 0.95, y + height / 2);
        await page.mouse.down();
        return { scrub: (await effects(page, ['patch'], times, to, 200)).patch };
      }),
  },
  {
    rows: [
      { name: 'run-max', what: '10,000 ticks, ring of 10', budget: 3000 },
      { name: 'run-max-task', what: 'its longest main-thread task', budget: 100 },
    ],
    measure: async (times, open) => {
      const tasks: number[] = [];
      const list = await repeat(times, async () =>
        visit(await link(scripted(10)), open, async (page) => {
          await page.evaluate(deeds);
          await maxSpeed(page);
          await page.waitForTimeout(500);
          await page.evaluate(() => {
            globalThis.__seen.task = 0;
          });
          const taken = await until(page, 'press', 'finished', 10_000);
          tasks.push((await seen(page)).task);
          return taken;
        }),
      );
      return { 'run-max': list, 'run-max-task': tasks };
    },
  },
  {
    rows: [{ name: 'cancel', what: 'Escape, ring of 10', budget: 100 }],
    measure: async (times, open) =>
      visit(await link(scripted(10)), open, async (page) => {
        await page.evaluate(deeds);
        await maxSpeed(page);
        return {
          cancel: await repeat(times, async () => {
            const reset = page.locator('[data-control="reset"][aria-disabled="false"]');
            if (await reset.count()) await reset.click();
            await page.locator('[data-control="run"]').click();
            await page.waitForFunction(
              () => /pause/i.test(document.querySelector('[data-control="run"]')?.getAttribute('aria-label') ?? ''),
              null,
              WAIT,
            );
            await page.waitForTimeout(100);
            return until(page, 'escape', 'stopped', null);
          }),
        };
      }),
  },
  {
    rows: [{ name: 'link-open', what: '100 KB of text', budget: 100 }],
    measure: (times, open) =>
      visit('', open, async (page) => {
        await page.evaluate(deeds);
        const texts = [prose(100_000), `// another\n${prose(100_000)}`];
        const links = await Promise.all(texts.map((text) => link(text)));
        return {
          'link-open': await repeat(times, async (i) => {
            const taken = await until(page, 'open', 'source', { hash: links[i % 2], source: texts[i % 2] });
            await page.waitForTimeout(1500);
            return taken;
          }),
        };
      }),
  },
  ...[
    { what: '90,000 edges on one line', text: `a${'->a'.repeat(90_000)}\n` },
    { what: '200,000 lines', text: 'a\n'.repeat(200_000) },
  ].map(
    ({ what, text }): Group => ({
      rows: [{ name: 'huge-task', what: `${what}: longest task`, budget: 200 }],
      measure: async (times, open) => {
        const [small, huge] = [await link(ring(3)), await link(text)];
        return {
          'huge-task': await repeat(times, () =>
            visit(small, open, async (page) => {
              await page.evaluate(deeds);
              await page.evaluate(() => {
                globalThis.__seen.task = 0;
              });
              await until(page, 'open', 'settled', { hash: huge, source: text });
              return (await seen(page)).task;
            }),
          ),
        };
      },
    }),
  ),
  {
    rows: [{ name: 'replay', what: '1,000 ticks, 100 nodes', budget: 1000 }],
    measure: (times, open) =>
      visit('', open, async (page) => {
        await page.evaluate(deeds);
        const texts = [ring(100), `// another\n${ring(100)}`];
        const links = await Promise.all(texts.map((text) => link(text, TICKS)));
        return {
          replay: await repeat(times, async (i) => {
            const taken = await until(page, 'open', 'replayed', {
              hash: links[i % 2],
              source: texts[i % 2],
              ticks: TICKS,
            });
            await page.waitForTimeout(500);
            return taken;
          }),
        };
      }),
  },
  {
    rows: [{ name: 'sql-first', what: '1,000 ticks', budget: 1500 }],
    measure: async (times, open) => {
      const path = await link(ring(100), TICKS);
      return {
        'sql-first': await repeat(times, () =>
          visit(path, open, async (page) => {
            await page.evaluate(deeds);
            await played(page, TICKS);
            await page.waitForTimeout(500);
            await page.getByRole('button', { name: 'More panels' }).click();
            await page.locator('#more-sql').waitFor();
            return until(page, 'sql', 'rows', null);
          }),
        ),
      };
    },
  },
  {
    rows: [{ name: 'memory', what: '1,000 ticks, 100 nodes', budget: 150, unit: 'MB' }],
    measure: async (times, open) => {
      const path = await link(ring(100), TICKS);
      return {
        memory: await repeat(times, () =>
          visit(path, open, async (page, context) => {
            await played(page, TICKS);
            await page.waitForTimeout(500);
            return memoryOf(page, context);
          }),
        ),
      };
    },
  },
];
