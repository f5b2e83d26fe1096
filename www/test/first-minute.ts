// The first minute of a visitor, by mouse and keyboard, in any browser: open, run, step back, edit a value, share,
// open the link that was shared, and go on writing there.

import assert from 'node:assert/strict';
import type { Tab } from './other-browsers.ts';

/** @param tab with the page open @param url of the page */
export async function firstMinute(tab: Tab, url: string) {
  await drawn(tab);
  assert.equal(await celsius(tab), '20');

  await press(tab, 'run');
  await tab.waitForFunction(() => {
    const { state } = document.querySelector('tracklight-app') as any;
    return !state.run.isRunning && !state.run.controls.step.enabled;
  });
  const end = await celsius(tab);
  const rows = await count(tab, '.ticks li');
  assert.ok(Number(end) >= 100 && rows > 3, `the kettle ends at ${end} after ${rows} rows`);

  // Back over the last edge, and over the work before it.
  for (let i = 0; i < 2; i += 1) {
    const before = await position(tab);
    await press(tab, 'back');
    await tab.waitForFunction(positionIsNot, before);
  }
  await tab.waitForFunction(celsiusIsNot, end);

  await tab.click({ css: '#panel-button-contexts' });
  await tab.click({ css: '#panel button[aria-label^="Edit Water.celsius"]' });
  await tab.waitForFunction(() => document.activeElement?.matches('form.edit input'));
  await tab.driver.press('a', { control: true });
  await tab.driver.type('99');
  await tab.driver.press('Enter');
  await tab.waitForFunction(() => !document.querySelector('form.edit'));
  await tab.waitForFunction(celsiusIs, '99');

  await tab.click({ css: '.share-button' });
  const link = await tab.waitForFunction(
    () => (document.querySelector('.is-share textarea') as HTMLTextAreaElement | null)?.value,
  );
  assert.ok(link?.startsWith(`${url}#t1.`), String(link));
  const [source, at] = [await text(tab), await position(tab)];

  await tab.open(String(link));
  await drawn(tab);
  await tab.waitForFunction(celsiusIs, '99');
  assert.equal(await text(tab), source);
  assert.equal(await position(tab), at);

  await tab.click({ css: '.cm-content' });
  await tab.driver.press('End', { control: true });
  await tab.driver.type('\nstate cooled');
  await tab.waitForFunction(() =>
    [...(document.querySelector('tracklight-diagram') as any).shadowRoot.querySelectorAll('.node text')].some(
      (one) => one.textContent.trim() === 'cooled',
    ),
  );
  assert.equal(await text(tab), `${source}\nstate cooled`);
}

const drawn = (tab: Tab) =>
  tab.waitForFunction(() => {
    const { state } = (document.querySelector('tracklight-app') as any) ?? {};
    const diagram = document.querySelector('tracklight-diagram') as any;
    return (
      state?.run.snapshot &&
      !state.run.isRunning &&
      state.picture?.machine === state.run.snapshot.view.machineHash &&
      diagram?.settled &&
      document.querySelector('tracklight-editor') !== null &&
      diagram.shadowRoot.querySelector('.node') !== null
    );
  });

/** Presses a control of the run bar. */
const press = (tab: Tab, name: string) => tab.click({ css: `[data-control="${name}"][aria-disabled="false"]` });

/** What the drawing shows as temperature. */
const celsius = (tab: Tab) =>
  tab.evaluate(() =>
    (document.querySelector('tracklight-diagram') as any).shadowRoot
      .querySelector('[id="a_v1-0"] text')
      ?.textContent.trim(),
  );
const celsiusIs = (value: string) =>
  (document.querySelector('tracklight-diagram') as any).shadowRoot
    .querySelector('[id="a_v1-0"] text')
    ?.textContent.trim() === value;
const celsiusIsNot = (value: string) =>
  (document.querySelector('tracklight-diagram') as any).shadowRoot
    .querySelector('[id="a_v1-0"] text')
    ?.textContent.trim() !== value;

const count = (tab: Tab, css: string) => tab.evaluate((selector) => document.querySelectorAll(selector).length, css);

/** Where the run stands, on whichever branch: a link holds one. */
const position = (tab: Tab) =>
  tab.evaluate(() => {
    const { tick, action } = (document.querySelector('tracklight-app') as any).state.run.snapshot.position;
    return `${tick}.${action}`;
  });

const positionIsNot = (before: string) => {
  const { tick, action } = (document.querySelector('tracklight-app') as any).state.run.snapshot.position;
  return `${tick}.${action}` !== before;
};

/** The source as the editor holds it. */
const text = (tab: Tab): Promise<string> =>
  tab.evaluate(() => (document.querySelector('tracklight-editor') as any).value);
