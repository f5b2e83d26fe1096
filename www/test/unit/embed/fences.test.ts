// Code blocks that ask for it become elements, in the forms that site builders write.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { upgradeIn, type UpgradeOptions } from '../../../src/embed/fences.ts';

function upgraded(html: string, options: UpgradeOptions = {}) {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  upgradeIn(document as unknown as Document, options);
  return document;
}

test('mdBook: the words of a fence are classes of its code', () => {
  const document = upgraded('<pre><code class="language-dygram live height=320 editable">init a\n</code></pre>');
  const element = document.querySelector('tracklight-machine');
  assert.equal(element?.getAttribute('height'), '320');
  assert.equal(element?.hasAttribute('editable'), true);
  assert.equal(element?.firstElementChild?.localName, 'pre');
  assert.equal(element?.textContent, 'init a\n');
});

test('MkDocs: keys are attributes of the block', () => {
  const document = upgraded('<pre class="dygram live" height="20rem" data-view="run"><code>init a</code></pre>');
  const element = document.querySelector('tracklight-machine');
  assert.equal(element?.getAttribute('height'), '20rem');
  assert.equal(element?.getAttribute('view'), 'run');
});

test('a fence without `live` stays a code block, and so does another language', () => {
  const document = upgraded(
    '<pre><code class="language-dygram">a</code></pre><pre><code class="language-js live">a</code></pre>',
  );
  assert.equal(document.querySelector('tracklight-machine'), null);
});

test('a fence cannot set what is not on the list, and is upgraded once', () => {
  const document = upgraded('<pre><code class="language-dygram live src=x onclick=x">a</code></pre>');
  upgradeIn(document as unknown as Document);
  assert.equal(document.querySelectorAll('tracklight-machine').length, 1);
  assert.deepEqual([...(document.querySelector('tracklight-machine')?.getAttributeNames() ?? [])], []);
});

test('blocks of Hugo, Jekyll and Sphinx are found, with what stands around them', () => {
  for (const [block, attributes] of [
    ['<div class="highlight"><pre><code class="language-dygram" data-lang="dygram">a</code></pre></div>', {}],
    [
      '<div class="live language-dygram highlighter-rouge" height="300"><div class="highlight">' +
        '<pre class="highlight"><code><span>a</span></code></pre></div></div>',
      { height: '300' },
    ],
    ['<div class="highlight-dygram notranslate"><div class="highlight"><pre><span></span>a</pre></div></div>', {}],
  ] as const) {
    const document = upgraded(block, { all: true, page: '/play/' });
    const element = document.querySelector('tracklight-machine');
    assert.equal(document.querySelectorAll('tracklight-machine').length, 1, block);
    assert.equal(element?.firstElementChild?.localName, 'pre');
    assert.equal(element?.textContent, 'a');
    assert.deepEqual(Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value])), {
      ...attributes,
      page: '/play/',
    });
    assert.equal(upgraded(block).querySelector('tracklight-machine') !== null, /\blive\b/.test(block));
  }
});

test('blocks among others and blocks with line numbers stay as they are', (context) => {
  const { mock } = context.mock.method(console, 'warn', () => {});
  const document = upgraded(
    '<div class="language-dygram live"><pre>a</pre><pre>b</pre></div>' +
      '<pre class="dygram live"><span class="linenos">1</span>a</pre>',
  );
  assert.equal(document.querySelector('tracklight-machine'), null);
  assert.equal(mock.callCount(), 1);
  assert.match(String(mock.calls[0]?.arguments[0]), /line numbers are part of this code block/);
});

test('the id of a block is that of its machine, but for one of a builder; a caption needs no value', () => {
  const document = upgraded(
    '<pre class="dygram live" id="door"><code>init a</code></pre><pre class="dygram live" id="__code_1"><code>init ' +
      'a</code></pre><pre><code class="language-dygram live id=gate caption page=https://play.example/">a</code></pre>',
  );
  const [door, own, gate] = document.querySelectorAll('tracklight-machine');
  assert.equal(document.querySelectorAll('#door').length, 1);
  assert.equal(door?.id, 'door');
  assert.equal(own?.hasAttribute('id'), false);
  assert.equal(own?.firstElementChild?.id, '__code_1');
  assert.deepEqual(
    ['id', 'caption', 'page'].map((name) => gate?.getAttribute(name)),
    ['gate', '', 'https://play.example/'],
  );
});
