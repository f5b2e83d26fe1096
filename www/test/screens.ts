// Takes pictures of the states of the page, at four sizes and in both themes, from the built site, and lays them out as
// sheets, one for each state, in `dist/screens/`: to be looked at, not compared.
//
//   node --import ./www/node_modules/tsx/dist/loader.mjs www/test/screens.ts [states and sizes]
//
// Without arguments all of them; `gallery phone` takes the gallery on the phone.

import { readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withoutAgent, chooseLayout, openFrom, visit, type Visitor } from './e2e/visitor.ts';
import { withPage } from './browser.ts';
import type { Page } from 'playwright-core';

const FOLDER = fileURLToPath(new URL('../../dist/screens/', import.meta.url));
const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  laptop: { viewport: { width: 1280, height: 720 } },
  tablet: { viewport: { width: 820, height: 1100 } },
  phone: { viewport: { width: 390, height: 844 }, touch: true },
};
const THEMES = ['light', 'dark'] as const;
/** Width of a picture on a sheet. */
const SHOWN = { desktop: 900, laptop: 800, tablet: 512, phone: 320 };

const links = JSON.parse(readFileSync(new URL('../../tests/fixtures/links.json', import.meta.url), 'utf8'));
const SHARED = links.find(({ name }: { name: string }) => name === 'kettle, run, codec 1 by zlib').fragment;
const BROKEN = 'machine "Broken"\ntask a {\n  promt: "Hi\n}\nstate b\na -> c -if "x"-> b\n';
const BLOCKED =
  'machine "Stuck"\ncontext Door { open<boolean>: false }\ninit wait\nstate out\nwait -when: "Door.open"-> out\n';

interface State {
  path?: string;
  first?: boolean;
  act?: (visitor: Visitor, page: Page, narrow: boolean) => Promise<unknown>;
}

const run = async (visitor: Visitor, status: string) => {
  await visitor.press('run');
  await visitor.status().filter({ hasText: status }).waitFor();
};
const panel =
  (name: string, steps = 2): NonNullable<State['act']> =>
  async (visitor) => {
    await visitor.step(steps);
    await visitor.panel(name);
  };
/** Writes a text where the code is. */
const write = async (visitor: Visitor, text: string, narrow: boolean) => {
  if (narrow) await visitor.pane('Code');
  await visitor.write(text);
};
/** In a narrow window they are a menu. */
const showBranches = async (visitor: Visitor, page: Page, narrow: boolean) => {
  if (narrow) await visitor.pane('Timeline');
  const button = page.locator('.branch-button');
  if (await button.isVisible()) await button.click();
  await page.locator('.branches').waitFor();
};
/** The task of the kettle waits for a reply by hand. */
const waiting = async (visitor: Visitor) => {
  await visitor.step(1);
  await visitor.agents('Manual');
  await visitor.press('step');
  const agent = await visitor.panel('Agent');
  await agent.getByRole('button', { name: 'write_Water' }).waitFor();
  return agent;
};
const twoBranches = async (visitor: Visitor) => {
  await visitor.step(4);
  for (let i = 0; i < 3; i += 1) await visitor.press('back');
  await visitor.press('step');
  await visitor.at('2');
};

