// What a visitor of the page can see and do, in words of the page. Used by the browser tests.

import { withPage, type PageOptions, type Visit } from '../browser.ts';
import type { Page } from 'playwright-core';

/** Opens the page and waits until a run stands and is drawn. */
export function visit(options: PageOptions, test: (visitor: Visitor, page: Page, visit: Visit) => Promise<unknown>) {
  return withPage({ viewport: { width: 1440, height: 900 }, ...options }, async (page, visited) => {
    const visitor = new Visitor(page);
    await visitor.ready();
    await test(visitor, page, visited);
  });
}

/** Timers that are set for longer do not answer what a visitor does. */
const LONG_MS = 1000;

/** Counts the timers of the page, for `rests`. */
export const watchTimers = (page: Page) =>
  page.addInitScript((long) => {
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
    const timers = new Set();
    Object.assign(globalThis, {
      timers,
      setTimeout(act: any, ms: number = 0, ...args: any[]) {
        const id = set(() => {
          timers.delete(id);
          act(...args);
        }, ms);
        if (ms <= long) timers.add(id);
        return id;
      },
      clearTimeout(id: number) {
        timers.delete(id);
        clear(id);
      },
    });
  }, LONG_MS);

export class Visitor {
  page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async ready() {
    await this.page.locator('.page[data-phase="ready"]').waitFor();
    await this.page.locator('tracklight-diagram .node').first().waitFor({ state: 'attached' });
    // Its code comes by itself, before or after the first drawing.
    await this.page.locator('tracklight-editor .cm-content').waitFor({ state: 'attached' });
  }

  /** @param name a control of the run bar */
  control(name: string) {
    return this.page.locator(`[data-control="${name}"]`);
  }

  /** Presses a control of the run bar. */
  async press(name: string) {
    await this.page.locator(`[data-control="${name}"][aria-disabled="false"]`).click();
  }

  /** Presses Step and waits until the tick is done. */
  async step(times: number = 1) {
    for (let i = 0; i < times; i += 1) {
      const before = await this.rows();
      await this.press('step');
      await this.page.waitForFunction((n) => document.querySelectorAll('.ticks li').length > n, before);
    }
  }

  rows() {
    return this.page.locator('.ticks li').count();
  }

  /** The sentence under the run bar. */
  status() {
    return this.page.locator('.where');
  }

  /** The text of a cell of the drawing. */
  cell(cell: string) {
    return this.page.locator(`tracklight-diagram [id="a_${cell}"] text`);
  }

  /** An element of the drawing. */
  drawn(id: string) {
    return this.page.locator(`tracklight-diagram [id="${id}"]`);
  }

  /** Waits until a cell shows a text. */
  async shows(cell: string, text: string) {
    await this.cell(cell)
      .filter({ hasText: new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`) })
      .waitFor();
  }

  /** Waits until an element of the drawing has a class. */
  async hasClass(id: string, name: string) {
    await this.page.locator(`tracklight-diagram [id="${id}"].${name}`).waitFor();
  }

  /** Shows a side panel; in a narrow window by its pane and list. */
  async panel(name: string) {
    const { page } = this;
    const panes = page.getByRole('navigation', { name: 'Panes' });
    if (!(await panes.isVisible())) await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
    else if (name === 'Agent') await panes.getByRole('button', { name: 'Run' }).click();
    else {
      await panes.getByRole('button', { name: 'Panels' }).click();
      const back = page.getByRole('button', { name: 'All panels' });
      if (await back.isVisible()) await back.click();
      await page
        .locator('.panel-list')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click();
    }
    // Its code may come late.
    await page.locator('#panel', { hasNotText: 'Loading the panel' }).waitFor();
    return page.locator('#panel');
  }

  /** The source as the editor holds it. */
  source(): Promise<string> {
    return this.page.evaluate(() => (document.querySelector('tracklight-editor') as any).value);
  }

  /** Waits until the editor holds a text. */
  async holds(text: string | RegExp) {
    const wanted = typeof text === 'string' ? { text } : { pattern: text.source, flags: text.flags };
    await this.page.waitForFunction(
      ({ text: whole, pattern = '', flags = '' }) => {
        const { value } = document.querySelector('tracklight-editor') as any;
        return whole === undefined ? new RegExp(pattern, flags).test(value) : value === whole;
      },
      wanted as { text?: string; pattern?: string; flags?: string },
    );
  }

  /** Waits until nothing that was done waits for its time any more. The page was opened with `watchTimers`. */
  async rests() {
    await this.page.waitForFunction(() => (globalThis as any).timers.size === 0);
  }

  /** Taps a pane of a narrow window and waits until it is shown: the click of a tap comes behind the tap. */
  async pane(name: string) {
    await this.page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name }).tap();
    await this.page.locator(`.page[data-pane="${name.toLowerCase()}"]`).waitFor();
  }

  /** Replaces the whole source, as select all and paste do. */
  async write(text: string) {
    await this.page.locator('tracklight-editor .cm-content').click();
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.insertText(text);
  }

  /** Types at the end of the source. */
  async type(text: string) {
    await this.page.locator('tracklight-editor .cm-content').click();
    await this.page.keyboard.press('Control+End');
    await this.page.keyboard.type(text);
  }

  /** @param mode `Stub`, `Auto` or `Manual` */
  async agents(mode: string) {
    const panel = await this.panel('Agent');
    const option = panel.locator('select option', { hasText: mode });
    await panel
      .locator('select')
      .first()
      .selectOption(await option.innerText());
  }

  /** Answers the open agent request with a reply typed as JSON. */
  async replyJson(reply: object) {
    const panel = await this.panel('Agent');
    await panel.getByRole('button', { name: 'JSON', exact: true }).click();
    await panel.getByLabel('Reply as JSON').fill(JSON.stringify(reply));
    await panel.getByRole('button', { name: 'Send and finish' }).click();
  }

  counters(): Promise<{ layouts: number; patches: number; patchMiss: number }> {
    return this.page.evaluate(() => ({ ...(document.querySelector('tracklight-diagram') as any).counters }));
  }
}
