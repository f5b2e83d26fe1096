import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { toBase64url } from '../../../src/link/deflate.ts';
import { canonical, decode as decodeLink, encode, LinkError } from '../../../src/link/codec.ts';
import { CAPS } from '../../../src/link/document.ts';
import { loosely, present } from '../../loose.ts';
import type { Json, LinkDocument, Opened } from '../../../src/link/types.ts';

interface Golden {
  name: string;
  fragment: string;
  code?: string;
  example?: object;
  document: LinkDocument;
  ignored?: string[];
}

const decode = loosely(decodeLink);

const GOLDEN: Golden[] = JSON.parse(
  readFileSync(new URL('../../../../tests/fixtures/links.json', import.meta.url), 'utf8'),
);
const sha = (text: string) => createHash('sha256').update(text).digest('hex');
const bytes = (text: string) => new TextEncoder().encode(text);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
const named = (name: string) => present(GOLDEN.find((entry) => entry.name === name));
const fails = (fragment: string, code: string) =>
  assert.rejects(decode(fragment), (error) => error instanceof LinkError && error.code === code, code);

/** What was opened must be a document. */
function documentOf(opened: Opened): LinkDocument {
  assert.ok('document' in opened);
  return opened.document;
}

for (const entry of GOLDEN) {
  test(`golden link: ${entry.name}`, async () => {
    if (entry.code) return fails(entry.fragment, entry.code);
    const opened = await decode(entry.fragment);
    if (entry.example) return assert.deepEqual(opened, { kind: 'example', ...entry.example });
    assert.deepEqual(plain(opened.document), entry.document);
    assert.deepEqual(opened.ignored, entry.ignored ?? []);
  });
}

const kettle = named('kettle, run, codec 0').document;

test('the worked example has its fixed points, byte for byte', () => {
  assert.equal(bytes(kettle.s).length, 291);
  assert.equal(sha(kettle.s), '248a1216635ee2127a5de02cfe93820ee12b0c1fefd76394ee102841283e2040');
  assert.equal(canonical(kettle).length, 413);
  assert.equal(sha(canonical(kettle)), '43805748c7a5547a7df068c93f34d2fc7bb88d7158759b215ba655c38c624aa9');
  const zero = `#t1.0${toBase64url(bytes(canonical(kettle)))}`;
  assert.deepEqual([zero.length, sha(zero)], [556, '8a00563a2a8cd392bba36699596b5f3d5cf8c0ed533dc7538e2c5a40b4a90e34']);
  const a = `#t1.a${toBase64url(bytes(kettle.s))}`;
  assert.deepEqual([a.length, sha(a)], [393, '41848985121b2105bb3c45bedc864f9829d070fafba9d047bac1facc34729057']);
  assert.deepEqual([zero, a], [named('kettle, run, codec 0').fragment, named('kettle, source, codec a').fragment]);
});

test('both compressors of the worked example were given the same document', async () => {
  const links = ['kettle, run, codec 1 by zlib', 'kettle, run, codec 1 by another engine'].map(
    (name) => named(name).fragment,
  );
  assert.deepEqual(
    links.map((link) => link.length),
    [328, 333],
  );
  const texts = await Promise.all(links.map(async (link) => canonical(documentOf(await decodeLink(link)))));
  assert.deepEqual(texts, [canonical(kettle), canonical(kettle)]);
});

test('without CompressionStream links are written plain, byte for byte', async (t) => {
  const kept = globalThis.CompressionStream;
  t.after(() => {
    globalThis.CompressionStream = kept;
  });
  delete (globalThis as Partial<typeof globalThis>).CompressionStream;
  assert.equal(await encode({ s: kettle.s }), named('kettle, source, codec a').fragment);
  assert.equal(await encode(kettle), named('kettle, run, codec 0').fragment);
});

