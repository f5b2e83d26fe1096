// Links as mail and chat programs leave them: each damage of each link opens to the document that was shared.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { CAPS } from '../../../src/link/document.ts';
import { canonical, decode, encode, LinkError, openLink } from '../../../src/link/codec.ts';
import { findFragments } from '../../../src/link/find.ts';
import { toBase64url } from '../../../src/link/deflate.ts';
import { numbers } from '../../fuzz/hostile.ts';
import { formsOf } from '../../../src/link/share.ts';
import type { LinkDocument } from '../../../src/link/types.ts';

const PAGE = 'https://example.invalid/sub/folder/';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const GALLERY = readdirSync(new URL('../../../examples', import.meta.url))
  .filter((name) => name.endsWith('.dygram'))
  .map((name) => read(`../../../examples/${name}`));
/** Words behind a text that is not compressed may read as its end; behind these they do not. */
const BEFORE_WORDS = ['balloon', 'cake-judge', 'counter', 'expedition', 'fair'].map((slug) =>
  read(`../../../examples/${slug}.dygram`),
);
const GOLDEN: { name: string; fragment: string; code?: string; example?: object }[] = JSON.parse(
  read('../../../../tests/fixtures/links.json'),
);

/** A run of each machine: inputs, a script, edited values, a reply, and breakpoints. */
const withRun = (s: string): LinkDocument => ({
  s,
  i: { Order: { target: 90, note: 'ü 🌊 %2F &amp; =3D' } },
  r: { n: { heat: [{ say: 'a' }] }, l: [['1', 'heat', '0f', { turns: [], final: true }]] },
  t: [
    [1, 'r', 0],
    [2, 'e', '*', 'Water.celsius', 80],
  ],
  k: 7,
  u: { w: 'run', b: [{ at: 'heat' }] },
  v: 3,
});

/** Texts that hold a link. @param pick a whole number below one */
type Damage = (link: string, pick: (n: number) => number) => string;

const wrapped = (text: string, width: number, by: string) =>
  text.match(new RegExp(`.{1,${width}}`, 'gsu'))?.join(by) ?? '';
const fragmentIn = (link: string) => link.slice(link.indexOf('#'));
/** Puts a text at places of the payload. */
function scattered(link: string, what: string, pick: (n: number) => number) {
  const from = link.indexOf('#') + 1;
  const places = Array.from({ length: 5 }, () => from + pick(link.length - from)).sort((a, b) => b - a);
  return places.reduce((text, at) => text.slice(0, at) + what + text.slice(at), link);
}
const quotedPrintable = (text: string) =>
  wrapped(text.replaceAll('=', '=3D'), 70, '=\r\n').replaceAll('_', () => '=5F');

