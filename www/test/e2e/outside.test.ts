// Agents from outside the page: a remote model in the broker frame; a text from an address.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { COUNTER } from '../machines.ts';
import { OPEN, connect, provider, turn, type Provider } from './provider.ts';
import { openFrom, type Visitor, visit } from './visitor.ts';
import type { PageOptions, Visit } from '../browser.ts';
import type { FrameLocator, Page } from 'playwright-core';

const two =
  'context Counter { value: 0 }\n' +
  'task first { prompt: "Write 1" }\n' +
  'task second { prompt: "Write 2" }\n' +
  'first -writes-> Counter\n' +
  'second -writes-> Counter\n' +
  'first -> second\n';

const write = (value: number) =>
  turn('I write', [{ id: `w${value}`, name: 'write_Counter', input: { data: { value } } }]);

/** Chromium tells every refused answer in its console. */
const REFUSED = [/^console: /, /^answered 4/, /^request failed/];

async function withService(
  answer: Parameters<typeof provider>[0],
  { cors = OPEN, ...options }: PageOptions & { cors?: Record<string, string> },
  act: (visitor: Visitor, page: Page, service: Provider, visited: Visit) => Promise<unknown>,
) {
  const service = await provider(answer, { cors });
  try {
    await visit({ origins: [service.origin], ...options }, (visitor, page, visited) =>
      act(visitor, page, service, visited),
    );
  } finally {
    await service.close();
  }
}

const allow = (frame: FrameLocator) => frame.getByRole('button', { name: 'Allow for this machine' }).click();

test('a remote model writes the value in two turns; what it said is told again', () =>
  withService(
    (_, n) => (n === 0 ? write(1) : turn('Done.')),
    {},
    async (visitor, page, { origin, received }) => {
      await visitor.write(COUNTER);
      await visitor.shows('v0-0', '0');
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await visitor.shows('v0-0', '1');
      await visitor.hasClass('n1', 'r-completed');
      await frame.getByText('2 of 50 calls in this run · 200 tokens in, 14 out').waitFor();
      assert.deepEqual(
        received.map(({ path }) => path),
        ['/v1/chat/completions', '/v1/chat/completions'],
      );
      assert.equal(received[0]?.body.model, 'model-1');
      assert.match(received[0]?.body.messages[0].content, /Add 1 to Counter\.value/);
      assert.deepEqual(
        received[1]?.body.messages.slice(1).map((m: any) => [m.role, m.tool_call_id]),
        [
          ['assistant', undefined],
          ['tool', 'w1'],
        ],
      );
      await page.locator('.given', { hasText: 'LLM API reply' }).first().waitFor();
    },
  ));

