import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPause, isReport, isRequest } from '../../../src/protocol/messages.ts';
import { sleep } from '../../../src/core/yield.ts';
import { describe } from '../../../src/core/refusals.ts';
import { serve, type Port } from '../../../src/core/serve.ts';
import type { Session } from '../../../src/core/session.ts';

test('requests need a positive id, a known call and a list of arguments', () => {
  assert.ok(isRequest({ id: 1, call: 'step', args: [{}] }));
  for (const bad of [
    null,
    7,
    [],
    {},
    { id: 0, call: 'step', args: [] },
    { id: 1.5, call: 'step', args: [] },
    { id: 1, call: 'eval', args: [] },
    { id: 1, call: '__proto__', args: [] },
    { id: 1, call: 'step', args: {} },
  ]) {
    assert.equal(isRequest(bad), false, JSON.stringify(bad));
  }
});

test('a pause has no id and is no request', () => {
  assert.ok(isPause({ call: 'pause' }));
  assert.equal(isPause({ id: 1, call: 'pause' }), false);
  assert.equal(isRequest({ id: 1, call: 'pause', args: [] }), false);
});

test('reports are ready, failed, a value, progress or an error of full shape', () => {
  for (const good of [
    { ready: true },
    { failed: 'why' },
    { re: 1, value: undefined },
    { re: 1, progress: null },
    { re: 2, error: { code: 'c', message: 'm', fatal: false } },
  ]) {
    assert.ok(isReport(good), JSON.stringify(good));
  }
  for (const bad of [
    null,
    {},
    { ready: 1 },
    { failed: 3 },
    { re: 0, value: 1 },
    { re: 1 },
    { re: 1, error: 'text' },
    { re: 1, error: { code: 'c', message: 'm' } },
  ]) {
    assert.equal(isReport(bad), false, JSON.stringify(bad));
  }
});

test('traps, internal errors and exhausted memory are fatal; other misuse is not', () => {
  assert.equal(describe(new WebAssembly.RuntimeError('unreachable')).fatal, true);
  assert.equal(describe(Object.assign(new Error('bug'), { code: 'internal' })).fatal, true);
  assert.equal(describe(new RangeError('out of memory')).fatal, true);
  assert.deepEqual(describe(Object.assign(new Error('no'), { code: 'bad-argument' })), {
    code: 'bad-argument',
    message: 'no',
    fatal: false,
  });
});

/** A worker's side: what its session was asked in order, what it posted, and a way to send. */
function served() {
  const done: string[] = [];
  const posted: Parameters<Port['postMessage']>[0][] = [];
  const session: Pick<Session, 'call' | 'pause'> = {
    call: async (name, args) => {
      done.push(`${name} ${args[0]}`);
      return null;
    },
    pause: () => void done.push('pause'),
  };
  const port: Port = { onmessage: null, postMessage: (message) => posted.push(message) };
  serve(session as Session, port, sleep);
  return { done, posted, send: (data: object) => port.onmessage?.({ data }) };
}

test('a newer text overtakes an older one that still waits, other calls keep their order', async () => {
  const { done, posted, send } = served();
  send({ id: 1, call: 'edit', args: ['one'] });
  send({ id: 2, call: 'step', args: ['x'] });
  send({ id: 3, call: 'edit', args: ['two'] });
  send({ nonsense: true });
  send({ call: 'pause' });
  while (posted.length < 3) await sleep(1);
  assert.deepEqual(done, ['pause', 'step x', 'edit two', 'pause']);
  assert.deepEqual(posted[0], { re: 1, value: null });
});

test('a pause is meant for what waits as well, and not for what comes behind it', async () => {
  const { done, posted, send } = served();
  send({ id: 1, call: 'step', args: ['x'] });
  send({ id: 2, call: 'run', args: ['y'] });
  send({ call: 'pause' });
  send({ id: 3, call: 'run', args: ['z'] });
  while (posted.length < 3) await sleep(1);
  assert.deepEqual(done, ['pause', 'step x', 'run y', 'pause', 'run z']);
});
