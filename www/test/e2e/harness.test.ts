// The other browser tests pass only because nothing was reported; these show that it would have been.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { withPage } from '../browser.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tracklight-harness-'));
});

after(() => rm(folder, { recursive: true }));

async function open(script: string, head: string = '') {
  await writeFile(join(folder, 'page.js'), `${script};\ndocument.documentElement.dataset.ran = '';`);
  await writeFile(
    join(folder, 'worker.js'),
    "Promise.reject(new Error('lost in the worker')); setTimeout(() => postMessage(''), 0)",
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>t</title>${head}</head>
    <body><script type="module" src="page.js"></script></body></html>`,
  );
  await withPage({ folder }, (page) => page.locator('html[data-ran]').waitFor({ state: 'attached' }));
}

test('a quiet page passes', () => open(''));

const cases: [name: string, script: string, problem: RegExp, head?: string][] = [
  ['a console error', "console.error('broken')", /console: broken/],
  ['an uncaught error', "setTimeout(() => { throw new Error('thrown late') }, 0)", /uncaught: .*thrown late/],
  ['an unhandled rejection', "Promise.reject(new Error('lost'))", /uncaught: .*lost/],
  ['an inline style', '', /policy: style-src-elem inline/, '<style>p { color: red }</style>'],
  ['a string turned into script', "try { Function('1')() } catch {}", /policy: /],
  [
    'a string turned into markup',
    "try { document.body.innerHTML = '<b>x</b>' } catch {}",
    /policy: require-trusted-types-for/,
  ],
  ['a request to another origin', "await fetch('http://example.invalid/').catch(() => 0)", /example\.invalid/],
  ['an image from another origin', '', /example\.invalid/, '<link rel="icon" href="http://example.invalid/a.png">'],
  ['a missing file', "await fetch('nowhere.json')", /answered 404: .*nowhere\.json/],
  [
    'an unhandled rejection in a worker',
    `const policy = trustedTypes.createPolicy('tracklight', { createScriptURL: (url) => url });
     const worker = new Worker(policy.createScriptURL('worker.js'));
     await new Promise((done) => worker.addEventListener('message', done))`,
    /lost in the worker/,
  ],
];

for (const [name, script, problem, head] of cases) {
  test(`${name} fails the test`, () => assert.rejects(open(script, head), problem));
}

test('the viewport, the colours and the touch screen are as asked for', async () => {
  await open('');
  const options = { folder, viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const, touch: true };
  const seen = await withPage(options, (page) =>
    page.evaluate(() => [
      innerWidth,
      matchMedia('(prefers-color-scheme: dark)').matches,
      matchMedia('(pointer: coarse)').matches,
    ]),
  );
  assert.deepEqual(seen, [360, true, true]);
});
