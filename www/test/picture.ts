// Looks at the texts in the drawings of the gallery in a browser: what leaves its box, overlaps, or lies on a line, and
// how small the smallest text of the first view is. The same by the command line, as a table:
//
//   node www/test/picture.ts [--fonts=own,dejavu] [--browsers=chromium,firefox,webkit] [--dist=folder]
//                            [--only=kettle,fair] [--shots=folder]

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examples } from './examples.ts';
import { inspect } from './inspect.ts';
import { withPage } from './browser.ts';
import { OTHERS, withOther, type Name } from './other-browsers.ts';

/** A page in any browser: Playwright's, or a tab of another one. */
interface Seen {
  evaluate: <A, R>(act: (arg: A) => R, arg?: A) => Promise<Awaited<R>>;
  waitForFunction: <A, R>(holds: (arg: A) => R, arg?: A) => Promise<unknown>;
  /** As PNG. */
  screenshot: () => Promise<Uint8Array>;
}
interface Row {
  example: string;
  fonts: string;
  position: string;
  theme: string;
  nodes: number;
  texts: number;
  leaves: string[];
  overlaps: string[];
  lines: string[];
  pressed: number;
  smallest: number;
  scale: number;
  whole: boolean;
  misses: number;
}

/** Fonts that the browser has: those of this machine, or DejaVu alone. */
export const FONTS = ['own', 'dejavu'] as const;
/** Steps of a run that ends by itself, and of one that does not. */
const MOST = 16;
const ENDLESS = 6;

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What is measured in the other browsers: short and long, boxes in boxes, contexts, every style. */
const FEW = ['kettle', 'lighthouse', 'expedition', 'fair', 'tram-map'];

/** Fontconfig's settings for a machine that has DejaVu only. @param folder of its cache */
export const fontsConfig = (folder: string) =>
  '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
  `<dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>${folder}</cachedir></fontconfig>`;

export async function measure({
  fonts,
  only,
  phone = false,
  brief = false,
  dist,
  shots,
}: {
  fonts: (typeof FONTS)[number];
  /** Examples by their slugs. */
  only?: string[];
  /** The first view on a phone, in place of the desktop's whole runs. */
  phone?: boolean;
  /** The start of each run in the light theme alone. */
  brief?: boolean;
  /** Another site than the one that was built. */
  dist?: string;
  /** A folder that gets a picture of the page for each row. */
  shots?: string | undefined;
}): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-fonts-'));
  const config = join(folder, 'fonts.conf');
  await writeFile(config, fontsConfig(folder));
  const rows: Row[] = [];
  try {
    await withPage(
      {
        viewport: phone ? PHONE : DESKTOP,
        touch: phone,
        reducedMotion: 'reduce',
        folder: dist,
        ...(fonts === 'dejavu' ? { env: { FONTCONFIG_FILE: config } } : {}),
        path: '#example=counter',
      },
      (page) => walk(page, { fonts, only, phone, brief, shots, each: (row) => rows.push(row) }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}

/** The same in another browser, for some examples. */
export async function measureOther(
  browser: Name,
  { only = FEW, dist, shots }: { only?: string[]; dist?: string | undefined; shots?: string | undefined } = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  await withOther(browser, { viewport: DESKTOP, path: '#example=counter', folder: dist }, (tab) => {
    rows.length = 0;
    return walk(tab, { fonts: browser, only, phone: false, shots, each: (row) => rows.push(row) });
  });
  return rows;
}

/**
 * Goes through the runs of examples and measures at their start, in their middle and at their end, light and dark.
 */
async function walk(
  page: Seen,
  {
    fonts,
    only,
    phone,
    brief = false,
    shots,
    each,
  }: {
    fonts: string;
    only: string[] | undefined;
    phone: boolean;
    brief?: boolean;
    shots: string | undefined;
    each: (row: Row) => void;
  },
) {
  if (shots) await mkdir(shots, { recursive: true });
  await page.waitForFunction(() => document.querySelector('.page[data-phase="ready"]') !== null);
  if (phone)
    await page.evaluate(() =>
      (document.querySelector('tracklight-app') as any).dispatch({ type: 'pane', pane: 'diagram' }),
    );
  for (const { slug, ticks } of examples.filter((example) => !only || only.includes(example.slug))) {
    const nodes = await open(page, slug);
    const count = Math.min(MOST, typeof ticks === 'number' ? ticks : ENDLESS);
    for (let tick = 0, at = phone ? 'phone' : 'start'; ; ) {
      for (const theme of brief ? ['light'] : ['light', 'dark']) {
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name;
        }, theme);
        each({ example: slug, fonts, position: at, theme, nodes, ...(await page.evaluate(inspect)) });
        if (shots) await writeFile(join(shots, `${slug}-${at}-${theme}-${fonts}.png`), await page.screenshot());
      }
      if (at === 'end' || phone || brief) break;
      const until = at === 'start' ? Math.max(1, Math.floor(count / 2)) : count;
      while (tick < until && (await step(page))) tick += 1;
      at = at === 'start' ? 'middle' : 'end';
    }
  }
}

