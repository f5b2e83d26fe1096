// Agents from outside the page: the host's own function; a text from an address.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTER } from '../machines.ts';
import { visit } from './visit.ts';
import type { Page } from 'playwright-core';

const setAgent = (page: Page, body: string) =>
  page.evaluate((text) => {
    const app = document.querySelector('tracklight-app') as any;
    app.seen = [];
    const agents = {
      writes: async (request: any) => {
        app.seen.push(request.node);
        return { turns: [{ calls: [{ name: 'write_Counter', input: { data: { value: 9 } } }] }] };
      },
      wakes: async ({ attempt, delayMs }: any) => {
        app.seen.push([attempt, delayMs]);
        if (attempt < 2) throw new Error('the model is asleep');
        return { turns: [{ calls: [{ name: 'write_Counter', input: { data: { value: 9 } } }] }] };
      },
      throws: () => {
        throw new Error('the model is asleep');
      },
      hangs: (_: any, { signal }: any) =>
        new Promise(() => signal.addEventListener('abort', () => app.seen.push('aborted'))),
      nonsense: () => 42,
    } as Record<string, any>;
    app.agent = agents[text] ?? null;
  }, body);

test("the host's own agent is a mode while it is set, and its replies are recorded", () =>
  visit({ source: COUNTER }, async (visitor, page) => {
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode option[value="custom"]').count(), 0);
    await setAgent(page, 'writes');
    await page.locator('.agent-mode option[value="custom"]').waitFor({ state: 'attached' });
    assert.equal(await page.locator('.agent-mode').inputValue(), 'stub');
    await visitor.agents('Custom');
    await visitor.step();
    await visitor.shows('v0-0', '9');
    await page.locator('.given', { hasText: 'reply from this page' }).waitFor();
    assert.deepEqual(await page.evaluate(() => (document.querySelector('tracklight-app') as any).seen), ['increment']);
  }));

for (const [name, words] of [
  ['throws', 'the model is asleep'],
  ['hangs', 'the agent did not reply within 50 ms'],
  ['nonsense', 'did not return a reply'],
] as const) {
  test(`a host's agent that ${name}: the path fails with its message`, () =>
    visit({ source: COUNTER }, async (visitor, page) => {
      await page.evaluate(() => document.querySelector('tracklight-app')?.setAttribute('agent-timeout', '50'));
      await setAgent(page, name);
      await visitor.agents('Custom');
      await visitor.step();
      await visitor.hasClass('n1', 'r-failed');
      await page.locator('.given', { hasText: words }).waitFor();
      if (name === 'hangs')
        await page.waitForFunction(() => (document.querySelector('tracklight-app') as any).seen.includes('aborted'));
    }));
}

test("a host's agent is asked again after the wait that the core names, which the card tells", () =>
  visit({ source: COUNTER.replace('increment {', 'increment @retry(1) {') }, async (visitor, page) => {
    await setAgent(page, 'wakes');
    await visitor.agents('Custom');
    // Looked for from before its second begins.
    const reported = page.waitForFunction(() =>
      document.querySelector('#panel')?.textContent?.includes('Trying again in 1 s.'),
    );
    await visitor.press('step');
    await reported;
    await visitor.shows('v0-0', '9');
    assert.deepEqual(await page.evaluate(() => (document.querySelector('tracklight-app') as any).seen), [
      [1, 0],
      [2, 1000],
    ]);
  }));

test('once the text of ?src= is edited, a reload brings the edited text, not the fetched one', () =>
  visit({ path: '?theme=x&src=examples/counter.dygram' }, async (visitor, page) => {
    await page.getByText('as a new machine').waitFor();
    assert.match(page.url(), /src=/);
    await visitor.write('machine "Mine"\nstate a\nstate b\na -> b\n');
    await page.waitForFunction(() => location.search === '?theme=x');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.reload();
    await visitor.ready();
    await page.locator('.top .title', { hasText: 'Mine' }).waitFor();
    assert.match(await visitor.source(), /machine "Mine"/);
  }));
