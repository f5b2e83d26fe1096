// Pictures in built pages: hostile ones come out as they went in but for the pictures.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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

/** A source as the builders write it that know no fences of ours. */
const BUILDERS: [name: string, block: string, attributes: string][] = [
  ['Hugo', '<pre tabindex="0"><code class="language-dygram" data-lang="dygram">☐</code></pre>', ''],
  [
    'Hugo with colors',
    '<div class="highlight"><pre tabindex="0" class="chroma"><code class="language-dygram" data-lang="dygram">' +
      '<span class="line"><span class="cl">☐</span></span></code></pre></div>',
    '',
  ],
  [
    'Jekyll',
    '<div class="live language-dygram highlighter-rouge" height="320" label="x &amp; y"><div class="highlight">' +
      '<pre class="highlight"><code><span class="k">☐</span></code></pre></div></div>',
    ' height="320" label="x &amp; y"',
  ],
  ['Jekyll without colors', '<pre class="live" tick="2"><code class="language-dygram">☐</code></pre>', ' tick="2"'],
  ['a tag of Liquid', '<figure class="highlight"><pre><code data-lang="DyGram">☐</code></pre></figure>', ''],
  [
    'Sphinx',
    '<div class="live highlight-dygram notranslate"><div class="highlight"><pre><span></span>☐\n</pre></div></div>',
    '',
  ],
  [
    'VitePress',
    '<div class="language-dygram live vp-adaptive-theme"><button class="copy"></button>' +
      '<span class="lang">dygram</span><pre class="shiki" data-theme="dark"><code>☐</code></pre></div>',
    ' theme="dark"',
  ],
];

for (const [name, block, attributes] of BUILDERS)
  test(`a block of ${name} is found, with its keys, and becomes a picture where it stands`, () => {
    const page = `<main><div>${block.replace('☐', 'state a')}</div><pre>dygram</pre></main>`;
    const reported: string[] = [];
    const isLive = /\blive\b/.test(block);
    const made = prerender(page, { render: first, all: true, warn: (message) => reported.push(message) });
    const given = `<tracklight-machine${attributes} loading="click">${first('')}<pre`;
    assert.equal(
      made.html,
      page.replace('<pre', () => given).replace('</pre>', () => '</pre></tracklight-machine>'),
    );
    assert.deepEqual(reported, []);
    assert.deepEqual([made.machines, made.pictures, made.notLive], [1, 1, 0]);
    const asked = prerender(page, { render: first });
    assert.equal(asked.html, isLive ? made.html : page);
    assert.equal(asked.notLive, isLive ? 0 : 1);
    assert.equal(prerender(made.html, { render: first, all: true }).html, made.html);
  });

test('a block of another language, or one among others, is no machine', () => {
  for (const page of [
    '<div class="language-js live"><pre><code>state a</code></pre></div>',
    '<div class="language-dygram live"><pre>a</pre><pre>b</pre></div>',
    '<section class="language-dygram live"><pre>a</pre></section>',
    '<code class="language-dygram live">a</code>',
  ])
    assert.deepEqual(prerender(page, { render: first, all: true }), {
      html: page,
      machines: 0,
      pictures: 0,
      notLive: 0,
    });
});

test('a block with line numbers is left alone, with a reason', () => {
  const page = '<pre class="dygram live"><code><span class="lineno">1</span>state a</code></pre>';
  const reported: string[] = [];
  const made = prerender(page, { render: first, file: 'a.html', warn: (message) => reported.push(message) });
  assert.equal(made.html, page);
  assert.deepEqual(reported, [
    'tracklight: a.html:1: No picture: line numbers are part of this code block. Turn them off for it.',
  ]);
});

test('the id of a code block becomes that of its machine, where links to steps lead', () => {
  const page = '<div class="highlight" id="around"><pre id="door" class="dygram live"><code>init a</code></pre></div>';
  const { html } = prerender(page, { render: first });
  assert.equal(
    html,
    '<div class="highlight" id="around"><tracklight-machine id="door" loading="click">' +
      `${first('')}<pre class="dygram live"><code>init a</code></pre></tracklight-machine></div>`,
  );
  assert.equal(prerender(html, { render: first }).html, html);
});