/** Opens an example and waits until it is drawn. @returns how many nodes it has */
async function open(page: Seen, slug: string): Promise<number> {
  await page.evaluate((name) => {
    // That of the example before takes room.
    (document.querySelector('tracklight-app') as any).dispatch({ type: 'panelOpen', open: false });
    location.hash = `example=${name}`;
  }, slug);
  await page.waitForFunction((name) => {
    const { state } = document.querySelector('tracklight-app') as any;
    return (
      state.document.slug === name &&
      state.run.snapshot !== null &&
      !state.run.isRunning &&
      state.picture?.machine === state.run.snapshot.view.machineHash
    );
  }, slug);
  await settle(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
  return page.evaluate(
    () => document.querySelector('tracklight-diagram')?.shadowRoot?.querySelectorAll('.node').length ?? 0,
  );
}

export const settle = (page: Seen) =>
  page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);

/** Goes on by one step; false where the run waits or has ended. */
export async function step(page: Seen): Promise<boolean> {
  const before = await page.evaluate(() => {
    const app = document.querySelector('tracklight-app') as any;
    const { position } = app.state.run.snapshot;
    if (!app.state.run.controls.step.enabled) return null;
    app.dispatch({ type: 'step' });
    return position.step;
  });
  if (before === null) return false;
  await page.waitForFunction((n) => {
    const { state } = document.querySelector('tracklight-app') as any;
    return !state.run.isRunning && (state.run.snapshot.position.step > n || !state.run.controls.step.enabled);
  }, before);
  await settle(page);
  return (
    (await page.evaluate(() => (document.querySelector('tracklight-app') as any).state.run.snapshot.position.step)) >
    before
  );
}

/** What is wrong in rows, with where it is. */
export const faults = (rows: Row[], wrong: (row: Row) => string[]) => [
  ...new Set(
    rows.flatMap((row) => wrong(row).map((text) => `${row.example} at ${row.position}, ${row.theme}: ${text}`)),
  ),
];

/**
 * The least size of small print at the first view, in pixels: of a machine that is seen as a whole, and of a larger
 * one.
 */
export const smallestOf = (nodes: number) => (nodes <= 8 ? 11 : 10);

/**
 * Asserts that the drawings of whole runs can be read.
 * @param pressed whether texts may be fitted into their cells, because the browser's font is wider than the layout's
 */
export function assertReadable(rows: Row[], { pressed }: { pressed: boolean }) {
  const tooSmall = ({ position, nodes, smallest }: Row) =>
    position === 'start' && smallest < smallestOf(nodes) - 0.05 ? [`${smallest.toFixed(1)} px`] : [];
  const none = (what: string, wrong: (row: Row) => string[]) => assert.deepEqual(faults(rows, wrong), [], what);
  none('out of the box', ({ leaves }) => leaves);
  none('overlaps', ({ overlaps }) => overlaps);
  none('labels on lines', ({ lines }) => lines);
  none('too small at the first view', tooSmall);
  none('patches that missed', ({ misses }) => (misses > 0 ? [`${misses}`] : []));
  if (!pressed) none('pressed', (row) => (row.pressed > 0 ? [`${row.pressed}`] : []));
  assert.equal(rows.find(({ example }) => example === 'kettle')?.whole, true, 'the start example is seen whole');
}

export function table(rows: Row[]) {
  const head = [
    'example',
    'fonts or browser',
    'texts',
    'out of box',
    'overlaps',
    'on lines',
    'pressed',
    'smallest px',
    'scale',
    'misses',
  ];
  const lines = [...new Set(rows.map(({ example, fonts }) => `${example} ${fonts}`))].map((key) => {
    const mine = rows.filter(({ example, fonts }) => `${example} ${fonts}` === key);
    const sum = (of: (row: Row) => number) => String(mine.reduce((n, row) => n + of(row), 0));
    const [first] = mine;
    return [
      ...key.split(' '),
      sum((row) => row.texts),
      sum((row) => row.leaves.length),
      sum((row) => row.overlaps.length),
      sum((row) => row.lines.length),
      sum((row) => row.pressed),
      first?.smallest.toFixed(1) ?? '',
      `${first?.scale.toFixed(2)}${first?.whole ? ' whole' : ''}`,
      String(mine.at(-1)?.misses ?? ''),
    ];
  });
  const widths = head.map((name, i) => Math.max(name.length, ...lines.map((line) => line[i]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line.map((cell, i) => (i < 2 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = new Map(process.argv.slice(2).map((one) => one.replace(/^--/, '').split('=', 2) as [string, string]));
  const all = [];
  const only = given.get('only')?.split(',');
  const dist = given.get('dist');
  const shots = given.get('shots');
  const browsers = given.get('browsers')?.split(',') ?? ['chromium', ...OTHERS];
  for (const fonts of FONTS.filter(
    (name) => browsers.includes('chromium') && (given.get('fonts')?.includes(name) ?? true),
  )) {
    for (const phone of fonts === 'own' ? [false, true] : [false]) {
      const rows = await measure({ fonts, phone, only, dist, shots });
      console.log(`${phone ? 'on a phone\n' : ''}${table(rows)}\n`);
      all.push(...rows);
    }
  }
  for (const browser of OTHERS.filter((name) => browsers.includes(name))) {
    const rows = await measureOther(browser, { ...(only ? { only } : {}), dist, shots });
    console.log(`${table(rows)}\n`);
    all.push(...rows);
  }
  for (const kind of ['leaves', 'overlaps', 'lines'] as const) {
    const found = all.flatMap((row) =>
      row[kind].map((text) => `${kind}: ${row.example} ${row.fonts} ${row.position}: ${text}`),
    );
    console.log(`${kind}: ${found.length}\n${[...new Set(found)].slice(0, 30).join('\n')}`);
  }
}
