// Pictures in built pages: hostile ones come out as they went in but for the pictures.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { main } from '../../src/plugins/cli.ts';
import { prerender } from '../../src/plugins/prerender.ts';
import type { Renderer } from '../../src/plugins/render.ts';
import { HOSTILE_PAGES, after, before } from '../hostile-pages.ts';

/** Draws nothing that depends on the machine. @param content of its picture */
const drawing = (content: string) =>
  Object.assign(() => `<svg class="tracklight-picture">${content}</svg>`, {
    file: () => '',
    animate: () => '',
    dot: () => '',
    check: () => [],
  }) as unknown as Renderer;
const first = drawing('<title>1 &gt; 0</title>');
const second = drawing('<text>another</text>');

for (const hostile of HOSTILE_PAGES)
  test(`as it was but for the pictures: ${hostile.name}`, () => {
    const reported: string[] = [];
    const options = { file: 'a.html', warn: (message: string) => reported.push(message) };
    const once = prerender(before(hostile), { render: first, ...options });
    assert.equal(
      once.html,
      after(hostile, () => first('')),
    );
    assert.equal(once.pictures, hostile.page.split('☐').length - 1);
    assert.equal(reported.length, hostile.warnings ?? 0, reported.join('\n'));
    for (const message of reported)
      assert.match(message, /^tracklight: a\.html:1: No picture: a tag near this code block/);
    const again = prerender(once.html, { render: second, ...options });
    assert.equal(
      again.html,
      after(hostile, () => second('')),
      'again, with other pictures',
    );
  });

test('a machine is drawn with the text that its element reads, and errors are told at their line of the page', () => {
  const page = [
    '<tracklight-machine\n label="a"\n source="1"></tracklight-machine>',
    '<tracklight-machine>\n<script type="text/x-dygram">\n2</script><pre>no</pre></tracklight-machine>',
    '<tracklight-machine><pre>\n3<button>Copy</button></pre></tracklight-machine>',
    '<tracklight-machine><pre><button>Copy</button><code>4</code></pre></tracklight-machine>',
    '<tracklight-machine>5<b>no</b></tracklight-machine>',
    '<pre><code class="language-dygram live"><i>6</i>&amp;</code></pre>',
  ].join('\n');
  const sources: string[] = [];
  const reported: string[] = [];
  const render = Object.assign(
    (source: string) => {
      sources.push(source);
      return '<svg class="tracklight-picture"></svg>';
    },
    {
      // Where the number stands.
      check: (source: string) => [
        { severity: 'error', message: source.trim(), line: source.slice(0, source.search(/\d/)).split('\n').length },
      ],
    },
  ) as unknown as Renderer;
  prerender(page, { render, file: 'a.html', warn: (message) => reported.push(message) });
  assert.deepEqual(sources, ['1', '\n2', '3Copy', '4', '5', '6&']);
  assert.deepEqual(
    reported.map((message) => /:(\d+): .*: (\d)/.exec(message)?.slice(1)),
    page.split('\n').flatMap((line, i) => {
      const found = /source="(\d)|(?<!-)\b(\d)(?!")/.exec(line);
      return found ? [[String(i + 1), found[1] ?? found[2]]] : [];
    }),
  );
});

test('deeply nested pages are read', () => {
  const deep = '<i>'.repeat(20_000);
  const machine = '<tracklight-machine source="state a"></tracklight-machine>';
  assert.equal(prerender(deep + machine, { render: first }).pictures, 1);
});

test('the command line keeps byte order marks, and pages that are not UTF-8', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracklight-prerender-'));
  try {
    const machine = '<tracklight-machine source="state a"></tracklight-machine>';
    const pages = {
      'bom.html': Buffer.from(`\uFEFF<p>é</p>\r\n${machine}`),
      'latin1.html': Buffer.from(`<p>é</p>${machine}`, 'latin1'),
      'other.html': Buffer.from('<p>é</p>', 'latin1'),
      'utf16.html': Buffer.from(`\uFEFF${machine}`, 'utf16le'),
    };
    for (const [name, bytes] of Object.entries(pages)) writeFileSync(join(folder, name), bytes);
    const reported = { out: '', error: '' };
    const code = await main(['prerender', folder], {
      out: (text) => (reported.out += text),
      error: (text) => (reported.error += text),
    });
    assert.equal(code, 1);
    assert.match(reported.out, /1 picture in 1 file\n$/);
    assert.match(
      reported.error,
      /^tracklight: \S*latin1\.html: No pictures: .* UTF-8\.\ntracklight: \S*utf16\.html: .*\n$/,
    );
    const drawn = readFileSync(join(folder, 'bom.html'), 'utf8');
    assert.ok(drawn.startsWith('\uFEFF<p>é</p>\r\n<tracklight-machine source="state a" loading="click"><span '));
    for (const name of ['latin1.html', 'other.html', 'utf16.html'] as const)
      assert.deepEqual(readFileSync(join(folder, name)), pages[name]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
