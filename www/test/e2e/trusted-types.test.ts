// Host pages with Trusted Types: the element needs its own three policies, and leaves their names to the host's
// libraries.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HOST_POLICY, machine, withHost, type HostPage } from '../host-page.ts';

const OURS = 'trusted-types tracklight tracklight#lit tracklight#dompurify';
const library = (path: string) => readFileSync(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8');

/** Runs, and exports what it drew. */
async function works(host: HostPage) {
  assert.equal((await host.call('a', 'step', 2)).tick, 2);
  assert.match(await host.call('a', 'exportSVG'), /<svg[^>]*>[\s\S]*>60</);
}

test('the three policies are all that an element needs, in every view', async () => {
  assert.ok(HOST_POLICY.includes(OURS) && HOST_POLICY.includes("require-trusted-types-for 'script'"));
  for (const view of ['diagram', 'split', 'run'])
    await withHost(machine(`id="a" loading="eager" view="${view}"`), works);
});

/** A host that renders with a lit and a DOMPurify of its own. */
const HOST = `
import { html, render } from './lit-html.js';
import DOMPurify from './purify.js';
const own = document.createElement('p');
own.id = 'own';
document.body.append(own);
render(html\`<b>\${'lit'}</b>\`, own);
own.append(DOMPurify.sanitize('<i><x-y>pure</x-y></i>', { RETURN_DOM_FRAGMENT: true }));
document.documentElement.dataset.host = 'done';
`;
const files = {
  'lit-html.js': library('lit-html/lit-html.js'),
  'purify.js': library('dompurify/dist/purify.es.mjs'),
  'host.js': HOST,
};
const policy = HOST_POLICY.map((directive) => (directive === OURS ? `${OURS} lit-html dompurify` : directive));

async function hostWorks({ page }: HostPage) {
  const own = page.locator('#own');
  await page.locator('html[data-host="done"]').waitFor({ state: 'attached' });
  assert.deepEqual([await own.locator('b').innerText(), await own.locator('i').innerHTML()], ['lit', 'pure']);
}

test('a host whose lit and DOMPurify came first keeps them, and the element works', () =>
  withHost(
    machine('id="a"'),
    async (host) => {
      await hostWorks(host);
      await works(host);
    },
    {
      policy,
      files,
      script: '<script type="module" src="host.js"></script><script type="module" src="embed/define.js"></script>',
    },
  ));

test('a host whose lit and DOMPurify come later has their policies too', () =>
  withHost(
    machine('id="a" loading="eager"'),
    async (host) => {
      await works(host);
      await host.page.evaluate(() => import(String('./host.js')));
      await hostWorks(host);
      await host.call('a', 'step');
    },
    { policy, files },
  ));
