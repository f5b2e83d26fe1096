import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode as decodeLink } from '../../../src/link/codec.ts';
import { loosely } from '../../loose.ts';

const decode = loosely(decodeLink);
const source = async (fragment: string) => (await decode(fragment)).document.s;

test('older links are base64 with other signs, padded or not', async () => {
  for (const content of ['c3RhdGUgR3LDtsOfZSAi8J-MiiIK', 'c3RhdGUgR3LDtsOfZSAi8J+MiiIK', 'YT8_YQ~~', 'YT8/YQ']) {
    assert.match(await source(`#content=${content}`), /^(state Größe "🌊"\n|a\?\?a)$/);
  }
});

test('an older link says that it is one, so that the address can be renewed', async () => {
  assert.equal((await decode('#content=YQ')).legacy, true);
  assert.equal((await decode('#t1.aYQ')).legacy, false);
});

test('sections alone is no link; a tick that is no number is none', async () => {
  await assert.rejects(decode('#sections=11000mms00'), { code: 'link-unknown' });
  assert.deepEqual(await decode('#example=kettle&tick=x'), { kind: 'example', slug: 'kettle', tick: null });
});
