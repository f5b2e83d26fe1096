// Pictures as files: themes, margin and PNG; pictures of fences in Markdown files; pages with a preview.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { colorsOf } from '../../build/pictures/tokens.mjs';
import { DARK, bothThemes } from '../../src/diagram/dark-palette.ts';
import { shareLooks } from '../../src/diagram/looks.ts';
import { LIGHT, themed } from '../../src/diagram/palette.ts';
import { decode } from '../../src/link/codec.ts';
import { main } from '../../src/plugins/cli.ts';
import { loadRenderer, type Renderer } from '../../src/plugins/render.ts';
import { treeOf } from '../../src/plugins/tree.ts';
import { KETTLE } from '../host-page.ts';

let render: Renderer;
before(async () => {
  render = await loadRenderer();
});
const top = mkdtempSync(join(tmpdir(), 'tracklight-pictures-'));
after(() => rmSync(top, { recursive: true, force: true }));

let folders = 0;
/** A new folder with these files. */
function folderWith(files: Record<string, string | Uint8Array>) {
  const folder = join(top, String((folders += 1)));
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}
async function call(...words: string[]) {
  const said = { out: '', error: '' };
  let bytes = new Uint8Array();
  const code = await main(words, {
    out: (content) => {
      if (typeof content === 'string') said.out += content;
      else bytes = new Uint8Array(content);
    },
    error: (text) => (said.error += text),
  });
  return { code, ...said, bytes };
}
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
/** Width and height of a PNG file. */
const sizeOf = (png: Uint8Array) => {
  assert.deepEqual([...png.slice(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};
const numbersIn = (svg: string, names: string[]) =>
  names.map((name) => Number(new RegExp(`<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1]));

test('the dark colors of pictures are those of the page, one for each of the light ones', () => {
  const { dark } = colorsOf(readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8'));
  assert.deepEqual([...DARK.keys()].sort(), [...LIGHT.keys()].sort());
  for (const [token, value] of DARK) assert.equal(value, dark.get(token), token);
  assert.deepEqual(bothThemes(themed('ink')), { light: LIGHT.get('ink'), dark: DARK.get('ink') });
  assert.equal(bothThemes('var(--tracklight-none, #000000)'), null);
});

test('a picture is light, dark, or both by whoever looks at it, and the drawing is the same', () => {
  const [light, dark, auto] = (['light', 'dark', 'auto'] as const).map((theme) =>
    render.file(KETTLE, { theme, tick: 2 }),
  );
  assert.ok(light && dark && auto);
  for (const svg of [light, dark, auto]) assert.doesNotMatch(svg, /var\(/);
  assert.ok(light.includes(LIGHT.get('canvas') ?? '-') && !light.includes(DARK.get('canvas') ?? ''));
  assert.ok(dark.includes(DARK.get('canvas') ?? '-') && !dark.includes(LIGHT.get('canvas') ?? ''));
  const [, css = ''] = /<style>([^<]*)<\/style>/.exec(auto) ?? [];
  const [own = '', inDark = ''] = css.split('@media(prefers-color-scheme:dark)');
  for (const [theme, rules, colors] of [
    ['light', own, LIGHT],
    ['dark', inDark, DARK],
  ] as const)
    for (const token of ['canvas', 'task-fill', 'current', 'ink', 'changed-fill'])
      assert.ok(rules.includes(colors.get(token) ?? '-'), `${theme} ${token}`);
  const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
  assert.deepEqual(texts(auto), texts(light));
  assert.ok(treeOf(auto));
});

test('a moving picture obeys the theme too', () => {
  const [light, dark, auto] = (['light', 'dark', 'auto'] as const).map((theme) => render.animate(KETTLE, { theme }));
  assert.ok(light && dark && auto);
  assert.equal(light, render.animate(KETTLE));
  for (const svg of [light, dark, auto]) assert.doesNotMatch(svg, /var\(/);
  assert.ok(!dark.includes(LIGHT.get('ink') ?? '') && dark.includes(DARK.get('ink') ?? '-'));
  assert.match(auto, /@media\(prefers-color-scheme:dark\)\{\.p\d/);
  assert.equal(auto.split('class="f"').length, light.split('class="f"').length, 'the grounds of what changed');
});

test('looks keep the classes that a part has, and a look that nobody shares stays where it is', () => {
  const { text, css } = shareLooks(`<rect class="m" fill="${themed('ink')}" x="1"/><path fill="#123456" d="M0 0"/>`);
  assert.equal(text, '<rect class="m p0" x="1"/><path fill="#123456" d="M0 0"/>');
  assert.equal(css, `.p0{fill:${LIGHT.get('ink')}}@media(prefers-color-scheme:dark){.p0{fill:${DARK.get('ink')}}}`);
});

test('a PNG has the size of the SVG, times its scale', async () => {
  const folder = folderWith({ 'kettle.dygram': KETTLE });
  const machine = join(folder, 'kettle.dygram');
  const [width = 0, height = 0] = numbersIn(render.file(KETTLE), ['width', 'height']);
  assert.deepEqual(sizeOf((await call('render', machine, '--png')).bytes), [2 * width, 2 * height]);
  const to = join(folder, 'kettle.png');
  assert.deepEqual((await call('render', machine, '--png', '--scale', '1', '--theme', 'dark', '-o', to)).code, 0);
  assert.deepEqual(sizeOf(readFileSync(to)), [width, height]);
  for (const [words, code, says] of [
    [['--png', '--theme', 'auto'], 64, /must be light or dark/],
    [['--png', '--animate'], 64, /`--png` cannot be combined with `--animate`/],
    [['--png', '--format', 'dot'], 64, / or `--format dot`/],
    [['--scale', '2'], 64, /`--scale` requires `--png`/],
    [['--png', '--scale', '0'], 64, /--scale <n>.*It must be a number above 0/],
    [['--png', '--scale', '100'], 1, /more than 8192 pixels/],
    [['--theme', 'pink'], 64, /--theme <theme>.*Allowed choices are light, dark, auto/],
  ] as const) {
    const failed = await call('render', machine, ...words);
    assert.equal(failed.code, code, words.join(' '));
    assert.match(failed.error, says);
  }
});

const DOOR = 'init closed\nstate open\nclosed -> open\n';
const fence = (words: string, source: string = DOOR) => `\`\`\`dygram ${words}\n${source}\`\`\`\n`;

/** The lines of a text behind a mark. */
const indented = (mark: string, text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => mark + line)
    .join('\n');

test('pictures of fences are drawn, found current, and found old when their text changes', async () => {
  const inList = fence('picture=run.svg animate theme=dark');
  const inQuote = fence('live picture="../late.svg" tick=1 theme=light height=200');
  const folder = folderWith({
    'README.md': `# Door\n\n${fence('picture=docs/door.svg')}\n- in a list\n\n${indented('  ', inList)}\n`,
    'docs/guide.markdown': `${indented('> ', inQuote)}\n`,
    'docs/plain.md': `\`\`\`\`\n${fence('picture=no.svg')}\`\`\`\`\n${fence('live')}`,
    'node_modules/x/README.md': fence('picture=no.svg'),
    '.hidden/README.md': fence('picture=no.svg'),
  });
  const missing = await call('pictures', folder, '--check');
  assert.equal(missing.code, 1);
  assert.match(missing.error, /README\.md:3: `docs\/door\.svg` is missing/);
  assert.match(missing.error, /README\.md:11: `run\.svg` is missing/);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.svg')),
    [],
  );

  assert.deepEqual(await call('pictures', folder).then(({ code, out, error }) => ({ code, out, error })), {
    code: 0,
    out: 'tracklight: 3 pictures in 3 files, 3 drawn anew\n',
    error: '',
  });
  assert.equal(read(folder, 'docs/door.svg'), render.file(DOOR, { theme: 'auto' }));
  assert.equal(read(folder, 'run.svg'), render.animate(DOOR, { theme: 'dark' }));
  assert.equal(read(folder, 'late.svg'), render.file(DOOR, { theme: 'light', tick: 1 }));
  assert.match((await call('pictures', folder)).out, /, 0 drawn anew/);
  assert.equal((await call('pictures', folder, '--check', '--quiet')).code, 0);
  // A checkout may have changed the line ends.
  writeFileSync(join(folder, 'docs/door.svg'), read(folder, 'docs/door.svg').replaceAll('\n', '\r\n'));
  assert.equal((await call('pictures', folder, '--check')).code, 0);

  writeFileSync(join(folder, 'README.md'), read(folder, 'README.md').replace('state open', 'state ajar'));
  const old = await call('pictures', folder, '--check');
  assert.equal(old.code, 1);
  assert.match(old.error, /README\.md:3: `docs\/door\.svg` is old/);
  assert.doesNotMatch(old.error, /run\.svg/);
});

test('a picture is written nowhere but below the folder that was named', async () => {
  const outside = folderWith({});
  const folder = folderWith({ 'docs/x.md': '' });
  symlinkSync(outside, join(folder, 'away'));
  writeFileSync(join(outside, 'mine.svg'), 'mine');
  symlinkSync(join(outside, 'mine.svg'), join(folder, 'link.svg'));
  for (const path of ['../out.svg', `${outside}/out.svg`, 'away/out.svg', 'away/new/out.svg', 'link.svg']) {
    writeFileSync(join(folder, 'README.md'), fence(`picture=${path}`));
    const { code, error } = await call('pictures', folder);
    assert.equal(code, 1, path);
    assert.match(error, /README\.md:1: No picture: .* is outside of the folder/);
  }
  assert.deepEqual(readdirSync(outside), ['mine.svg']);
  assert.equal(read(outside, 'mine.svg'), 'mine');
});

test('what is wrong with fences of pictures is told with file and line', async () => {
  for (const [text, says] of [
    [fence('picture=door.png'), /README\.md:1: No picture: `picture` must name an SVG file/],
    [fence('picture'), /must name an SVG file/],
    [
      fence('picture=a.svg') + fence('picture=./a.svg'),
      /README\.md:6: No picture: `\.\/a\.svg` is the picture of .*README\.md:1/,
    ],
    [fence('picture=a.svg theme=pink'), /`theme` must be one of light, dark, auto/],
    [fence('picture=a.svg colour=red'), /Ignored `colour`/],
    [fence('picture=a.svg', ''), /No picture: The machine has no nodes/],
    [fence('picture=a.svg', 'state a\na -> b ->\n'), /README\.md:3: /],
    [fence('picture=README.md/a.svg'), /README\.md:1: Cannot write/],
  ] as const) {
    const folder = folderWith({ 'README.md': text });
    const { code, error } = await call('pictures', folder);
    assert.equal(code, 1, text);
    assert.match(error, says);
  }
  const folder = folderWith({ 'README.md': '# Nothing', 'latin.md': Buffer.from([0xe9, 0x20]) });
  for (const [words, code, says] of [
    [[join(folder, 'README.md')], 1, /No pictures: 1 Markdown file and no fence/],
    [[join(folder, 'missing')], 1, /does not exist/],
    [[join(folder, 'latin.md')], 1, /not encoded as UTF-8/],
    [['--nope'], 64, /unknown option '--nope'/],
  ] as const) {
    const failed = await call('pictures', ...words);
    assert.equal(failed.code, code);
    assert.match(failed.error, says);
  }
});

const URL_OF = 'https://machines.example/a%20b';

test('a page has the picture, and what a post with its address needs, by whole addresses', async () => {
  const folder = folderWith({
    'Door & Co.dygram': `machine "A <door>" { description: "Opens & \\"closes\\"." }\n${DOOR}`,
  });
  const to = join(folder, 'site/deep');
  const made = await call(
    'page',
    join(folder, 'Door & Co.dygram'),
    ...['-o', to, '--url', URL_OF, '--page', 'https://play.example/x/?a=1#b', '--tick', '1'],
  );
  assert.deepEqual([made.code, made.error], [0, '']);
  assert.deepEqual(readdirSync(to).sort(), ['Door & Co.html', 'Door & Co.oembed.json', 'Door & Co.png']);
  const html = read(to, 'Door & Co.html');
  const tags = Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  );
  const base = 'https://machines.example/a%20b/Door%20%26%20Co';
  assert.equal(tags['og:title'], 'A &lt;door&gt;');
  assert.equal(tags['og:description'], 'Opens &amp; &quot;closes&quot;.');
  assert.equal(tags.description, tags['og:description']);
  assert.equal(tags['og:url'], `${base}.html`);
  assert.equal(tags['og:image'], `${base}.png`);
  assert.deepEqual([tags['og:image:width'], tags['og:image:height']], ['1200', '630']);
  assert.deepEqual(sizeOf(readFileSync(join(to, 'Door & Co.png'))), [1200, 630]);
  assert.doesNotMatch(html, /<script|\bon\w+=/);
  assert.match(html, /<figure[^>]*><svg/);
  const [, link = ''] = /<a class="open" href="([^"]*)">Open in playground</.exec(html) ?? [];
  assert.ok(link.startsWith('https://play.example/x/#t1.'), link);
  const opened = await decode(link);
  assert.ok(opened.kind === 'document');
  assert.deepEqual([opened.document.s, opened.document.k], [read(folder, 'Door & Co.dygram'), 1]);
  assert.ok(html.includes(`type="application/json+oembed" href="${base}.oembed.json"`));
  const card = JSON.parse(read(to, 'Door & Co.oembed.json'));
  assert.deepEqual(
    [card.version, card.type, card.title, card.thumbnail_url],
    ['1.0', 'rich', 'A <door>', `${base}.png`],
  );
  assert.match(card.html, /^<iframe src="https:\/\/play\.example\/x\/\?embed=1#t1\./);
});

test('a page without a playground leads nowhere, and describes a machine that does not', async () => {
  const folder = folderWith({ 'door.dygram': DOOR });
  const to = join(folder, 'site');
  assert.equal((await call('page', join(folder, 'door.dygram'), '-o', to, '--url', 'http://x.example')).code, 0);
  const html = read(to, 'door.html');
  assert.match(html, /<title>door<\/title>/);
  assert.match(html, /An executable state machine: 2 nodes, 1 edge\./);
  assert.doesNotMatch(html, /Open in playground/);
  assert.deepEqual(JSON.parse(read(to, 'door.oembed.json')), {
    version: '1.0',
    title: 'door',
    provider_name: 'Tracklight',
    type: 'photo',
    url: 'http://x.example/door.png',
    width: 1200,
    height: 630,
  });
});

test('wrong usage of `page` and files that fail are told, and leave nothing', async () => {
  const folder = folderWith({
    'door.dygram': DOOR,
    'sub/door.dygram': DOOR,
    'empty.dygram': '',
    'latin.dygram': Buffer.from([0xe9]),
  });
  const at = (name: string) => join(folder, name);
  const rest = ['-o', at('site'), '--url', URL_OF];
  for (const [words, code, says] of [
    [[...rest], 64, /missing required argument 'machines'/],
    [[at('door.dygram')], 64, /required option '-o, --output <folder>'/],
    [[at('door.dygram'), '-o', at('site')], 64, /required option '--url <address>'/],
    [
      [at('door.dygram'), '-o', at('site'), '--url', 'machines.example'],
      64,
      /--url <address>.*'machines\.example' is invalid\. It must be an http address/,
    ],
    [[at('door.dygram'), ...rest, '--page', 'javascript:alert(1)'], 64, /--page <address>.*It must be an http address/],
    [[at('door.dygram'), at('sub/door.dygram'), ...rest], 64, /Two machines are named `door`/],
    [[at('missing.dygram'), ...rest], 1, /Cannot read/],
    [[at('latin.dygram'), ...rest], 1, /not encoded as UTF-8/],
    [[at('empty.dygram'), ...rest], 1, /has no nodes/],
    [[at('door.dygram'), '-o', at('door.dygram'), '--url', URL_OF], 1, /Cannot write/],
  ] as const) {
    const failed = await call('page', ...words);
    assert.equal(failed.code, code, words.join(' '));
    assert.match(failed.error, says);
  }
  assert.ok(!readdirSync(folder).includes('site'));
});

test('each command says how it is used', async () => {
  for (const command of ['render', 'pictures', 'page', 'prerender'])
    for (const help of ['--help', '-h']) {
      const { code, out } = await call(command, help);
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^Usage: tracklight ${command} `));
    }
});
