// Fences as elements: what of an info string counts, and what markdown-it and remark make of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { htmlOf, machineOf, readFence } from '../../../src/plugins/fence.ts';
import { dygramFence } from '../../../src/plugins/markdown-it.ts';
import { remarkDygram } from '../../../src/plugins/remark.ts';
import { RenderError } from '../../../src/plugins/error.ts';
import type { Renderer } from '../../../src/plugins/render.ts';

const SOURCE = 'state a\na -when: "x < 1 && y"-> b\n';
const ESCAPED = 'state a\na -when: &quot;x &lt; 1 &amp;&amp; y&quot;-&gt; b\n';
/** Draws nothing that depends on the machine. */
const render = Object.assign(() => '<svg class="tracklight-picture"></svg>', {
  file: () => '',
  animate: () => '',
  dot: () => '',
  check: () => [],
  summary: () => ({ title: '', description: '', nodes: 0, edges: 0 }),
}) as unknown as Renderer;
const fails = Object.assign(
  () => {
    throw new RenderError('empty', 'nothing to draw.');
  },
  { ...render, check: () => [] },
) as unknown as Renderer;

const silent = { warn: () => {} };

test('a fence is live only when it says so', () => {
  for (const info of ['', 'dygram', 'js live', 'dygramlive', 'dygram height=3', 'mermaid'])
    assert.equal(readFence(info), null, info);
  for (const info of ['dygram live', 'dygram,live', ' dygram  live ', 'dygram height=3 live'])
    assert.ok(readFence(info), info);
});

test('keys of the list become attributes in their order, quoted values keep their spaces', () => {
  assert.deepEqual(readFence(`dygram live height=320,view=run label="A kettle" tick=3 editable controls='step back'`), {
    attributes: [
      ['height', '320'],
      ['view', 'run'],
      ['label', 'A kettle'],
      ['tick', '3'],
      ['editable', ''],
      ['controls', 'step back'],
    ],
    notes: [],
  });
});

test('what is not on the list is ignored with a note that names the known keys', () => {
  const fence = readFence('dygram live onclick=alert(1) src=x {1,3} height');
  assert.deepEqual(fence?.attributes, []);
  assert.equal(fence?.notes.length, 5);
  assert.match(fence?.notes[0] ?? '', /^Ignored `onclick=alert\(1\)` in the fence\. Known keys: view, height/);
  assert.match(fence?.notes.at(-1) ?? '', /`height` in the fence: it needs a value/);
});

test('markdown-it makes the element with the escaped source, the picture in front of it', () => {
  const html = (info: string, options = {}) => {
    const md = new MarkdownIt();
    dygramFence(md, { ...silent, ...options });
    return md.render(`\`\`\`${info}\n${SOURCE}\`\`\`\n`);
  };
  assert.equal(
    html('dygram live height=320 editable'),
    `<tracklight-machine v-pre height="320" editable><pre><code>${ESCAPED}</code></pre></tracklight-machine>\n`,
  );
  assert.equal(
    html('dygram live', { render }),
    `<tracklight-machine v-pre loading="click"><svg class="tracklight-picture"></svg><pre><code>${ESCAPED}</code>` +
      '</pre></tracklight-machine>\n',
  );
  assert.match(html('dygram live loading=eager', { render }), /v-pre loading="eager"><svg/);
  assert.doesNotMatch(html('dygram live', { render, prerender: false }), /svg|loading/);
  assert.match(html('dygram'), /^<pre><code class="language-dygram">/);
  assert.match(html('js live'), /^<pre><code class="language-js">/);
});

test('the address of a playground comes from the options where the fence has none', () => {
  const html = (info: string, page: string) => {
    const md = new MarkdownIt();
    dygramFence(md, { ...silent, page });
    return md.render(`\`\`\`${info}\n${SOURCE}\`\`\`\n`);
  };
  assert.match(
    html('dygram live', 'https://play.example/'),
    /^<tracklight-machine v-pre page="https:\/\/play\.example\/">/,
  );
  assert.match(html('dygram live', ''), /^<tracklight-machine v-pre>/);
});

test('a quote in a label cannot leave its attribute', () => {
  const machine = machineOf({ attributes: [['label', '"><script>']], notes: [] }, '', { line: null }, silent);
  assert.match(htmlOf(machine), /^<tracklight-machine label="&quot;&gt;&lt;script&gt;"><pre>/);
});

test('a machine that cannot be drawn stays a text, and the warning names file and line', () => {
  const reported: string[] = [];
  const md = new MarkdownIt();
  dygramFence(md, { render: fails, warn: (message) => reported.push(message) });
  const html = md.render(`# Title\n\n\`\`\`dygram live\n${SOURCE}\`\`\`\n`, { relativePath: 'guide/a.md' });
  assert.match(html, /<tracklight-machine v-pre><pre>/);
  assert.deepEqual(reported, [
    'tracklight: guide/a.md:3: No picture: nothing to draw. The page shows the source instead.',
  ]);
});

test('errors of a machine are counted at their line in the file', () => {
  const reported: string[] = [];
  const md = new MarkdownIt();
  const wrong = Object.assign(() => '<svg></svg>', {
    ...render,
    check: () => [{ severity: 'error' as const, message: 'nothing to point at', line: 2 }],
  }) as Renderer;
  dygramFence(md, { render: wrong, warn: (message) => reported.push(message) });
  md.render(`\n\n\`\`\`dygram live\n${SOURCE}\`\`\`\n`, { path: 'a.md' });
  assert.deepEqual(reported, ['tracklight: a.md:5: The machine has 1 error: nothing to point at']);
});

test('remark makes HTML of the fence, also inside lists', () => {
  const code = () => ({ type: 'code', lang: 'dygram', meta: 'live tick=2', value: SOURCE.trimEnd() });
  const tree = { type: 'root', children: [code(), { type: 'list', children: [code()] }, { type: 'code', lang: 'js' }] };
  remarkDygram({ render })(tree);
  const [first, list, other] = tree.children as any[];
  assert.equal(first.type, 'html');
  assert.equal(
    first.value,
    `<tracklight-machine tick="2" loading="click"><svg class="tracklight-picture"></svg><pre><code>${ESCAPED}</code>` +
      '</pre></tracklight-machine>',
  );
  assert.equal(list.children[0].value, first.value);
  assert.equal(other.type, 'code');
});