test('the compressed form is written only where it is shorter', async () => {
  assert.match(await encode({ s: 'a' }), /^#t1\.a/);
  assert.match(await encode({ s: 'state a\n'.repeat(50) }), /^#t1\.b/);
  assert.match(await encode({ s: 'a', k: 3 }), /^#t1\.0/);
  assert.match(await encode(kettle), /^#t1\.1/);
});

test('a bomb is stopped while inflating', async (t) => {
  const Kept = globalThis.DecompressionStream;
  let seen = 0;
  t.after(() => {
    globalThis.DecompressionStream = Kept;
  });
  globalThis.DecompressionStream = class extends Kept {
    override get readable() {
      const count = new TransformStream({
        transform(chunk, out) {
          seen += chunk.length;
          out.enqueue(chunk);
        },
      });
      return super.readable.pipeThrough(count);
    }
  };
  await fails(`#t1.1${toBase64url(deflateRawSync(' '.repeat(6 * 2 ** 20)))}`, 'link-too-big');
  assert.ok(seen > CAPS.inflated && seen < 8 * 2 ** 20, `${seen} bytes came out`);
});

test('every cap is held by reader and writer', async () => {
  const link = (document: LinkDocument) => `#t1.0${toBase64url(bytes(JSON.stringify(document)))}`;
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, '']));
  const over: LinkDocument[] = [
    { s: 'x'.repeat(2 ** 20 + 1) },
    { s: 'ü'.repeat(2 ** 19), f: { b: 'x' } },
    { s: '', f: many },
    { s: '', f: { ['x'.repeat(201)]: '' } },
    { s: '', t: Array.from({ length: 20_001 }, () => [0, 'c', '1']) },
    { s: '', k: 100_001 },
  ];
  for (const document of over) {
    await fails(link(document), 'link-too-big');
    await assert.rejects(encode(document), { code: 'link-too-big' });
  }
  await fails(`#t1.a${'A'.repeat(2 ** 21)}`, 'link-too-big');
  await fails(`#t1.a${toBase64url(bytes('x'.repeat(2 ** 20 + 1)))}`, 'link-too-big');
});

test('of several things wrong the first of the table is named', async () => {
  await fails('#t2.zY*', 'link-version');
  await fails('#t1.zY*', 'link-codec');
  await fails(`#t1.a*${'A'.repeat(2 ** 21)}`, 'link-too-big');
  await fails('#t1.b*', 'link-base64');
  await fails('#100%', 'link-unknown');
});

test('every cut of a link is an error with a code or another valid link, never anything else', async () => {
  for (const name of ['kettle, run, codec 0', 'kettle, run, codec 1 by zlib', 'kettle, source, codec b', 'Unicode']) {
    const { fragment } = named(name);
    for (let i = 0; i < fragment.length; i += 1) {
      try {
        await decode(fragment.slice(0, i));
      } catch (error) {
        assert.ok(error instanceof LinkError, `${name} cut at ${i}: ${error}`);
      }
    }
  }
});

test('defaults, empty members and what belongs to no run are left out', () => {
  const s = 'a';
  assert.equal(canonical({ s, f: {}, i: {}, r: { n: {}, l: [] }, t: [], k: 0, u: { b: [] }, v: 1 }), '{"s":"a"}');
  assert.equal(canonical({ v: 1, t: [[2, 'c', '1']], k: 2, s }), '{"s":"a","t":[[2,"c","1"]],"v":1}');
  assert.equal(
    canonical({ u: { b: [{ at: 'a' }], w: 'run' }, f: { b: '', B: '' }, s }),
    '{"s":"a","f":{"B":"","b":""},"u":{"w":"run","b":[{"at":"a"}]}}',
  );
  assert.equal(
    canonical({ s, r: { n: { z: 'auto', a: 'manual' } }, i: { B: { y: 1, x: 2 } }, v: 1 }),
    '{"s":"a","i":{"B":{"y":1,"x":2}},"r":{"n":{"z":"auto","a":"manual"}},"v":1}',
  );
});

test('texts are normalised: LF, no byte order mark, no half characters', async () => {
  const { document } = await decode(await encode({ s: '\uFEFFa\r\nb\rc \uD800 \uDC00 🌊' }));
  assert.equal(document.s, 'a\nb\nc \uFFFD \uFFFD 🌊');
});

test('objects of a link have no prototype, and strange keys are plain data', async () => {
  const json =
    '{"s":"","i":{"__proto__":{"constructor":1},"C":{"toString":2}},"r":{"n":{"__proto__":"auto"}},"__proto__":5}';
  const { document, ignored } = await decode(`#t1.0${toBase64url(bytes(json))}`);
  for (const object of [document, document.i, document.i.C, document.r, document.r.n])
    assert.equal(Object.getPrototypeOf(object), null);
  assert.deepEqual(Object.keys(document.i), ['__proto__', 'C']);
  assert.deepEqual(ignored, ['__proto__']);
  assert.equal({}.constructor, Object);
});

test('500 generated documents survive the way there and back', async () => {
  const random = generator(7);
  for (let n = 0; n < 500; n += 1) {
    const document = anyDocument(random);
    const opened = await decodeLink(await encode(document));
    assert.equal(canonical(documentOf(opened)), canonical(document));
  }
});

/** A small seeded generator, so that a failure can be seen again. */
function generator(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function anyDocument(random: (n: number) => number): LinkDocument {
  const alphabet = ['a', ' -> ', '\n', '"', '\\', 'ü', '🌊', '{', '}', '\u0000', 'task ', '\u2028', '%', '#'];
  const text = () => Array.from({ length: random(40) }, () => alphabet[random(alphabet.length)]).join('');
  const json = (depth: number): Json => {
    const kinds: (() => Json)[] = [
      () => null,
      () => random(2) === 0,
      () => random(1e6) / 7,
      text,
      () => Array.from({ length: random(3) }, () => json(depth + 1)),
      () => ({ [text()]: json(depth + 1), k: 1 }),
    ];
    return kinds[random(depth > 3 ? 4 : 6)]();
  };
  const maybe = (key: string, make: () => unknown) => (random(2) === 0 ? { [key]: make() } : {});
  const ticks = Array.from({ length: random(5) }, () => random(9)).sort((a, b) => a - b);
  return {
    s: text(),
    ...maybe('f', () => ({ 'x.dygram': text(), '../y': text() })),
    ...maybe('i', () => ({ C: { [text()]: json(0) } })),
    ...maybe('r', () => ({ ...maybe('m', () => 'manual'), ...maybe('n', () => ({ a: json(1) })) })),
    ...maybe('t', () => ticks.map((tick) => [tick, 'e', '1', 'C.n', json(1)])),
    ...maybe('k', () => random(30)),
    ...maybe('u', () => ({ ...maybe('w', () => 'code'), ...maybe('h', text) })),
    v: 1,
  };
}
