// Errors that nobody expected become notices: each once, and not those that were told or do no harm.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { initialState } from '../../../src/app/state.ts';
import { reportUncaught } from '../../../src/app/uncaught.ts';
import { Store } from '../../../src/store/store.ts';

const { location: locationBefore } = globalThis;
before(() => {
  globalThis.location = { href: 'http://page/', origin: 'http://page' } as Location;
});
after(() => {
  globalThis.location = locationBefore;
});

/** A page in which errors arrive. */
function pageWith() {
  const store = new Store(initialState());
  const page = new EventTarget();
  reportUncaught(store, page as Window);
  const { href } = location;
  const fail = (type: string, parts: object) => page.dispatchEvent(Object.assign(new Event(type), parts));
  return {
    store,
    reject: (reason: unknown) => fail('unhandledrejection', { reason }),
    raise: (message: string, filename = href) => fail('error', { message, error: new Error(message), filename }),
    reported: () => store.state.notices.map(({ kind, text }) => `${kind}: ${text}`),
  };
}

test('a rejection that nobody handled and an uncaught error are told', () => {
  const { reject, raise, reported } = pageWith();
  reject(new Error('no room'));
  raise('x is undefined');
  reject('a text');
  assert.deepEqual(reported(), [
    'error: Something went wrong: a text',
    'error: Something went wrong: x is undefined',
    'error: Something went wrong: no room',
  ]);
});

test('the same message is told once, also when its notice was closed', () => {
  const { store, reject, raise, reported } = pageWith();
  for (let i = 0; i < 5; i += 1) reject(new Error('no room'));
  raise('no room');
  assert.equal(reported().length, 1);
  store.set({ notices: [] });
  reject(new Error('no room'));
  assert.deepEqual(reported(), []);
});

test('what the engine has told, extensions of the browser and harmless reports are left out', () => {
  const { reject, raise, reported } = pageWith();
  reject(Object.assign(new Error('The engine was stopped.'), { code: 'engine-stopped' }));
  raise('ResizeObserver loop completed with undelivered notifications.');
  raise('x is undefined', 'chrome-extension://abc/content.js');
  assert.deepEqual(reported(), []);
});
