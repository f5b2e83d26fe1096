// What an element must be in a column of any width, with and without a picture: nothing leaves it, and all text can be
// read.

import assert from 'node:assert/strict';
import { htmlOf, machineOf, readFence } from '../src/plugins/fence.ts';
import { loadRenderer } from '../src/plugins/render.ts';
import { COLUMN_MACHINES } from './column-machines.ts';
import { machine, type HostPage } from './host-page.ts';
import type { TracklightDiagram } from '../src/diagram/diagram.ts';

/** Letters are never lower, but for the rounding of a browser. */
const LEAST_TEXT = 11 - 0.02;

/** A column as wide as its window lets it. */
export const COLUMN_STYLE = {
  head: '<link rel="stylesheet" href="column.css">',
  files: { 'column.css': 'main{max-width:none!important}' },
};

/** A machine with its pictures. @param words of its fence */
export async function pictured(id: string, source: string, words: string = ''): Promise<string> {
  const fence = readFence(`dygram live ${words}`);
  assert.ok(fence);
  return htmlOf(machineOf(fence, source, { line: null }, { render: await loadRenderer() }), ` id="${id}"`);
}

/** The elements of a page: each machine with its picture, and as it is drawn. */
export async function columns(names?: readonly string[]): Promise<string> {
  const machines = COLUMN_MACHINES.filter(([name]) => names?.includes(name) ?? true);
  const parts = machines.map(
    async ([name, source]) =>
      (await pictured(`pictured-${name}`, source)) + machine(`id="drawn-${name}" loading="eager"`, source),
  );
  return (await Promise.all(parts)).join('\n');
}

/** Waits until all machines that are drawn at once are. */
export const allDrawn = (host: HostPage) =>
  host.page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('[id^="drawn-"]')].every(({ dataset }) => dataset.state === 'ready'),
  );

/** Gives the column a width. @returns what is wrong in it, in words */
export async function problemsAt(host: HostPage, width: number): Promise<string[]> {
  await host.page.setViewportSize({ width: width + 2 * PADDING, height: 900 });
  await host.page.waitForFunction(() =>
    [...document.querySelectorAll('tracklight-machine')].every((element) => {
      const diagram = element.shadowRoot?.querySelector<TracklightDiagram>('tracklight-diagram');
      return !diagram || diagram.settled;
    }),
  );
  return host.page.evaluate(
    ({ width, least }) => {
      const problems: string[] = [];
      if (document.documentElement.scrollWidth > innerWidth)
        problems.push(`${width}: the page is wider than its window`);
      for (const element of document.querySelectorAll('tracklight-machine')) {
        const say = (text: string) => problems.push(`${width}: ${element.id}: ${text}`);
        const box = element.getBoundingClientRect();
        if (Math.abs(box.width - width) > 1) say(`is ${box.width} px wide`);
        const diagram = element.shadowRoot?.querySelector('tracklight-diagram');
        const shown = [...element.querySelectorAll('.tracklight-pictures > svg')].filter(
          (svg) => svg.getBoundingClientRect().width > 0,
        );
        const isPictured = element.id.startsWith('pictured-');
        if (isPictured && shown.length !== 1) say(`${shown.length} pictures are seen`);
        const root = isPictured ? shown[0] : diagram?.shadowRoot?.querySelector('.lens');
        let texts = 0;
        for (const text of root?.querySelectorAll('text') ?? []) {
          if (!text.textContent?.trim() || getComputedStyle(text).visibility === 'hidden') continue;
          texts += 1;
          const { a, b } = (text as SVGTextElement).getScreenCTM() ?? { a: 0, b: 0 };
          const height = Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
          if (height < least) say(`${height} px: ${text.textContent}`);
        }
        if (texts === 0) say('has no text');
      }
      return problems;
    },
    { width, least: LEAST_TEXT },
  );
}

/** Of the host's page, at each side. */
const PADDING = 16;