const DAMAGES: Record<string, Damage> = {
  none: (link) => link,
  'only the fragment': fragmentIn,
  'without the #': (link) => fragmentIn(link).slice(1),
  'only the payload': (link) => fragmentIn(link).slice('#t1.'.length),
  'line breaks': (link) => wrapped(link, 76, '\n'),
  'line breaks and blanks': (link) => wrapped(link, 60, '\r\n    '),
  'white space': (link, pick) => scattered(link, ' ', pick),
  'white space as percent codes': (link, pick) => scattered(link, '%20', pick),
  'a tab and a no-break space': (link, pick) => scattered(link, '\t\u00A0', pick),
  'quoted-printable': (link) => quotedPrintable(link.replace('#', '?a=1&b=2#')),
  'soft breaks with LF': (link) => wrapped(link, 75, '=\n'),
  'padding as =3D': (link) => `${link}=3D=3D`,
  '&amp;': (link) => link.replace('#', '?a=1&amp;b=2#'),
  'a hash as an entity': (link) => link.replace('#', '&#35;'),
  ...Object.fromEntries(
    ['\u200B', '\u200C', '\u200D', '\uFEFF', '\u00AD'].map((sign) => [
      `U+${sign.charCodeAt(0).toString(16)}`,
      (link: string, pick: (n: number) => number) => sign + scattered(link, sign, pick) + sign,
    ]),
  ),
  'a zero-width space as percent codes': (link, pick) => scattered(link, '%E2%80%8B', pick),
  ...Object.fromEntries(
    ['>', ')', '.', ').', '>.', '"', ',', '…', '&gt;', '\u201D', '?'].map((tail) => [
      `${tail} behind it`,
      (link: string) => link + tail,
    ]),
  ),
  'percent codes': (link) => encodeURIComponent(link),
  'percent codes twice': (link) => encodeURIComponent(encodeURIComponent(link)),
  'every sign as a percent code': (link) =>
    link.replace(/[^/:]/gu, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`),
  'a hash as a percent code': (link) => link.replace('#', '%23'),
  'Slack, with a label': (link) => `<${link}|${link.slice(0, 60)}…>`,
  'Slack, without': (link) => `Look: <${link}>.`,
  'angle brackets over lines': (link) => `<${wrapped(link, 72, '\n')}>\n\nBest,\nAnn`,
  'quoted mail': (link) => `On Monday Ann wrote:\n> Look at this:\n> ${wrapped(link, 70, '\n> ')}\n>\n> Ann\n`,
  'twice quoted mail': (link) => `>> Here:\n>> ${wrapped(link, 64, '\n>> ')}\n>\n> Thanks a lot\n`,
  Markdown: (link) => `see [Kettle \\[1\\]](${link}) there`,
  'Markdown with escapes': (link) => `see <${link.replaceAll('_', '\\_')}>`,
  'words around': (link) => `Please open ${link} and tell me what you think about it`,
  'a sentence': (link) => `It is at ${link}. Do you see it?`,
  HTML: (link) => `<p><a class="x" href="${link}">Kettle</a></p>`,
  'Safe Links': (link) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}` +
    '&data=05%7C02%7Cann%40example.invalid%7C08dc&sdata=AbC%3D&reserved=0',
  'Safe Links in HTML': (link) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&amp;data=05%7C02&amp;reserved=0`,
  Google: (link) => `https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D&source=editors&ust=17&usg=AOvVaw`,
  Facebook: (link) => `https://l.facebook.com/l.php?u=${encodeURIComponent(link)}&h=AT0abc_d-E`,
  'a redirect to a redirect': (link) =>
    `https://go.invalid/?target=${encodeURIComponent(`https://www.google.com/url?q=${encodeURIComponent(link)}&sa=D`)}`,
};

/** Punctuation and words are no part of a link of those that hold their text as it is, so they read as well. */
async function links() {
  const documents = GALLERY.flatMap((s) => [{ s }, withRun(s)]);
  const written = await Promise.all(documents.map(encode));
  const bytes = (text: string) => new TextEncoder().encode(text);
  const plain = BEFORE_WORDS.flatMap((s) => [
    `#t1.a${toBase64url(bytes(s))}`,
    `#t1.0${toBase64url(bytes(canonical(withRun(s))))}`,
  ]);
  const golden = GOLDEN.filter(({ name, fragment }) => name.startsWith('run: ') && fragment.length < CAPS.text);
  return [...written, ...plain, ...golden.map(({ fragment }) => fragment)];
}

const documentIn = async (text: string) => {
  const opened = await decode(text);
  assert.ok(opened.kind === 'document');
  return canonical(opened.document, false);
};

for (const [name, damage] of Object.entries(DAMAGES))
  test(`a damaged link opens: ${name}`, async () => {
    const random = numbers(11);
    for (const fragment of await links()) {
      const text = damage(PAGE + fragment, random);
      assert.equal(await documentIn(text), await documentIn(fragment), text.slice(0, 300));
    }
  });

test('the link that was found is the one that was written', async () => {
  const [fragment] = await links();
  for (const damage of Object.values(DAMAGES))
    assert.equal((await openLink(damage(PAGE + fragment, numbers(3)))).fragment, fragment);
});

test('older links are found, too', async () => {
  const older = '#content=YSAtPiBiCg~~&sections=11000mms00';
  for (const text of [
    PAGE + older,
    older.slice(1),
    encodeURIComponent(PAGE + older),
    `<${PAGE}${older}>`,
    `Look at ${PAGE}#content=YSAtPiBiCg, please`,
    (PAGE + older).replace('&', '&amp;'),
    (PAGE + older).replace('content=', 'content=3D'),
    (PAGE + older).replace('tPi', 'tP=\r\ni'),
  ])
    assert.equal(await documentIn(text), '{"s":"a -> b\\n"}', text);
  for (const text of [`${PAGE}#example=kettle&tick=12 is nice`, `(${PAGE}#example=kettle&amp;tick=12)`])
    assert.deepEqual(await decode(text), { kind: 'example', slug: 'kettle', tick: 12 }, text);
});

test('what cannot be mended keeps its error', async () => {
  const [fragment] = await links();
  const code = async (text: string) => {
    const error: unknown = await decode(text).catch((reason: unknown) => reason);
    return error instanceof LinkError ? error.code : error;
  };
  assert.equal(await code(`<${PAGE}${fragment.slice(0, -40)}…>`), 'link-inflate');
  assert.equal(await code(`${PAGE}${fragment.slice(0, 60)}*${fragment.slice(61)}`), 'link-base64');
  assert.equal(await code('> Look at https://www.google.com/url?q=https%3A%2F%2Fexample.invalid'), 'link-unknown');
  assert.equal(await code(` ${PAGE}#t2.aYQ `), 'link-version');
  assert.equal(await code('x'.repeat(9 * CAPS.hash)), 'link-too-big');
});

test('a text full of links and line breaks is read in bounded time', async () => {
  const piece = '#t1.bAAAA AAAA AAAA\n';
  const readings = [...findFragments(piece.repeat(2 ** 18))];
  assert.ok(readings.length <= 64 && readings.join('').length <= 5 * CAPS.hash, String(readings.length));
  await assert.rejects(decode(piece.repeat(2 ** 16)), LinkError);
});

test('whatever holds one link can be pasted', async () => {
  const fragment = '#t1.aYSAtPiBiCg';
  for (const pasted of [
    fragment,
    't1.aYSAtPiBiCg',
    'aYSAtPiBiCg',
    `https://example.invalid/play/${fragment}`,
    `see [Kettle \\[1\\]](https://example.invalid/${fragment}) there`,
    `  ${fragment}\n`,
  ])
    assert.equal((await openLink(pasted)).fragment, fragment, pasted);
  assert.equal((await openLink('https://example.invalid/#content=YQ')).fragment, '#content=YQ');
  assert.deepEqual([...findFragments('what is this')], []);
});

test('each form of the Share dialog leads back to its link, also where the code looks like one', async () => {
  const fragment = '#t1.aYSAtPiBiCg';
  const forms = formsOf({ page: PAGE, fragment, title: 'A', document: { s: 'a "[x](#t1.aYQ)"', k: 1 } });
  for (const text of [...Object.values(forms), forms.code.replaceAll('\n', ' ')])
    assert.equal((await openLink(text)).fragment, fragment, text);
});
