// Code blocks that ask for it become elements, in the forms that site builders write.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { upgradeIn } from '../../../src/embed/fences.ts';

function upgraded(html: string) {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  upgradeIn(document as unknown as Document);
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
