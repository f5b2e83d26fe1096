// Pictures in Node, the command line, and pictures in the pages of a built site.

import assert from 'node:assert/strict';
import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { main } from '../../src/plugins/cli.ts';
import { prerender } from '../../src/plugins/prerender.ts';
import { RenderError, loadRenderer, type Renderer } from '../../src/plugins/render.ts';
import { treeOf } from '../../src/plugins/tree.ts';

let render: Renderer;
before(async () => {
  render = await loadRenderer();
});
const KETTLE = readFileSync(new URL('../../examples/kettle.dygram', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'tracklight-render-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A file of the folder. */
const at = (name: string, text?: string) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  if (text !== undefined) writeFileSync(path, text);
  return path;
};
/** Calls the command line. */
async function call(...words: string[]) {
  const output = { out: '', error: '' };
  const code = await main(words, {
    out: (text) => (output.out += text),
    error: (text) => (output.error += text),
  });
  return { code, ...output };
}
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text?.trim());

test('a machine is drawn as inline SVG in the colors of its page, with its name and without ids', () => {
  const svg = render(KETTLE);
  assert.match(
    svg,
    /^<span class="tracklight-pictures"><svg class="tracklight-picture tracklight-from-590 tracklight-large-\d+"/,
  );
  assert.match(svg, /<svg (?=[^>]*display="none")[^>]*class="tracklight-picture tracklight-below-590/);
  assert.match(svg, /role="img"/);
  assert.match(svg, /aria-label="Kettle"/);
  assert.match(svg, /var\(--tracklight-task-fill, #e2eefb\)/);
  // Many machines may stand on a page.
  assert.doesNotMatch(svg, /\s(id|style|on\w+|xmlns)="/);
  assert.deepEqual(
    ['begin', 'heat', 'done', 'celsius'].filter((name) => !textsOf(svg).includes(name)),
    [],
  );
  assert.equal(render(KETTLE), svg);
});

test('a later step shows the values of then, and a run that ends earlier its end', () => {
  const celsius = (tick: number) => textsOf(render(KETTLE, { tick })).includes('100');
  assert.ok(textsOf(render(KETTLE, { tick: 2 })).includes('60'));
  assert.ok(celsius(3));
  assert.equal(render(KETTLE, { tick: 1000 }), render(KETTLE, { tick: 10 }));
});

test('inputs and stubs decide what a later step shows', () => {
  const run = { inputs: { Order: { target: 50 } }, stubs: { heat: { write: { Water: { celsius: 77 } } } } };
  const texts = textsOf(render(KETTLE, { tick: 2, run }));
  assert.ok(texts.includes('50'));
  assert.ok(texts.includes('77'));
});

test('the same drawing comes as a tree, as a file of its own and as DOT', () => {
  const tree = render.tree(KETTLE);
  assert.equal(tree.properties.class, 'tracklight-pictures');
  assert.deepEqual(
    tree.children.map((child) => child.type === 'element' && child.tagName),
    ['svg', 'svg'],
  );
  const file = render.file(KETTLE);
  assert.match(file, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  assert.doesNotMatch(file, /var\(/);
  assert.ok(treeOf(file));
  assert.match(render.dot(KETTLE), /^digraph/);
});

test('a machine with errors is drawn as far as it goes; one without nodes is refused', () => {
  assert.match(render('state a\na -> b ->'), /<svg/);
  assert.equal(render.check('state a\n\na -> b ->')[0]?.line, 3);
  assert.throws(
    () => render(''),
    (error) => error instanceof RenderError && error.code === 'empty',
  );
  const many = Array.from({ length: 2100 }, (_, i) => `state s${i}\n`).join('');
  assert.throws(
    () => render(many),
    (error) => error instanceof RenderError && error.code === 'too-large',
  );
});

test('what an author writes stays text in the picture', () => {
  const svg = render('machine "</svg><script>alert(1)</script>"\nstate a { title: "<img src=x onerror=alert(1)>" }');
  assert.doesNotMatch(svg, /<script|<img/);
});

test('the command line draws a machine to a file or to its output', async () => {
  const machine = at('kettle.dygram', KETTLE);
  const to = at('kettle.svg');
  assert.deepEqual(await call('render', machine, '-o', to), { code: 0, out: '', error: '' });
  assert.equal(readFileSync(to, 'utf8'), render.file(KETTLE));
  const script = at('script.json', JSON.stringify({ stubs: { heat: { write: { Water: { celsius: 77 } } } } }));
  const later = await call('render', machine, '--run', script, '--tick=2');
  assert.ok(textsOf(later.out).includes('77'));
  assert.match((await call('render', machine, '--format', 'dot')).out, /^digraph/);
});

test('wrong usage is told with exit code 64, a file that fails with 1', async () => {
  const machine = at('kettle.dygram', KETTLE);
  for (const [words, says] of [
    [[], /^Usage:/],
    [['draw'], /unknown command 'draw'/],
    [['render'], /missing required argument 'machine.dygram'/],
    [['render', machine, '--tick', 'x'], /--tick <n>.*It must be a whole number/],
    [['render', machine, '--format', 'png'], /--format <format>.*Allowed choices are svg, dot/],
    [['render', machine, '--nope'], /unknown option '--nope'/],
    [['render', machine, '-o'], /'-o, --output <file>' argument missing/],
    [['prerender'], /missing required argument 'folder'/],
  ] as const) {
    const { code, error } = await call(...words);
    assert.equal(code, 64, words.join(' '));
    assert.match(error, says);
  }
  for (const [words, says] of [
    [['render', join(folder, 'missing.dygram')], /Cannot read `.*missing\.dygram`/],
    [['render', at('empty.dygram', '')], /has no nodes/],
    [['render', machine, '--run', at('bad.json', '{')], /not JSON/],
    [['render', machine, '--run', at('odd.json', '{"stub":{}}')], /Unknown member `stub`/],
    [['prerender', machine], /is not a folder/],
  ] as const) {
    const { code, error } = await call(...words);
    assert.equal(code, 1, words.join(' '));
    assert.match(error, says);
  }
  const { code, out } = await call('--help');
  assert.equal(code, 0);
  assert.match(out, /^ {2}prerender +Write the drawings/m);
});

test('errors of a machine are printed with file and line, and it is drawn all the same', async () => {
  const wrong = at('wrong.dygram', 'state a\na -> b ->\n');
  const { code, out, error } = await call('render', wrong);
  assert.equal(code, 0);
  assert.match(out, /<svg/);
  assert.match(error, /wrong\.dygram:2: /);
});

const ESCAPED = KETTLE.replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;');
const PAGE = `<!DOCTYPE html>
<html><!-- <pre><code class="language-dygram live">state no</code></pre> -->
<body><p>Text &amp; more<p>
<pre><code class="language-dygram live height=320 hljs">${ESCAPED}</code></pre>
<pre class="dygram live" view="run"><code>${ESCAPED.replace('heat', '<span>heat</span>')}</code></pre>
<pre><code class="language-dygram">${ESCAPED}</code></pre>
<script>const text = '<pre><code class="language-dygram live">state no</code></pre>';</script>
<tracklight-machine label='Mine'>
<script type="text/x-dygram">
${KETTLE}</script>
</tracklight-machine>
<tracklight-machine src="x.dygram"></tracklight-machine>
</body></html>
`;

test('a built page gets pictures where machines are live, and stays the same elsewhere', () => {
  const { html, pictures } = prerender(PAGE, { render });
  assert.equal(pictures, 3);
  assert.equal(html.split('<span class="tracklight-pictures"').length - 1, 3);
  assert.match(
    html,
    new RegExp(
      '<tracklight-machine height="320" loading="click"><span[^]*?</span>' +
        '<pre><code class="language-dygram live height=320 hljs">',
    ),
  );
  assert.match(html, /<tracklight-machine view="run" loading="click"><span/);
  assert.match(html, /<tracklight-machine label='Mine' loading="click"><span[^>]*><svg[^>]*aria-label="Mine"/);
  const without = html
    .replace(/<span class="tracklight-pictures"[\s\S]*?<\/span>/g, '')
    .replace(
      // The paragraph before has no end tag.
      /(?:<\/p>)?<tracklight-machine (?:height|view)="\w+" loading="click">(<pre[^]*?<\/pre>)<\/tracklight-machine>/g,
      '$1',
    )
    .replace(' loading="click"', '');
  assert.equal(without, PAGE);
});

test('prerendering again changes nothing, and a changed source changes its picture only', () => {
  const once = prerender(PAGE, { render }).html;
  assert.equal(prerender(once, { render }).html, once);
  const changed = once.replaceAll('number>: 100', 'number>: 95').replaceAll('number&gt;: 100', 'number&gt;: 95');
  const again = prerender(changed, { render }).html;
  assert.equal(again.split('<span class="tracklight-pictures"').length - 1, 3);
  assert.ok(textsOf(again).includes('95'));
});

test('the command line draws into all pages below a folder, and fails for a machine that cannot be drawn', async () => {
  const first = at('site/index.html', PAGE);
  at('site/deep/page.html', PAGE.replace(/<tracklight-machine label[\s\S]*?<\/tracklight-machine>/, ''));
  at('site/plain.html', '<p>nothing</p>');
  const done = await call('prerender', join(folder, 'site'));
  assert.deepEqual(
    { ...done, error: '' },
    { code: 0, out: 'tracklight: 3 pages, 7 machines, 5 pictures\n', error: '' },
  );
  const page = readFileSync(first, 'utf8');
  await call('prerender', join(folder, 'site'), '--quiet');
  assert.equal(readFileSync(first, 'utf8'), page);
  at('site/plain.html', '<p>\n<pre><code class="language-dygram live"></code></pre>');
  const failed = await call('prerender', join(folder, 'site'));
  assert.equal(failed.code, 1);
  assert.match(failed.error, /plain\.html:1: No picture/);
});
