// What a user of the page can see and do, in words of the page. Used by the tests of the page in a browser and in Node.

import type { Page } from 'playwright-core';

/** What the browser has of a user who was here before and left a panel open. */
export const RETURNING_SETTINGS = '{"hint":false,"panelOpen":true}';

/** The address of the machine that most tests of the page are about. */
export const KETTLE = '#example=kettle';

/** Chooses a layout in the menu View. */
export async function chooseLayout(page: Page, name: string) {
  await page.locator('[data-menu="view"] summary').click();
  await page.getByRole('button', { name: `Layout: ${name}` }).click();
}

/** Asks to open a machine from elsewhere. */
export async function openFrom(page: Page, what: 'Open file…' | 'Open link…' | 'Open from URL…') {
  await page.locator('[data-menu="document"] summary').click();
  await page.locator('[data-menu="document"]').getByRole('button', { name: what, exact: true }).click();
}

/** Opens a page of the guide by the palette. */
export async function openGuide(page: Page, title: string) {
  await page.keyboard.press('Control+k');
  await page.locator('.palette input').fill(`Guide: ${title}`);
  await page.keyboard.press('Enter');
  const guide = page.locator('.guide');
  await guide.getByRole('heading', { name: title, exact: true }).waitFor();
  return guide;
}

/** Begins to rename the machine. */
export async function rename(page: Page) {
  await page.locator('[data-menu="document"] summary').click();
  await page.locator('[data-menu="document"]').getByRole('button', { name: 'Rename' }).click();
}

/** Waits until nothing moves or is being faded in: half transparent text has half its contrast. */
export const withoutAgent = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );

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

/**
 * Holds back the timers of the page of one length, until `passTimers`.
 * @param length in milliseconds
 */
export const holdTimers = (page: Page, length: number) =>
  page.addInitScript((ms) => {
    const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
    const held = new Map<object, () => void>();
    Object.assign(globalThis, {
      setTimeout(act: any, wait: number = 0, ...args: any[]) {
        if (wait !== ms) return set(act, wait, ...args);
        const timer = {};
        held.set(timer, () => act(...args));
        return timer;
      },
      clearTimeout(timer: any) {
        if (!held.delete(timer)) clear(timer);
      },
      passTimers() {
        const due = [...held.values()];
        held.clear();
        for (const act of due) act();
      },
    });
  }, length);

/** The time of the timers that are held back is over. */
export const passTimers = (page: Page) => page.evaluate(() => (globalThis as any).passTimers());

/** The minimap of the drawing stays until `passTimers`. */
export const holdMinimap = (page: Page) => holdTimers(page, 2000);

/** Waits until the timeline is at a step, whether or not it is in view. */
export const atStep = (page: Page, step: string | number) =>
  page
    .locator('.timeline output', { hasText: new RegExp(`^Step ${String(step).replace('.', '\\.')}( of|$)`) })
    .waitFor({ state: 'attached' });

/** A machine without end: each step of it writes, so that no loop is told. */
export const ENDLESS =
  'machine "Endless" { maxSteps: 40000; maxNodeInvocations: 40000 }\n' +
  'context N { n<number>: 0 }\n' +
  'init a\n' +
  'task add { prompt: "add 1 to N.n" }\n' +
  'a -> add\n' +
  'add -writes-> N\n' +
  'add -> add\n';

/** Stops the next replay as soon as that can be pressed: it may be over before a press from outside arrives. */
export const stopsReplay = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const stop = [...document.querySelectorAll('button')].find((one) => one.textContent?.trim() === 'Stop here');
      if (!stop) return;
      observer.disconnect();
      stop.click();
    }).observe(document.body, { childList: true, subtree: true });
  });

/** Gives the page a width, and waits until it has it. */
export async function widen(page: Page, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction((wide) => innerWidth === wide, width);
}

/** What has the focus: the region around it and its name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let at = document.activeElement;
    const region =
      at
        ?.closest('.top, .notices, .files, .source, .runbar, .diagram, .side, .timeline, .panes, .status-line')
        ?.className.split(' ')[0] ?? '';
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return `${region} ${at?.getAttribute('data-control') ?? at?.id ?? at?.tagName.toLowerCase() ?? ''}`.trim();
  });

/**
 * In the page: the words of the filled buttons that are seen and work, by class or ground; null where nothing matches
 * `state`.
 */
export function filledWhile(state: string): string[] | null {
  if (document.querySelector(state) === null) return null;
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.setProperty('background', 'var(--tracklight-accent)');
  const accent = getComputedStyle(probe).backgroundColor;
  probe.remove();
  return [...document.querySelectorAll<HTMLElement>('button, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'))
    .filter((one) => one.getAttribute('aria-disabled') !== 'true')
    .filter((one) => one.matches('.filled') || getComputedStyle(one).backgroundColor === accent)
    .map((one) => (one.querySelector('span')?.textContent ?? one.textContent ?? '').trim());
}

/** The words of the filled buttons. */
export const filled = async (page: Page) => {
  // A button under the pointer has another ground.
  await page.mouse.move(0, 0);
  return (await page.evaluate(filledWhile, 'body')) ?? [];
};

