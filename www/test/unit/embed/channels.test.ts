// Where the source of an element comes from: one of four channels, else its fallback.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { channelOf, unindented } from '../../../src/embed/channels.ts';

const of = (html: string) => {
  const { document } = parseHTML(`<html><body>${html}</body></html>`);
  return channelOf(document.querySelector('tracklight-machine') as unknown as Parameters<typeof channelOf>[0]);
};
const element = (attributes: string, content: string) =>
  of(`<tracklight-machine ${attributes}>${content}</tracklight-machine>`);

test('a script is a channel, without the indentation that its lines share', () => {
  assert.deepEqual(element('', '<script type="text/x-dygram">\n    init a\n      a -> b\n\n  </script>'), {
    kind: 'text',
    text: 'init a\n  a -> b\n',
  });
});

test('an address, a text and a link are channels', () => {
  assert.deepEqual(element('src="a.dygram"', ''), { kind: 'src', address: 'a.dygram' });
  assert.deepEqual(element('source="init a"', ''), { kind: 'text', text: 'init a' });
  assert.deepEqual(element('link="#t1.a"', ''), { kind: 'link', link: '#t1.a' });
});

test('two channels are an error that names both', () => {
  const found = element('src="a" link="b"', '');
  assert.ok('error' in found);
  assert.equal(found.error.code, 'channels');
  assert.match(found.error.message, /`src` and `link`/);
  const script = element('source="a"', '<script type="text/x-dygram">a</script>');
  assert.ok('error' in script && /script.* and `source`/.test(script.error.message));
});

test('without a channel the code of the fallback counts, else the own text', () => {
  assert.deepEqual(
    element('', '<svg class="tracklight-picture"><text>x</text></svg><pre><code>init a\n</code></pre>'),
    {
      kind: 'text',
      text: 'init a\n',
    },
  );
  assert.deepEqual(element('', '<pre>init a</pre>'), { kind: 'text', text: 'init a\n' });
  assert.deepEqual(element('', '\n  init a\n  <b>bold</b>'), { kind: 'text', text: 'init a\n' });
});

test('a block beside a channel is only the fallback', () => {
  assert.deepEqual(element('source="init b"', '<pre>init a</pre>'), { kind: 'text', text: 'init b' });
});

test('an element without any text is an error', () => {
  const found = element('', '<pre> \n </pre>');
  assert.ok('error' in found && found.error.code === 'no-source');
});

test('empty lines do not count for the indentation, and tabs are kept behind it', () => {
  assert.equal(unindented('\n\n\ta\n\n\t\tb\r\n\n'), 'a\n\n\tb\n');
  assert.equal(unindented(''), '');
});
