// The frame and the element as HTML.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { elementSnippet, frameSnippet } from '../../../src/link/snippets.ts';

const PAGE = 'https://play.example/tracklight/?src=x#old';

test('a frame names the page with its fragment, its title escaped', () => {
  const text = frameSnippet(PAGE, '#t1.aYQ', 'A "b" <c>');
  assert.match(text, /src="https:\/\/play\.example\/tracklight\/\?embed=1#t1\.aYQ"/);
  assert.match(text, /title="Machine: A &quot;b&quot; &lt;c&gt;"/);
  assert.match(
    text,
    /sandbox="allow-scripts allow-same-origin allow-downloads allow-popups allow-popups-to-escape-sandbox"/,
  );
  assert.match(text, /style="width:100%;aspect-ratio:16\/10;border:0"/);
});

test('an element holds its source in a script block, with blank lines around it', () => {
  const text = elementSnippet(PAGE, '#t1.aYQ', 'init a\n\na -> b');
  assert.match(text, /<script type="module" src="https:\/\/play\.example\/tracklight\/embed\/define\.js"><\/script>/);
  assert.match(
    text,
    /<tracklight-machine>\n\n<script type="text\/x-dygram">\ninit a\n\na -> b\n<\/script>\n\n<\/tracklight-machine>/,
  );
});

test('a source that HTML cannot hold becomes a link', () => {
  for (const source of ['note "</script>"', 'note "<!-- x"']) {
    const text = elementSnippet(PAGE, '#t1.aYQ', source);
    assert.match(text, /<tracklight-machine link="#t1\.aYQ"><\/tracklight-machine>/);
    assert.doesNotMatch(text, /x-dygram/);
  }
});