/** Where an open menu and the current node are seen. @param menu selector of its `details` */
export const menuAndNode = (page: Page, menu: string) =>
  page.evaluate(async (selector) => {
    // A menu gets its place in the frame that first shows it.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const list = document.querySelector(`${selector} .items`)?.getBoundingClientRect() ?? new DOMRect();
    const node = (document.querySelector('tracklight-diagram') as any).currentBox as DOMRect;
    const { left, top, right, bottom } = list;
    return {
      list: [left, top, right, bottom].map(Math.round),
      node: [node.left, node.top, node.right, node.bottom].map(Math.round),
      inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
      covers: left < node.right && right > node.left && top < node.bottom && bottom > node.top,
    };
  }, menu);

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
    // At the end of a run the main button begins again; to stand at the start is a command then.
    if (name === 'reset' && (await this.control('reset').count()) === 0) return this.command('Restart');
    await this.page.locator(`[data-control="${name}"][aria-disabled="false"]`).click();
  }

  /** Does a command by its name. */
  async command(name: string) {
    const { page } = this;
    await page.keyboard.press('Control+k');
    const field = page.locator('.palette input');
    await field.fill(name);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
  }

  /** @param name `5 steps/s`, `Max speed` */
  async speed(name: string) {
    const menu = this.page.locator('[data-menu="speed"]');
    await menu.locator('summary').click();
    await menu.getByRole('button', { name, exact: true }).click();
  }

  /** Presses Step and waits until the step is done. */
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
    return this.page.locator('.status-row');
  }

  /** Waits until the run is at a step. @param step `2`, or `2.1` for the first action in it */
  at(step: string | number) {
    return atStep(this.page, step);
  }

  /** The text of a cell of the drawing. */
  cell(cell: string) {
    return this.page.locator(`tracklight-diagram [id="a_${cell}"] text`);
  }

  /** An element of the drawing. */
  drawn(id: string) {
    return this.page.locator(`tracklight-diagram [id="${id}"]`);
  }

  /** Waits until the drawing is the present one: places on it can be measured. */
  async settled() {
    await this.page.waitForFunction(() => (document.querySelector('tracklight-diagram') as any).settled);
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
    if (name === 'Examples' || name === 'Settings') return this.dialog(name);
    await this.close();
    const panes = page.getByRole('navigation', { name: 'Panes' });
    if (!(await panes.isVisible())) {
      const chosen = this.panelButton(name).and(page.locator('[aria-selected="true"], [aria-expanded="true"]'));
      // A count that comes meanwhile takes room: a tab goes into More while it is looked for, and its rows move.
      for (let tries = 1; !(await chosen.isVisible()); tries += 1)
        await this.choosePanel(name)
          .then(() => chosen.waitFor({ timeout: 3000 }))
          .catch((error) => {
            if (tries === 5) throw error;
          });
    } else {
      await panes.getByRole('button', { name: 'Panels' }).click();
      const back = page.getByRole('button', { name: 'All panels' });
      if (await back.isVisible()) await back.click();
      await page
        .locator('.panel-list')
        .getByRole('button', { name: new RegExp(`^${name}( \\d.*)?$`) })
        .click();
    }
    // Its code may come late.
    await page.locator('#panel', { hasNotText: 'Loading the panel' }).waitFor();
    return page.locator('#panel');
  }

  /** A panel's tab, in a wide window its button in the strip. */
  panelButton(name: string) {
    const { page } = this;
    const named = { name: new RegExp(`^${name}( \\d.*)?$`) };
    return page.getByRole('tab', named).or(page.getByRole('toolbar', { name: 'Panels' }).getByRole('button', named));
  }

  /** Shows the list of branches, checkpoints and previous runs. */
  async branches() {
    const { page } = this;
    const list = page.locator('.branches');
    if (!(await list.isVisible())) await page.locator('.branch-button').click();
    await list.waitFor();
    return list;
  }

  /** Presses a panel's tab, its button in the strip, or its row under More. */
  private async choosePanel(name: string) {
    const { page } = this;
    const tab = this.panelButton(name);
    const row = page.getByRole('option', { name: new RegExp(`^${name}`) });
    const soon = { timeout: 3000 };
    // On a tablet the panels are a drawer.
    const drawer = page.locator('.page[data-panel="closed"] .drawer-button');
    if (await drawer.isVisible()) await drawer.click(soon);
    if (await tab.isVisible()) await tab.click(soon);
    else {
      if (!(await row.isVisible())) await page.getByRole('button', { name: 'More panels' }).click(soon);
      await row.click(soon);
    }
  }

  /** Closes the dialog that is open, if one is. */
  async close() {
    const open = this.page.locator('dialog.dialog');
    if ((await open.count()) === 0) return;
    await this.page.keyboard.press('Escape');
    await open.waitFor({ state: 'detached' });
  }

  /** Opens the dialog of the gallery, of the settings or of Help. */
  async dialog(name: 'Examples' | 'Settings' | 'Help') {
    const { page } = this;
    await this.close();
    const more = page.locator('[data-menu="more"] summary');
    if (await more.isVisible()) await more.click();
    await page.locator('.top').getByRole('button', { name, exact: true }).click();
    const content = page.locator(
      { Examples: 'dialog .gallery-body', Settings: 'dialog .settings', Help: 'dialog .shortcuts' }[name],
    );
    await content.waitFor();
    return content;
  }

  /** The machines of this browser, in the dialog that opens one. */
  async machines() {
    await this.close();
    await this.page.locator('[data-menu="document"] summary').click();
    await this.page.getByRole('button', { name: 'My machines…' }).click();
    const tiles = this.page.locator('.gallery-tiles');
    await tiles.getByRole('heading', { name: 'My machines' }).or(tiles.locator('.hint')).first().waitFor();
    return tiles;
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
    const id = name === 'Timeline' ? 'run' : name.toLowerCase();
    await this.page.locator(`.page[data-pane="${id}"]`).waitFor();
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
    await panel.getByRole('button', { name: 'Submit final reply' }).click();
  }

  counters(): Promise<{ layouts: number; patches: number; patchMiss: number }> {
    return this.page.evaluate(() => ({ ...(document.querySelector('tracklight-diagram') as any).counters }));
  }
}
