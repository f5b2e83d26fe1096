// Fences as lines of JSON, as plugins that are no JavaScript send them.

import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { answerFences } from '../../../src/plugins/fence-lines.ts';
import type { Renderer } from '../../../src/plugins/render.ts';

const render = Object.assign((source: string) => `<svg>${source.trim()}</svg>`, {
  check: (source: string) => (source.includes('x') ? [{ severity: 'error', message: 'x', line: 2 }] : []),
}) as unknown as Renderer;

async function answer(...lines: string[]) {
  let said = '';
  await answerFences(Readable.from([lines.join('\n')]), (text) => (said += text), render);
  return said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('each line is answered by one: the element, and what is wrong with file and line', async () => {
  const place = { file: 'a.md', line: 3 };
  const answers = await answer(
    JSON.stringify({ attributes: [['height', '3']], source: 'state a\n', ...place }),
    JSON.stringify({ attributes: [], source: 'state a\nx\n', page: '/p/', ...place }),
  );
  assert.deepEqual(answers, [
    {
      html:
        '<tracklight-machine height="3" loading="click"><svg>state a</svg><pre><code>state a\n</code></pre>' +
        '</tracklight-machine>',
      warnings: [],
    },
    {
      html:
        '<tracklight-machine loading="click" page="/p/"><svg>state a\nx</svg><pre><code>state a\nx\n</code></pre>' +
        '</tracklight-machine>',
      warnings: ['tracklight: a.md:5: The machine has 1 error: x'],
    },
  ]);
});

test('what is no fence is rejected', async () => {
  const fence = { attributes: [], source: '', file: '', line: 1 };
  for (const line of [
    '',
    'no',
    '[]',
    '{}',
    ...Object.keys(fence).map((key) => JSON.stringify({ ...fence, [key]: {} })),
  ])
    await assert.rejects(answer(line || ' '), SyntaxError, line);
  await assert.rejects(answer(JSON.stringify({ ...fence, attributes: [['a', 1]] })), SyntaxError);
});