test('an element keeps its own page, and gets the given one once', () => {
  const options = { render: first, page: 'https://a.example/?b=1&c=2' };
  const page =
    '<tracklight-machine source="state a"></tracklight-machine>' +
    '<tracklight-machine source="state a" page="/own/"></tracklight-machine>';
  const { html } = prerender(page, options);
  assert.deepEqual(
    [...html.matchAll(/ page="([^"]*)"/g)].map(([, address]) => address),
    ['https://a.example/?b=1&amp;c=2', '/own/'],
  );
  assert.equal(prerender(html, options).html, html);
});

test('the files of the package are loaded in pages with machines only, once, wherever the head is', () => {
  const machine = '<tracklight-machine source="state a" loading="click">\n</tracklight-machine>';
  const tags = (to: string) =>
    `<link rel="stylesheet" href="${to}/style.css"><script type="module" src="${to}/auto.js"></script>`;
  const pages = [
    `<!doctype html><html><head><title>x</title>☐</head><body>${machine}</body></html>`,
    `<html><head>☐<title>x</title><body>${machine}`,
    `<!doctype html>☐<title>x</title>${machine}`,
    `\uFEFF☐<!-- <head></head> --><p>${machine}`,
  ];
  for (const page of pages) {
    const { html } = prerender(page.replace('☐', ''), { render: first, files: '../a b' });
    const drawn = page.replace('click">', () => `click">${first('')}`);
    assert.equal(html, drawn.replace('☐', tags('../a b')));
    assert.equal(prerender(html, { render: first, files: '../a b' }).html, html);
  }
  const without = '<head></head><p>nothing';
  assert.equal(prerender(without, { render: first, files: 'x' }).html, without);
  const own = `<head><script src=/js/define.js?v=1 type=module></script>☐</head>${machine}`;
  assert.match(
    prerender(own.replace('☐', ''), { render: first, files: 'x' }).html,
    /<\/script><link rel="stylesheet" href="x\/style\.css"><\/head>/,
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
    assert.match(reported.out, /^tracklight: 4 pages, 1 machine, 1 picture\n$/);
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

/** What the command says to a folder with these pages. */
async function prerenderCommand(pages: Record<string, string>, options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tracklight-prerender-'));
  try {
    for (const [name, text] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const said = { code: 0, out: '', error: '', pages: {} as Record<string, string> };
    said.code = await main(['prerender', folder, ...options], {
      out: (text) => (said.out += text),
      error: (text) => (said.error += text),
    });
    for (const name of Object.keys(pages)) said.pages[name] = readFileSync(join(folder, name), 'utf8');
    return said;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a folder without machines is a failure that says what was looked for', async () => {
  const none = await prerenderCommand({ 'a.html': '<p>', 'b/c.htm': '<p>', 'b.txt': 'dygram' }, []);
  assert.equal(none.code, 1);
  assert.match(none.error, /^tracklight: no machine in 2 pages\. .*`dygram`/);
  const block = '<pre><code class="language-dygram" data-lang="dygram">state a</code></pre>';
  const asleep = await prerenderCommand({ 'a.html': block }, []);
  assert.equal(asleep.code, 1);
  assert.match(asleep.error, /no machine in 1 page, but 1 code block of DyGram without the word `live`: `--all`/);
  const all = await prerenderCommand({ 'a.html': block }, ['--all']);
  assert.deepEqual([all.code, all.error], [0, '']);
  assert.equal(all.out, 'tracklight: 1 page, 1 machine, 1 picture\n');
});

test('the command refuses files outside of the site, and pages that are no address', async () => {
  for (const path of ['../x', '/x', '.', 'a/../..', '']) {
    const { code, error } = await prerenderCommand({}, ['--files', path]);
    assert.equal(code, 64, path);
    assert.match(error, /--files <name>.*It must name a folder inside the site, such as `tracklight`/);
  }
  const { code, error } = await prerenderCommand({}, ['--page', 'play.example']);
  assert.equal(code, 64);
  assert.match(error, /--page <address>.*'play\.example' is invalid\. It must be an http address/);
});
