import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { withAddress } from '../../../build/site-address.mjs';

const page = readFileSync(new URL('../../../../index.html', import.meta.url), 'utf8');

test('the published page names itself and its picture by whole addresses', () => {
  for (const address of ['https://play.example/x', 'https://play.example/x/']) {
    const html = withAddress(page, address);
    assert.ok(html.includes('<meta property="og:image" content="https://play.example/x/social.png" />'));
    assert.ok(html.includes('<meta property="og:url" content="https://play.example/x/" />'));
    assert.ok(html.includes('<link rel="canonical" href="https://play.example/x/" />'));
  }
});

test('a page without an address is as it was, and one with a wrong address is not built', () => {
  assert.equal(withAddress(page, undefined), page);
  assert.equal(withAddress(page, ''), page);
  assert.throws(() => withAddress(page, 'play.example'), /SITE_URL must be the whole address/);
});