test('Anthropic messages work as well', () =>
  withService(
    (_, n) => ({
      body: {
        content:
          n === 0
            ? [{ type: 'tool_use', id: 't1', name: 'write_Counter', input: { data: { value: 7 } } }]
            : [{ type: 'text', text: 'Done.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 5, output_tokens: 2 },
      },
    }),
    {},
    async (visitor, _page, { origin, received }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await frame.getByRole('combobox').selectOption('anthropic');
      await allow(frame);
      await visitor.step();
      await visitor.shows('v0-0', '7');
      await visitor.hasClass('n1', 'r-completed');
      assert.deepEqual([received[0]?.path, received[0]?.headers['x-api-key']], ['/v1/messages', 'secret-key-1']);
    },
  ));

test('Run goes on with each reply to the end', () =>
  withService(
    (_, n) => (n % 2 === 0 ? write(n / 2 + 1) : turn('Done.')),
    {},
    async (visitor, _page, { origin, received }) => {
      await visitor.write(two);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.press('run');
      await visitor.status().filter({ hasText: 'Completed' }).waitFor();
      await visitor.shows('v0-0', '2');
      assert.equal(received.length, 4);
    },
  ));

test('before consent the request is shown and waits; nothing has left', () =>
  withService(
    () => turn('Done.'),
    {},
    async (visitor, page, { origin, received }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await visitor.step();
      await frame.getByText('increment, path 1, turn 1').waitFor();
      await frame.getByLabel('Prompt and contexts').filter({ hasText: 'Add 1 to Counter.value' }).waitFor();
      await frame.getByText('Tools (3): read_Counter, write_Counter, request_context').waitFor();
      await page.getByText('Waiting for the connection.').waitFor();
      assert.equal(received.length, 0);
      await allow(frame);
      await visitor.hasClass('n1', 'r-completed');
      assert.equal(received.length, 1);
    },
  ));

test('401, then another try: the request waits with the reason on its card', () =>
  withService(
    (_, n) => (n === 0 ? { status: 401, body: { error: { message: 'Incorrect key' } } } : turn('Done.')),
    { expect: REFUSED },
    async (visitor, page, { origin }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await frame.getByRole('alert').filter({ hasText: 'rejected the API key (401): Incorrect key' }).waitFor();
      await page.locator('#panel').getByText('rejected the API key (401)').waitFor();
      await page.getByRole('button', { name: 'Hide' }).click();
      await page.locator('#panel').getByRole('button', { name: 'Try again' }).click();
      await visitor.hasClass('n1', 'r-completed');
    },
  ));

test('an error can be the reply: the machine catches it', () =>
  withService(
    () => ({ status: 429, headers: { 'retry-after': '20' }, body: { error: { message: 'slow down' } } }),
    { expect: REFUSED },
    async (visitor, _page, { origin }) => {
      await visitor.write('task risky { prompt: "Try" }\nstate failed "Error handler"\nrisky -catch-> failed\n');
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await frame.getByRole('alert').filter({ hasText: 'too many calls' }).waitFor();
      await frame.getByRole('button', { name: 'Reply with this error' }).click();
      await visitor.hasClass('n1', 'r-current');
    },
  ));

test('malformed arguments are an error of the reply', () =>
  withService(
    () => turn('', [{ name: 'write_Counter', input: '{"data": ' }]),
    {},
    async (visitor, page, { origin }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await visitor.hasClass('n1', 'r-failed');
      await page.locator('.given', { hasText: 'is not a JSON object' }).waitFor();
    },
  ));

test('an endpoint that refuses the null origin is named as such', () =>
  withService(
    () => turn('Done.'),
    { cors: {}, expect: REFUSED },
    async (visitor, _page, { origin }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await frame.getByRole('alert').filter({ hasText: 'does not allow calls from the origin "null"' }).waitFor();
    },
  ));

test('Cancel aborts the call, and a reply by hand takes its place', () =>
  withService(
    () => ({ hang: true }),
    {},
    async (visitor, page, { origin }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await frame.getByText('Calling the model for increment').waitFor();
      await frame.getByRole('button', { name: 'Cancel' }).click();
      await frame.getByRole('alert').filter({ hasText: 'Call canceled' }).waitFor();
      await page.getByRole('button', { name: 'Hide' }).click();
      await visitor.replyJson({ turns: [{ calls: [{ name: 'write_Counter', input: { data: { value: 3 } } }] }] });
      await visitor.shows('v0-0', '3');
      await frame.locator('body').filter({ hasText: 'No pending agent calls' }).waitFor({ state: 'attached' });
    },
  ));

test('a remote run is shared and replayed without the endpoint', async () => {
  let link = '';
  await withService(
    (_, n) => (n === 0 ? write(5) : turn('Done.')),
    {},
    async (visitor, page, { origin }) => {
      await visitor.write(COUNTER);
      const frame = await connect(visitor, origin);
      await allow(frame);
      await visitor.step();
      await visitor.hasClass('n1', 'r-completed');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.locator('.share-button').click();
      const box = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox').first();
      await box.waitFor();
      link = await box.inputValue();
    },
  );
  assert.equal(link.includes('secret-key-1'), false);
  await visit({ path: link.slice(link.indexOf('#')) }, async (visitor, page) => {
    await visitor.shows('v0-0', '5');
    await visitor.hasClass('n1', 'r-completed');
    await visitor.panel('Agent');
    assert.equal(await page.locator('.agent-mode').inputValue(), 'stub');
    assert.equal(await page.locator('iframe').count(), 0);
  });
});

test('closing the connection leaves the request waiting for a person', () =>
  withService(
    () => turn('Done.'),
    {},
    async (visitor, page, { origin, received }) => {
      await visitor.write(COUNTER);
      await connect(visitor, origin);
      await visitor.step();
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByText('The connection is closed, and an agent call is pending').waitFor();
      assert.equal(await page.locator('.agent-mode').inputValue(), 'manual');
      assert.equal(await page.locator('iframe').count(), 0);
      assert.equal(received.length, 0);
    },
  ));

let texts: Provider;

before(async () => {
  texts = await provider(({ path }) =>
    path === '/page.html'
      ? { headers: { 'content-type': 'text/html' }, body: '<p>' }
      : path === '/loom.dygram'
        ? { body: 'machine "Loom"\nstate warp\nstate weft\nwarp -> weft\n' }
        : { status: 404, body: 'no' },
  );
});

after(() => texts.close());

test('a text from an address: the host is named, the button is in the frame, and it opens as a new document', () =>
  visit({ origins: [texts.origin] }, async (visitor, page) => {
    const own = 'state mine\nstate yours\nmine -> yours\n';
    await visitor.write(own);
    await openFrom(page, 'Open from URL…');
    const dialog = page.getByRole('dialog', { name: 'Open from URL' });
    await dialog.getByLabel('URL (https)').fill(`${texts.origin}/loom.dygram`);
    const frame = page.frameLocator('iframe[title="Open from URL"]');
    await frame.getByText(`Fetches from ${new URL(texts.origin).host}`).waitFor();
    assert.equal(texts.received.length, 0);
    await frame.getByRole('button', { name: 'Fetch and open' }).click();
    await page.getByText('as a new machine').waitFor();
    assert.match(await visitor.source(), /machine "Loom"/);
    assert.equal(await page.locator('iframe').count(), 0);
    const [received] = texts.received;
    assert.deepEqual(
      [received?.method, received?.headers.cookie, received?.headers.referer, received?.headers.origin],
      ['GET', undefined, undefined, 'null'],
    );
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction((text) => (document.querySelector('tracklight-editor') as any).value === text, own);
  }));

test('what is no text is refused with the reason, and the document stays', () =>
  visit(
    { origins: [texts.origin], expect: REFUSED, path: `?src=${encodeURIComponent(`${texts.origin}/page.html`)}` },
    async (visitor, page) => {
      const dialog = page.getByRole('dialog', { name: 'Open from URL' });
      await dialog.waitFor();
      const frame = page.frameLocator('iframe[title="Open from URL"]');
      await frame.getByRole('button', { name: 'Fetch and open' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'This is a web page' }).waitFor();
      await dialog.getByLabel('URL (https)').fill(`${texts.origin}/nothing`);
      await frame.getByText('/nothing').waitFor();
      await frame.getByRole('button', { name: 'Fetch and open' }).click();
      await dialog.getByRole('alert').filter({ hasText: 'answered 404' }).waitFor();
      await dialog.getByLabel('URL (https)').fill('http://example.com/a');
      await dialog.getByRole('alert').filter({ hasText: 'Use an https URL' }).waitFor();
      await frame.locator('button[aria-disabled="true"]', { hasText: 'Fetch and open' }).waitFor();
      assert.match(await visitor.source(), /machine "Refund desk"/);
    },
  ));

test("?src= of another origin asks first; of the page's own it opens at once", async () => {
  const before = texts.received.length;
  await visit(
    { origins: [texts.origin], path: `?src=${encodeURIComponent(`${texts.origin}/loom.dygram`)}` },
    async (visitor, page) => {
      const frame = page.frameLocator('iframe[title="Open from URL"]');
      await frame.getByText('Fetches from').waitFor();
      assert.match(await visitor.source(), /machine "Refund desk"/);
      assert.equal(texts.received.length, before);
    },
  );
  await visit({ path: '?src=examples/counter.dygram' }, async (visitor, page) => {
    await page.getByText('as a new machine').waitFor();
    assert.match(await visitor.source(), /Counter/);
    assert.equal(await page.locator('iframe').count(), 0);
  });
});
