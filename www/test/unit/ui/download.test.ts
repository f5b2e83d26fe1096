// Files that leave the page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Window } from 'happy-dom';
import { download } from '../../../src/ui/download.ts';

const { document } = globalThis;
afterEach(() => {
  globalThis.document = document;
});

test('the address of a download stays until every browser has read it, and is then given back', async (t) => {
  const window = new Window();
  globalThis.document = window.document as unknown as Document;
  const clicked: { name: string; address: string }[] = [];
  window.document.addEventListener('click', (event) => event.preventDefault());
  t.mock.method(window.HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    clicked.push({ name: this.download, address: this.href });
  });
  const revoked = t.mock.method(URL, 'revokeObjectURL');
  t.mock.timers.enable({ apis: ['setTimeout'] });

  download('a.txt', new Blob(['text']));
  const [file] = clicked;
  assert.equal(file?.name, 'a.txt');
  t.mock.timers.tick(59_999);
  assert.equal(revoked.mock.callCount(), 0);
  assert.equal(await (await fetch(file.address)).text(), 'text');
  t.mock.timers.tick(1);
  assert.deepEqual(
    revoked.mock.calls.map((call) => call.arguments),
    [[file.address]],
  );
});