const STATES: Record<string, State> = {
  first: { first: true },
  running: { path: '#example=parts-order', act: (visitor) => visitor.step(2) },
  form: {
    async act(visitor) {
      const agent = await waiting(visitor);
      await agent.getByRole('button', { name: 'write_Water' }).click();
    },
  },
  question: { path: '#example=harbour', act: panel('Inbox') },
  finished: { act: (visitor) => run(visitor, 'Completed') },
  failed: {
    async act(visitor) {
      await waiting(visitor);
      await visitor.replyJson({ error: { message: 'no water', retryable: false } });
      await visitor.status().filter({ hasText: 'Failed' }).waitFor();
    },
  },
  blocked: {
    async act(visitor, page, narrow) {
      await write(visitor, BLOCKED, narrow);
      if (narrow) await visitor.pane('Diagram');
      await page.locator('tracklight-diagram .node[aria-label^="state out"]').waitFor();
      await run(visitor, 'Blocked');
    },
  },
  shared: { path: SHARED, act: (_, page) => page.locator('.notice', { hasText: 'Shared run.' }).waitFor() },
  empty: {
    async act(visitor, page, narrow) {
      await write(visitor, 'machine "Untitled"\n', narrow);
      if (narrow) await visitor.pane('Diagram');
      await page.getByRole('heading', { name: 'Start with a few nodes' }).waitFor();
    },
  },
  broken: {
    async act(visitor, page, narrow) {
      await write(visitor, BROKEN, narrow);
      await visitor.panel('Problems');
      await page.locator('.problem.error').first().waitFor();
    },
  },
  branches: {
    async act(visitor, page, narrow) {
      await twoBranches(visitor);
      await showBranches(visitor, page, narrow);
    },
  },
  runs: {
    async act(visitor, page, narrow) {
      await twoBranches(visitor);
      await visitor.command('Restart');
      await visitor.step(1);
      await visitor.at('1');
      await showBranches(visitor, page, narrow);
    },
  },
  table: {
    path: '#example=parcel',
    async act(visitor, page, narrow) {
      await visitor.step(3);
      if (narrow) await visitor.pane('Timeline');
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.getByRole('search', { name: 'Filter' }).waitFor();
      await page.locator('[data-menu="timeline"] summary').click();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('region', { name: 'Table' }).getByRole('table').waitFor();
    },
  },
  row: {
    path: '#example=parcel',
    async act(visitor, page, narrow) {
      await visitor.step(3);
      if (narrow) await visitor.pane('Timeline');
      if (!(await page.locator('.ticks').isVisible())) await chooseLayout(page, 'Run');
      await page.locator('.step-row').nth(3).getByRole('button', { name: 'Show details' }).click();
      await page.locator('.step-row .inside').waitFor();
    },
  },
  breakpoints: {
    async act(visitor, page, narrow) {
      if (narrow) await visitor.pane('Diagram');
      await visitor.drawn('n3').click();
      await page.keyboard.press('F9');
      await page.locator('[data-menu="go"] summary').click();
      await page.getByRole('button', { name: 'Breakpoints (1)…' }).click();
      await page.getByRole('dialog', { name: 'Breakpoints and watches' }).waitFor();
    },
  },
  card: {
    async act(visitor, page, narrow) {
      await visitor.step(2);
      if (narrow) await visitor.pane('Diagram');
      await visitor.drawn('n3').click();
      await page.getByRole('region', { name: 'Selected element' }).waitFor();
    },
  },
  context: { act: panel('Context') },
  'edit-value': {
    async act(visitor, page) {
      await panel('Context')(visitor, page, false);
      await page.locator('[data-field="Water.celsius"]').click();
    },
  },
  agent: { path: '#example=parts-order', act: panel('Agent') },
  prompt: { path: '#example=parts-order', act: panel('Prompt') },
  graph: { path: '#example=parts-order', act: panel('Agent context') },
  events: { act: panel('Events') },
  outline: { act: panel('Outline') },
  sql: {
    async act(visitor, page) {
      await panel('SQL')(visitor, page, false);
      await page.locator('#panel .asks button').first().click();
      await page.locator('.grid').waitFor();
    },
  },
  versions: {
    async act(visitor, page, narrow) {
      if (narrow) await visitor.pane('Code');
      await visitor.type('\n// mine');
      await page.keyboard.press('Control+s');
      await page.keyboard.press('Enter');
      await visitor.type('\n// more');
      const versions = await visitor.panel('Versions');
      await versions.getByRole('button', { name: /^Version of/ }).click();
      await versions.locator('.diff').waitFor();
    },
  },
  guide: { act: (visitor) => visitor.command('Guide: Parallel') },
  gallery: { act: (visitor) => visitor.dialog('Examples') },
  machines: { act: (visitor) => visitor.machines() },
  share: {
    async act(visitor, page) {
      await visitor.step(2);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByLabel('Link', { exact: true }).waitFor();
    },
  },
  'open-link': { act: (_, page) => openFrom(page, 'Open link…') },
  settings: { act: (visitor) => visitor.dialog('Settings') },
  help: { act: (visitor) => visitor.dialog('Help') },
  'cheat-sheet': {
    async act(visitor, page) {
      await visitor.command('Cheat sheet');
      await page.locator('.cheat-sheet dt').first().waitFor();
    },
  },
  palette: {
    async act(_, page) {
      await page.keyboard.press('Control+k');
      await page.locator('.palette input').fill('re');
    },
  },
  more: {
    async act(visitor, page, narrow) {
      if (narrow) return page.locator('[data-menu="more"] summary').click();
      await visitor.panel('Context');
      return page.getByRole('button', { name: 'More panels' }).click();
    },
  },
  view: {
    async act(_, page, narrow) {
      // What there is of View for one pane is in the menu of a phone.
      await page.locator(`[data-menu="${narrow ? 'more' : 'view'}"] summary`).click();
    },
  },
  document: { act: (_, page) => page.locator('[data-menu="document"] summary').click() },
  completion: {
    async act(visitor, page, narrow) {
      if (narrow) await visitor.pane('Code');
      await visitor.type('\nta');
      await page.keyboard.press('Control+Space');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
    },
  },
  code: { act: (visitor, page, narrow) => (narrow ? visitor.pane('Code') : chooseLayout(page, 'Code')) },
  diagram: { act: (visitor, page, narrow) => (narrow ? visitor.pane('Diagram') : chooseLayout(page, 'Diagram')) },
  run: {
    async act(visitor, page, narrow) {
      await visitor.step(3);
      await (narrow ? visitor.pane('Timeline') : chooseLayout(page, 'Run'));
    },
  },
  panels: { act: (visitor, _, narrow) => (narrow ? visitor.pane('Panels') : visitor.panel('Context')) },
};

