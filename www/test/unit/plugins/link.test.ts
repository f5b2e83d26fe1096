// `decode` of the npm package takes links as people have them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LinkError, decode, encode } from '../../../src/plugins/link.ts';

const sourceOf = async (link: string | URL) => {
  const opened = await decode(link);
  assert.equal(opened.kind, 'document');
  return opened.kind === 'document' ? opened.document.s : '';
};

test('decode takes a whole link, its fragment, and the bare payload', async () => {
  const source = 'state a\na -> b\n';
  const fragment = await encode({ s: source });
  const addresses = ['https://example.org/', 'https://example.org/app/?theme=dark', 'http://localhost:5173/index.html'];
  for (const link of [
    fragment,
    fragment.slice(1),
    fragment.replace('#t1.', ''),
    ...addresses.map((address) => address + fragment),
    ` <https://example.org/${fragment}>\n`,
    `[the machine](https://example.org/${fragment})`,
    new URL(fragment, 'https://example.org/'),
  ])
    assert.equal(await sourceOf(link), source, String(link));
});

test('decode says what is wrong with a link', async () => {
  const fragment = await encode({ s: 'state a\n' });
  for (const [link, code, message] of [
    ['https://example.org/app', 'link-empty', 'there is no link: the address has no #'],
    [new URL('https://example.org/app'), 'link-empty', 'there is no link: the address has no #'],
    ['https://example.org/#', 'link-empty', 'there is no link'],
    ['', 'link-empty', 'there is no link'],
    ['https://example.org/#intro', 'link-unknown', 'this is not a Tracklight link'],
    ['what is this', 'link-unknown', 'this is not a Tracklight link'],
    [`https://example.org/${fragment}*`, 'link-base64', 'the link is damaged or incomplete'],
    [`https://example.org/${fragment.replace('t1', 't9')}`, 'link-version', undefined],
  ] as [string | URL, string, string | undefined][]) {
    const error: unknown = await decode(link).catch((reason: unknown) => reason);
    assert.ok(error instanceof LinkError, String(link));
    assert.equal(error.code, code, String(link));
    if (message !== undefined) assert.equal(error.message, message);
  }
});

test('decode rejects what is no text', async () => {
  for (const value of [undefined, null, 3, {}])
    await assert.rejects(decode(value as unknown as string), {
      name: 'TypeError',
      message: `decode() needs a link as a string or a URL; got ${typeof value}.`,
    });
});
