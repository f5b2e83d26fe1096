// What the page in Node fails and forgets: what no user should meet fails the visit that made it, and nothing of one
// visit reaches the next.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atStep, visit } from './visit.ts';

test('a console error fails the visit that made it', async () => {
  await assert.rejects(
    visit({}, async () => console.error('out of cheese')),
    /console: out of cheese/,
  );
  await visit({}, async (_visitor, _page, { problems }) => assert.deepEqual(problems, []));
});

test('an unhandled rejection fails the visit that made it', async () => {
  await assert.rejects(
    visit({}, async () => void Promise.reject(new Error('nobody waits for this'))),
    /uncaught: Error: nobody waits for this/,
  );
  await visit({}, async (_visitor, _page, { problems }) => assert.deepEqual(problems, []));
});

test('an error of a listener or a timer fails the visit that made it', async () => {
  const fail = () => {
    throw new Error('thrown by the page');
  };
  await assert.rejects(
    visit({}, async () => {
      document.body.addEventListener('click', fail);
      document.body.click();
    }),
    /thrown by the page/,
  );
  await assert.rejects(
    visit({}, async (visitor, page) => {
      setTimeout(fail, 0);
      await visitor.step();
      await page.locator('.ticks').waitFor();
    }),
    /uncaught: Error: thrown by the page/,
  );
});

test('a request to another place fails the visit that made it', async () => {
  await assert.rejects(
    visit({}, async () => {
      await fetch('https://example.org/machine.dygram').catch(() => {});
    }),
    /request to another place: https:\/\/example\.org\/machine\.dygram/,
  );
  await assert.rejects(
    visit({}, async () => {
      await fetch('src/main.ts').catch(() => {});
    }),
    /request to another place: src\/main\.ts/,
  );
});

test('a problem that is expected does not fail a visit', () =>
  visit({ expect: [/out of cheese/] }, async (_visitor, _page, { problems }) => {
    console.error('out of cheese');
    assert.equal(problems.length, 1);
  }));

test('the problem of the page is told with what a test waited for in vain', () =>
  assert.rejects(
    visit({}, async (_visitor, page) => {
      console.error('out of cheese');
      await page.locator('.nowhere').waitFor({ timeout: 1 });
    }),
    /visible \.nowhere[^]*out of cheese/,
  ));

test('what is stored, listened to, opened and chosen in one visit does not reach the next', async () => {
  let received = 0;
  let left = false;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  await visit({ colorScheme: 'dark', viewport: { width: 390, height: 844 }, touch: true }, async (visitor, page) => {
    assert.equal(document.documentElement.dataset.theme, 'dark');
    await visitor.pane('Code');
    await visitor.write('machine "Left behind"\nstate a\n');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor({ state: 'attached' });
    localStorage.setItem('left', 'behind');
    for (const target of [window, document, dark]) target.addEventListener('change', () => (received += 1));
    location.hash = '#example=quiz';
    document.body.dataset.left = 'behind';
    await visitor.holds(/Quiz|quiz/);
    await visitor.dialog('Settings');
    setTimeout(() => (received += left ? 1 : 0), 100);
  });
  left = true;
  await visit({ path: '' }, async (visitor, page) => {
    for (const target of [window, document, dark]) target.dispatchEvent(new Event('change'));
    assert.equal(document.documentElement.dataset.theme, 'light');
    assert.equal(localStorage.getItem('left'), null);
    assert.equal(document.body.dataset.left, undefined);
    assert.equal(page.url(), 'http://localhost/');
    assert.equal(await page.locator('dialog').count(), 0);
    assert.equal(await page.getByRole('navigation', { name: 'Panes' }).isVisible(), false);
    assert.match(await visitor.source(), /machine "Refund desk"/);
    const machines = await visitor.machines();
    await machines.locator('.hint').waitFor();
    assert.equal(await page.getByText('Left behind').count(), 0);
    assert.equal(received, 0);
  });
});

test('a page that is opened again keeps what it stored', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('machine "Kept"\nstate a\n');
    await page.locator('.kept', { hasText: /^Saved$/ }).waitFor();
    await page.reload();
    await visitor.ready();
    await visitor.holds('machine "Kept"\nstate a\n');
  }));

test('a run begins at a step, of an example or of a text, and with the agents that are wanted', async () => {
  const source = 'init a\ntask t { prompt: "Go" }\nend z\na -> t\nt -> z\n';
  await visit({ path: '#example=ferries', at: 1 }, async (visitor, page) => {
    await atStep(page, 1);
    await visitor.step();
    await atStep(page, 2);
  });
  await visit({ source, at: 2 }, async (visitor, page) => {
    await atStep(page, 2);
    await visitor.hasClass('n2', 'r-current');
  });
  await visit({ source, at: 1, mode: 'manual' }, async (visitor) => {
    await visitor.step();
    await visitor.status().filter({ hasText: 'Waiting for your reply.' }).waitFor();
  });
});

