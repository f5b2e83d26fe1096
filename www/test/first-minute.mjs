// The first minute of a visitor, by mouse and keyboard, in any browser: open, run, step back, edit a value, share,
// open the link that was shared, and go on writing there.

import assert from 'node:assert/strict';

/** @typedef {import('./other-browsers.mjs').Tab} Tab */

/** @param {Tab} tab with the page open @param {string} url of the page */
export async function firstMinute(tab, url) {
  await drawn(tab);
  assert.equal(await celsius(tab), '20');

  await press(tab, 'run');
  await tab.waitForFunction(() => {
    const { state } = /** @type {any} */ (document.querySelector('tracklight-app'));
    return !state.running && !state.controls.step.enabled;
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

  await tab.click({ css: '[role="tab"]', text: 'Contexts' });
  await tab.click({ css: '#panel button[aria-label^="Edit Water.celsius"]' });
  await tab.waitForFunction(() => document.activeElement?.matches('form.edit input'));
  await tab.driver.press('a', { control: true });
  await tab.driver.type('99');
  await tab.driver.press('Enter');
  await tab.waitForFunction(() => !document.querySelector('form.edit'));
  await tab.waitForFunction(celsiusIs, '99');

  await tab.click({ css: '.share-button' });
  const link = await tab.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.share .form input'))?.value);
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
  await tab.waitForFunction(() => [.../** @type {any} */ (document.querySelector('tracklight-diagram')).shadowRoot.querySelectorAll('.node text')].some((one) => one.textContent.trim() === 'cooled'));
  assert.equal(await text(tab), `${source}\nstate cooled`);
}

/** @param {Tab} tab */
const drawn = (tab) => tab.waitForFunction(() => {
  const { state } = /** @type {any} */ (document.querySelector('tracklight-app')) ?? {};
  const diagram = /** @type {any} */ (document.querySelector('tracklight-diagram'));
  return state?.run && !state.running && state.picture?.machine === state.run.view.machineHash && diagram?.settled && diagram.shadowRoot.querySelector('.node') !== null;
});

/** Presses a control of the run bar. @param {Tab} tab @param {string} name */
const press = (tab, name) => tab.click({ css: `[data-control="${name}"][aria-disabled="false"]` });

/** What the drawing shows as temperature. @param {Tab} tab */
const celsius = (tab) => tab.evaluate(() => /** @type {any} */ (document.querySelector('tracklight-diagram')).shadowRoot.querySelector('[id="a_v1-0"] text')?.textContent.trim());
const celsiusIs = (/** @type {string} */ value) => /** @type {any} */ (document.querySelector('tracklight-diagram')).shadowRoot.querySelector('[id="a_v1-0"] text')?.textContent.trim() === value;
const celsiusIsNot = (/** @type {string} */ value) => /** @type {any} */ (document.querySelector('tracklight-diagram')).shadowRoot.querySelector('[id="a_v1-0"] text')?.textContent.trim() !== value;

/** @param {Tab} tab @param {string} css */
const count = (tab, css) => tab.evaluate((selector) => document.querySelectorAll(selector).length, css);

/** Where the run stands, on whichever branch: a link holds one. @param {Tab} tab */
const position = (tab) => tab.evaluate(() => {
  const { tick, action } = /** @type {any} */ (document.querySelector('tracklight-app')).state.run.position;
  return `${tick}.${action}`;
});

const positionIsNot = (/** @type {string} */ before) => {
  const { tick, action } = /** @type {any} */ (document.querySelector('tracklight-app')).state.run.position;
  return `${tick}.${action}` !== before;
};

/** The source as the editor holds it. @param {Tab} tab @returns {Promise<string>} */
const text = (tab) => tab.evaluate(() => /** @type {any} */ (document.querySelector('tracklight-editor')).value);
