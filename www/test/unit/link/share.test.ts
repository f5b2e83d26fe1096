// What is copied from the Share dialog, the view that a link carries, documents as files, and the builder of the guide.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decode } from '../../../src/link/codec.ts';
import { readFile, writeFile } from '../../../src/link/file.ts';
import { documentOf, formsOf, fragmentOf } from '../../../src/link/share.ts';
import { readView, linkViewOf, type ShownView } from '../../../src/link/view.ts';
import { isSameReply } from '../../../src/core/link-run.ts';
import { compareTraces, readTrace } from '../../../src/link/trace.ts';
import type { LinkDocument } from '../../../src/link/types.ts';
import { loose, present } from '../../loose.ts';
import { sparse } from '../../sparse.ts';
import type { Breakpoint } from '../../../src/protocol/types.ts';
import type { View } from '../../../src/protocol/types.ts';

const PAGE = 'https://example.invalid/';
const FRAGMENT = '#t1.aYSAtPiBiCg';
const LINK = PAGE + FRAGMENT;
const formsFor = (title: string, document: LinkDocument) =>
  formsOf({ page: PAGE, fragment: FRAGMENT, title, document });

test('titles are quoted in Markdown, and the fence is longer than any run of back ticks inside', () => {
  const { markdown, code } = formsFor('A [b] \\ c\nd', { s: 'a "```` x"' });
  assert.equal(markdown, `[A \\[b\\] \\\\ c d](${LINK})`);
  assert.equal(code, `\`\`\`\`\`dygram\na "\`\`\`\` x"\n\`\`\`\`\`\n\n${markdown}\n`);
  assert.match(formsFor('t', { s: 'a' }).code, /^```dygram\na\n```\n/);
});

