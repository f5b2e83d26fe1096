import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchText } from '../../../src/link/fetch-text.ts';
import { rawAddress } from '../../../src/link/raw-address.ts';

const ID = '0123456789abcdef0123456789abcdef';
const REV = 'f'.repeat(40);
for (const [page, raw] of [
  [
    'https://github.com/ada/engines/blob/main/src/loom.dygram#L3',
    'https://raw.githubusercontent.com/ada/engines/main/src/loom.dygram',
  ],
  [
    'https://github.com/ada/engines/raw/main/loom.dygram',
    'https://raw.githubusercontent.com/ada/engines/main/loom.dygram',
  ],
  [`https://gist.github.com/ada/${ID}`, `https://gist.githubusercontent.com/ada/${ID}/raw`],
  [`https://gist.github.com/ada/${ID}#file-loom-dygram`, `https://gist.githubusercontent.com/ada/${ID}/raw`],
  [`https://gist.github.com/ada/${ID}/${REV}`, `https://gist.githubusercontent.com/ada/${ID}/raw/${REV}`],
  [
    `https://gist.github.com/ada/${ID}/raw/${REV}/loom.dygram`,
    `https://gist.githubusercontent.com/ada/${ID}/raw/${REV}/loom.dygram`,
  ],
  [`https://gist.github.com/${ID}`, `https://gist.githubusercontent.com/raw/${ID}`],
  [
    'https://gitlab.com/group/sub/engines/-/blob/main/loom.dygram?ref_type=heads',
    'https://gitlab.com/group/sub/engines/-/raw/main/loom.dygram',
  ],
  ['https://gitlab.com/group/engines/-/snippets/12', 'https://gitlab.com/group/engines/-/snippets/12/raw'],
  [
    'https://codeberg.org/ada/engines/src/branch/main/loom.dygram',
    'https://codeberg.org/ada/engines/raw/branch/main/loom.dygram',
  ],
  ['https://bitbucket.org/ada/engines/src/main/loom.dygram', 'https://bitbucket.org/ada/engines/raw/main/loom.dygram'],
]) {
  test(`${page} is read as ${raw}`, () => {
    const to = rawAddress(page);
    assert.ok('url' in to);
    assert.equal(to.url, raw);
    assert.equal(to.rewritten, true);
  });
}

for (const page of [
  'https://example.com/a/b.dygram?x=1',
  'https://github.com/ada/engines',
  'https://github.com/ada/engines/issues/3',
  'https://gist.github.com/ada',
  'https://raw.githubusercontent.com/a/b/main/c.dygram',
  'http://127.0.0.1:8000/a.dygram',
  'http://localhost/a',
  'https://github.com.example.com/a/b/blob/main/c',
  'https://bitbucket.org/ada/engines',
]) {
  test(`${page} is read as it is`, () => {
    const to = rawAddress(`  ${page}\n`);
    assert.ok('url' in to);
    assert.deepEqual([to.url, to.rewritten], [page, false]);
  });
}

test('the host and the name of the file are told', () => {
  const to = rawAddress('https://github.com/ada/engines/blob/main/gr%C3%B6%C3%9Fe.dygram');
  assert.ok('url' in to);
  assert.deepEqual([to.host, to.name], ['raw.githubusercontent.com', 'größe.dygram']);
});

for (const [typed, why] of [
  ['', 'none'],
  ['machine', 'address'],
  ['http://example.com/a', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['data:text/plain,a', 'scheme'],
  ['javascript:1', 'scheme'],
  ['https://u:p@example.com/', 'secret'],
]) {
  test(`\`${typed}\` is not fetched: ${why}`, () => assert.deepEqual(rawAddress(typed), { why }));
}

const URL_ = 'https://example.com/a.dygram';
const gives = (body: BodyInit | null, init?: ResponseInit) => (async () => new Response(body, init)) as typeof fetch;
const typed = (type: string) => ({ headers: { 'content-type': type } });

test('a text comes without cookies and without a referrer', async () => {
  let asked: RequestInit | undefined;
  const done = await fetchText(async (_, init) => {
    asked = init;
    return new Response('a -> b');
  }, URL_);
  assert.deepEqual(done, { ok: true, text: 'a -> b', host: 'example.com' });
  assert.deepEqual([asked?.credentials, asked?.referrerPolicy, asked?.method], ['omit', 'no-referrer', undefined]);
});

for (const [name, fetch, why] of [
  ['a web page', gives('<p>', typed('text/html; charset=utf-8')), 'web'],
  ['a picture', gives('a', typed('image/png')), 'text'],
  ['bytes that are no UTF-8', gives(new Uint8Array([0xff, 0xfe]), typed('text/plain')), 'text'],
  ['bytes with zeros', gives('a\0b', typed('application/octet-stream')), 'text'],
  ['more than the most', gives('x'.repeat(1024 * 1024 + 1), typed('text/plain')), 'size'],
  ['a missing file', gives('no', { status: 404 }), 'status'],
  [
    'no answer at all',
    async () => {
      throw new TypeError('Failed to fetch');
    },
    'net',
  ],
] as [string, typeof globalThis.fetch, string][]) {
  test(`${name} is refused: ${why}`, async () => {
    const done = await fetchText(fetch, URL_);
    assert.equal(done.ok ? '' : done.why, why);
  });
}

test('exactly the most is taken', async () => {
  assert.equal((await fetchText(gives('x'.repeat(1024 * 1024), typed('text/plain')), URL_)).ok, true);
});

test('what takes too long is given up', async () => {
  const hangs: typeof globalThis.fetch = (_, init) =>
    new Promise((_done, fail) => init?.signal?.addEventListener('abort', () => fail(new Error('aborted'))));
  assert.deepEqual(await fetchText(hangs, URL_, { ms: 5 }), { ok: false, why: 'time' });
});