test('what is acted on is one element', () =>
  visit({}, async (_visitor, page) => {
    await assert.rejects(page.getByRole('button').click(), /strict mode, \d+ elements:\n {2}<button/);
    await assert.rejects(page.getByRole('button').waitFor(), /strict mode/);
    await page.getByRole('button').first().waitFor();
  }));

test('a wait that never comes fails with what was waited for and what is there', () =>
  visit({}, async (visitor, page) => {
    await assert.rejects(
      visitor.status().filter({ hasText: 'Completed' }).waitFor({ timeout: 1 }),
      /visible \.status-row hasText="Completed": there is none; there is\n[^]*Step 0\. Path 1 is ready at begin\./,
    );
    await assert.rejects(
      page.locator('tracklight-diagram .map').waitFor({ timeout: 1 }),
      /visible tracklight-diagram \.map: it is not seen\n {2}<div class="map"/,
    );
    await assert.rejects(
      page.waitForFunction((n) => document.querySelectorAll('.node').length === n, 99, { timeout: 1 }),
      /it gives false for 99/,
    );
  }));

test('what a user could not act on is waited for', () =>
  visit({}, async (visitor, page) => {
    const soon = { timeout: 1 };
    const button = document.body.appendChild(document.createElement('button'));
    button.textContent = 'Try me';
    const one = page.getByRole('button', { name: 'Try me' });
    button.disabled = true;
    await assert.rejects(one.click(soon), /it is off/);
    button.disabled = false;
    button.hidden = true;
    await assert.rejects(page.locator('button', { hasText: 'Try me' }).click(soon), /it is not seen/);
    button.hidden = false;
    await visitor.dialog('Settings');
    await assert.rejects(one.click(soon), /it is behind a dialog/);
    await visitor.close();
    await one.click(soon);
  }));

test('what needs a place says that it needs a browser', () =>
  visit({}, async (_visitor, page) => {
    assert.throws(() => page.locator('body').boundingBox(), /needs a browser/);
    assert.throws(() => page.screenshot(), /needs a browser/);
    await assert.rejects(page.mouse.move(10, 10), /needs a browser/);
  }));

test('style sheets hide what they hide: by the width of the window, on paper, in the drawing', () =>
  visit({}, async (visitor, page) => {
    const panes = page.getByRole('navigation', { name: 'Panes' });
    assert.equal(await panes.isVisible(), false);
    await page.setViewportSize({ width: 390, height: 844 });
    await panes.waitFor();
    await page.emulateMedia({ media: 'print' });
    await panes.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await visitor.pane('Diagram');
    const dot = page.locator('.status-row > .dot');
    assert.equal(await dot.isVisible(), true);
    document.querySelector('.status-row')?.setAttribute('data-state', 'welcome');
    assert.equal(await dot.isVisible(), false);
  }));

test('texts, roles and names are those of the page', () =>
  visit({}, async (_visitor, page) => {
    document.body.insertAdjacentHTML(
      'beforeend',
      '<form aria-label="F"><label>Name <input value="x"></label><p>One  <b>two</b>\n three</p><p>four</p>' +
        '<div hidden><button>Go</button></div>' +
        '<button type="button"><span>Go</span> <kbd aria-hidden="true">G</kbd></button></form>',
    );
    const form = page.getByRole('form', { name: 'F', exact: true });
    assert.equal(await form.locator('p').first().innerText(), 'One two three');
    assert.match(await form.innerText(), /One two three\n\nfour/);
    assert.equal(await form.getByLabel('name').inputValue(), 'x');
    assert.equal(await form.getByText('two three').count(), 1);
    assert.equal(await form.getByText('two', { exact: true }).evaluate((one) => one.localName), 'b');
    assert.equal(await form.getByText(/tw/).evaluate((one) => one.localName), 'b');
    assert.equal(await form.getByRole('button', { name: 'Go', exact: true }).count(), 1);
    assert.equal(await page.locator('form p', { hasText: 'one TWO' }).count(), 1);
    assert.equal(await page.locator('body p', { hasNotText: 'four' }).and(page.locator('form > p')).count(), 1);
  }));

test('keys edit a field, submit its form, and move the focus', () =>
  visit({}, async (_visitor, page) => {
    const reported: string[] = [];
    document.body.insertAdjacentHTML('beforeend', '<form id="f"><input><button>Send</button></form>');
    const form = document.getElementById('f') as HTMLFormElement;
    form.addEventListener('change', () => reported.push('change'));
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      reported.push('submit');
    });
    const field = page.locator('#f input');
    await field.fill('abd');
    await field.press('ArrowLeft');
    await page.keyboard.type('c');
    await page.keyboard.press('End');
    await page.keyboard.press('Backspace');
    assert.equal(await field.inputValue(), 'abc');
    await page.keyboard.press('Enter');
    assert.deepEqual(reported, ['change', 'submit']);
    await page.keyboard.press('Tab');
    assert.equal(document.activeElement?.textContent, 'Send');
    await page.keyboard.press('Space');
    assert.deepEqual(reported, ['change', 'submit', 'submit']);
  }));