test('the element holds the source where that is all, else the link', () => {
  assert.match(formsFor('A', { s: 'a -> b' }).element, /x-dygram">\na -> b\n/);
  for (const more of [{ f: { b: 'c' } }, { k: 2 }, { r: {} }, { i: { A: { b: 1 } } }])
    assert.match(formsFor('A', { s: 'a -> b', ...more }).element, /<tracklight-machine link="#t1\.aYSAtPiBiCg">/);
  assert.match(formsFor('A', { s: 'a' }).frame, /\?embed=1#t1\.aYSAtPiBiCg" title="Machine: A"/);
});

test('a document takes the text that its run began with', () => {
  const sources = { source: 'now', files: { 'x/b': 'b' }, entry: 'x/a' };
  assert.deepEqual(documentOf(sources, { s: 'then', r: {}, t: [], k: 2 }, { p: 'events' }, 1), {
    s: 'then',
    f: { b: 'b' },
    r: {},
    t: [],
    k: 2,
    u: { p: 'events' },
    v: 1,
  });
  assert.deepEqual(documentOf(sources, null, null, 1), { s: 'now', f: { b: 'b' }, v: 1 });
});

test('a document over a cap gives no link but says which cap', async () => {
  assert.deepEqual(await fragmentOf({ s: 'x'.repeat(2 ** 20 + 1) }), { tooBig: 'the source and its files' });
  assert.match(loose(await fragmentOf({ s: 'x' })).fragment, /^#t1\.a/);
});

const VIEW = sparse<View>({
  nodes: { a: { diagramId: 'n0' }, 'box.b': { diagramId: 'n1' } },
  paths: [{ id: '1' }],
  edges: [
    { id: 'e0', source: 'a', target: 'box.b' },
    { id: 'e1', source: 'a', target: 'box.b' },
  ],
});
const isPanel = (panel: string) => panel === 'events';

test('a view names elements by what survives edits, and leaves out what is as the page begins', () => {
  const begin: ShownView = {
    layout: 'split',
    panel: null,
    direction: 'auto',
    path: null,
    selected: null,
    stops: [],
  };
  assert.deepEqual(linkViewOf(begin, VIEW), {});
  const stops: Breakpoint[] = [{ at: 'a' }, { at: 'a>box.b#0', if: 'C.n > 1', off: false, hits: 2 }];
  const u = linkViewOf({ layout: 'run', panel: 'events', direction: 'LR', path: '1', selected: 'e1', stops }, VIEW);
  assert.equal(
    JSON.stringify(u),
    '{"w":"run","p":"events","d":"LR","h":"1","n":"a>box.b#1","b":[{"at":"a"},{"at":"a>box.b#0","if":"C.n > 1"}]}',
  );
  assert.deepEqual(readView(u, VIEW, isPanel), {
    layout: 'run',
    panel: 'events',
    direction: 'LR',
    path: '1',
    selected: 'e1',
    stops: u.b,
  });
  assert.deepEqual(linkViewOf({ ...begin, direction: 'TB' }, VIEW), { d: 'TB' }, 'a machine may say another direction');
  assert.equal(linkViewOf({ ...begin, selected: 'c1' }, VIEW).n, 'box.b', 'a node that is drawn as a container');
});

test('of a view only what is there is shown; breakpoints wait for their element', () => {
  assert.deepEqual(readView({ p: 'nowhere', h: '7', n: 'gone', b: [{ at: 'gone' }] }, VIEW, isPanel), {
    stops: [{ at: 'gone' }],
  });
  assert.deepEqual(readView({ n: 'a' }, null, isPanel), {});
});

test('a document file has no caps of length, names its entry, and names what is unknown', () => {
  const document = { s: `${'x'.repeat(2 ** 20)}\n`, f: { '../b': 'b' }, k: 3, v: 1 };
  const text = writeFile(document, 'lib/a.dygram');
  const read = readFile(text);
  assert.deepEqual(
    [JSON.parse(JSON.stringify(read.document)), read.entry, read.ignored],
    [document, 'lib/a.dygram', []],
  );
  assert.deepEqual(readFile(text.replace('"k"', '"q"')).ignored, ['q']);
  assert.equal(readFile(text.replace('lib/a.dygram', '/etc/x')).entry, undefined);
  assert.throws(() => readFile('{"format":"tracklight-document"}'), { code: 'link-shape' });
});

test('replies are the same whatever the core leaves out of them', () => {
  assert.ok(isSameReply({ turns: [{ calls: [] }], final: true }, { turns: [{}] }));
  assert.ok(
    isSameReply(
      { turns: [{ calls: [{ name: 'w', input: { b: 1, a: [2] } }] }], final: true },
      { turns: [{ calls: [{ name: 'w', input: { a: [2], b: 1 } }] }] },
    ),
  );
  assert.ok(isSameReply({ error: { message: 'no', retryable: true } }, { error: { message: 'no' } }));
  assert.ok(!isSameReply({ turns: [], final: true }, { turns: [], final: false }));
  assert.ok(!isSameReply({ error: { message: 'no', retryable: false } }, { error: { message: 'no' } }));
  assert.ok(
    !isSameReply(
      { turns: [{ calls: [{ name: 'w', input: [1] }] }] },
      { turns: [{ calls: [{ name: 'w', input: { 0: 1 } }] }] },
    ),
  );
  assert.deepEqual([isSameReply('a', 'a'), isSameReply('a', { error: 'a' })], [true, false]);
});

test('traces are compared event by event, then at their end', () => {
  const trace = {
    events: [
      { seq: 1, kind: 'runStarted' },
      { seq: 2, kind: 'moved' },
    ],
    final: { tick: 1 },
  };
  assert.equal(compareTraces(trace, structuredClone(trace)), null);
  assert.deepEqual(compareTraces(trace, { ...trace, final: { tick: 2 } }), { end: true });
  assert.deepEqual(compareTraces(trace, { ...trace, events: trace.events.slice(0, 1) }), {
    seq: 2,
    was: 'moved',
    now: null,
  });
  assert.deepEqual(compareTraces(trace, { ...trace, events: [{ seq: 1, kind: 'runEnded' }] }), {
    seq: 1,
    was: 'runStarted',
    now: 'runEnded',
  });
  assert.throws(() => readTrace({ record: null, events: [] }), { code: 'link-shape' });
});

test('the builder of the guide writes links that open', async () => {
  const guide = readFileSync(new URL('../../../../docs/links.md', import.meta.url), 'utf8');
  const [, code] = present(/```js\n([^]*?)```/.exec(guide));
  const build = new Function(`${code}return tracklightLink;`)();
  for (const source of ['a -> b\n', 'state a\n'.repeat(90), 'machine "Größe 🌊"\n']) {
    const link = await build(source, 'https://example.invalid/');
    assert.equal(loose(await decode(link.slice(link.indexOf('#')))).document.s, source);
  }
});
