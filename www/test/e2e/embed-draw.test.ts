// Editing an embedded machine by its drawing: only where the element is `editable`, and loaded no sooner than somebody
// points at it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { machine, withHost, type HostPage } from '../host-page.ts';

const SOURCE = 'task assess { prompt: "Look" }\ntask answer\ncontext Ticket { subject<string> }\n\nassess -> answer\n';

const inside = (host: HostPage, selector: string) => host.page.locator(`#a ${selector}`);
const card = (host: HostPage, id: string) => inside(host, `[id="${id}"]`);
const field = (host: HostPage) => inside(host, '.gestures input[type="text"]');

/** Waits until the element has told of such a text, edited in it. */
const changedTo = (host: HostPage, text: string) =>
  host.page.waitForFunction(
    (text) =>
      (globalThis as any).received.findLast(({ name }: any) => name === 'change')?.detail.source === text &&
      (globalThis as any).received.findLast(({ name }: any) => name === 'change')?.detail.origin === 'edit',
    text,
  );

function scriptsOf(urls: string[]) {
  return urls.map((url) => new URL(url).pathname).filter((path) => /drawing-edits.*\.js$/.test(path)).length;
}

test('an editable machine grows by its drawing with mouse and keys, and one key undoes each change', async () => {
  const urls: string[] = [];
  await withHost(
    machine('id="a" loading="eager" height="420" editable', SOURCE),
    async (host) => {
      await host.call('a', 'ready');
      assert.equal(scriptsOf(urls), 0);
      await card(host, 'n1').hover({ position: { x: 20, y: 10 } });
      await inside(host, '.plus:not([hidden])').click();
      assert.equal(scriptsOf(urls), 1);
      await field(host).fill('Send it');
      await field(host).press('Enter');
      const grown = SOURCE.replace('task answer\n', 'task answer\ntask send_it "Send it"\n').replace(
        'assess -> answer\n',
        'assess -> answer\nanswer -> send_it\n',
      );
      await changedTo(host, grown);
      // The focus goes to the new card when that is drawn.
      await host.page.waitForFunction(() => {
        const diagram = document.getElementById('a')?.shadowRoot?.activeElement;
        return diagram?.shadowRoot?.activeElement?.id === 'n2';
      });
      await host.page.keyboard.press('F2');
      await field(host).fill('reply');
      await field(host).press('Enter');
      await changedTo(host, grown.replaceAll('send_it', 'reply'));
      await card(host, 'n0').focus();
      await host.page.keyboard.press('Control+z');
      await changedTo(host, grown);
      await host.page.keyboard.press('Control+z');
      await changedTo(host, SOURCE);
      await host.page.keyboard.press('Control+Shift+z');
      await changedTo(host, grown);
    },
    { before: async (page) => void page.on('request', (one) => urls.push(one.url())) },
  );
});

test('beside the source, the drawing and the editor have one history', () =>
  withHost(machine('id="a" loading="eager" height="420" view="split" editable', SOURCE), async (host) => {
    await host.call('a', 'ready');
    await inside(host, '.cm-content').waitFor();
    await card(host, 'n1').focus();
    await host.page.keyboard.press('Delete');
    await changedTo(host, SOURCE.replace('task answer\n', '').replace('\nassess -> answer\n', ''));
    await inside(host, '.cm-content').click();
    await host.page.keyboard.press('Control+z');
    await changedTo(host, SOURCE);
  }));

test('a machine without nodes begins with its first step', () =>
  withHost(machine('id="a" loading="eager" height="420" editable', 'machine "Desk"\n'), async (host) => {
    await host.call('a', 'ready');
    await inside(host, '.first-step').click();
    await field(host).fill('assess');
    await field(host).press('Enter');
    await changedTo(host, 'machine "Desk"\n\ntask assess\n');
    await inside(host, '.first-step').waitFor({ state: 'detached' });
    await card(host, 'n0').waitFor();
  }));

test('without `editable` nothing of it shows or loads, and a double click selects', async () => {
  const urls: string[] = [];
  await withHost(
    machine('id="a" loading="eager" height="420"', SOURCE),
    async (host) => {
      await host.call('a', 'ready');
      await card(host, 'n1').dblclick({ position: { x: 20, y: 10 } });
      await card(host, 'n1').press('Enter');
      await host.page.keyboard.press('Delete');
      await host.call('a', 'step');
      assert.equal(await inside(host, '.gestures').count(), 0);
      assert.equal(scriptsOf(urls), 0);
      const received = await host.received();
      assert.ok(received.some(({ name, detail }) => name === 'select' && detail.id === 'answer'));
      assert.ok(!received.some(({ name, detail }) => name === 'change' && detail.origin === 'edit'));
    },
    { before: async (page) => void page.on('request', (one) => urls.push(one.url())) },
  );
});

test('by touch the bar of the selected card connects by a tap', () =>
  withHost(
    machine('id="a" loading="eager" height="520" editable', SOURCE),
    async (host) => {
      await host.call('a', 'ready');
      await card(host, 'n1').tap({ position: { x: 20, y: 10 } });
      const bar = inside(host, '.gestures .bar');
      await bar.getByRole('button', { name: 'Connect' }).tap();
      await inside(host, '.picking').waitFor();
      await card(host, 'n0').tap({ position: { x: 20, y: 10 } });
      await changedTo(host, SOURCE.replace('assess -> answer\n', 'assess -> answer\nanswer -> assess\n'));
      await bar.getByRole('button', { name: 'Next step' }).waitFor();
      const heights = await bar.locator('button').evaluateAll((all) => all.map((one) => one.clientHeight));
      assert.ok(
        heights.every((height) => height >= 44),
        heights.join(),
      );
    },
    { viewport: { width: 390, height: 844 }, touch: true },
  ));