type Size = keyof typeof SIZES;
const asked = process.argv.slice(2);
const chosen = <T extends string>(all: T[]) => {
  const some = all.filter((one) => asked.includes(one));
  return some.length > 0 ? some : all;
};
const states = chosen(Object.keys(STATES));
const sizes = chosen(Object.keys(SIZES) as Size[]);
const unknown = asked.filter((one) => !(one in STATES || one in SIZES));
if (unknown.length > 0) throw new Error(`no such state or size: ${unknown.join(', ')}`);

if (asked.length === 0) await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const sheets = Object.keys(STATES).map((state) => `<li><a href="${state}.html">${state}</a></li>`);
await writeFile(`${FOLDER}index.html`, `<!doctype html><title>Screens</title><ul>${sheets.join('')}</ul>`);
const missing: string[] = [];
for (const state of states) {
  const { act, ...options } = STATES[state];
  for (const size of sizes) {
    for (const colorScheme of THEMES) {
      const name = `${state}-${size}-${colorScheme}`;
      await visit({ ...options, ...SIZES[size], colorScheme }, async (visitor, page) => {
        await act?.(visitor, page, size === 'phone');
        // What is said about a slow machine is not what the picture is of.
        for (const slow of await page
          .locator('.notice', { hasText: 'slow' })
          .getByRole('button', { name: 'Close notice' })
          .all())
          await slow.click();
        await page.evaluate(() => document.fonts.ready);
        // Pictures of machines are loaded when they come into sight.
        await page.waitForFunction(() =>
          [...document.images].every(
            (one) => one.complete || !one.checkVisibility() || one.getBoundingClientRect().top > innerHeight,
          ),
        );
        await withoutAgent(page);
        await page.screenshot({ path: `${FOLDER}${name}.png` });
      }).catch((error: Error) => missing.push(`${name}: ${error.message.split('\n')[0]}`));
    }
  }
  await sheet(state);
}
for (const one of missing) console.error(one);
console.log(`${states.length * sizes.length * THEMES.length - missing.length} pictures in dist/screens/`);
process.exitCode = missing.length > 0 ? 1 : 0;

/** All pictures of a state in one. */
async function sheet(state: string) {
  const rows = THEMES.map((theme) => {
    const images = sizes.map((size) => `<img src="${state}-${size}-${theme}.png" width="${SHOWN[size]}" alt="">`);
    return `<div>${images.join('')}</div>`;
  });
  const style =
    'body { margin: 8px } div { display: flex; gap: 8px; margin-bottom: 8px } img { outline: 1px solid #888 }';
  await writeFile(
    `${FOLDER}${state}.html`,
    `<!doctype html><title>${state}</title><style>${style}</style>${rows.join('')}`,
  );
  const width = sizes.reduce((sum, size) => sum + SHOWN[size] + 8, 24);
  await withPage(
    { folder: FOLDER, path: `${state}.html`, viewport: { width, height: 600 }, expect: [/./], headers: {} },
    (page) => page.screenshot({ path: `${FOLDER}${state}.png`, fullPage: true }),
  ).catch((error: Error) => missing.push(`${state}: ${error.message.split('\n')[0]}`));
}
