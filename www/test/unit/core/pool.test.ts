import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { supervise } from '../../../src/core/calls.ts';
import { CorePool } from '../../../src/core/pool.ts';
import { QUESTIONS } from '../../../src/core/questions.ts';
import { serve, type Port } from '../../../src/core/serve.ts';
import { Session } from '../../../src/core/session.ts';
import { sleep } from '../../../src/core/yield.ts';
import { handWatch, until, working } from '../../clock.ts';
import { loose, present } from '../../loose.ts';
import { RING } from '../../machines.ts';
import { core } from '../../wasm/core.ts';
import type { HostMessage } from '../../../src/core/shared-host.ts';
import type { Say } from '../../../src/core/supervisor.ts';

/** A worker for several sessions, in this thread. It stands still as soon as it begins a call that it hangs on. */
class SharedWorker {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  hung = false;
  ended = false;
  #ports: MessagePort[] = [];
  #hangsOn: (call: string, args: string) => boolean;

  constructor(hangsOn: (call: string, args: string) => boolean) {
    this.#hangsOn = hangsOn;
  }

  postMessage(message: HostMessage, [given]: Transferable[] = []) {
    if (!('open' in message)) return;
    const port = given as MessagePort;
    this.#ports.push(port);
    const inner: Port = { onmessage: null, postMessage: (report) => this.hung || port.postMessage(report) };
    serve(new Session(core, working(), QUESTIONS), inner, sleep);
    port.onmessage = ({ data }) => {
      if (this.hung) return;
      this.onmessage?.({ data: { session: message.open, call: data.id } } as MessageEvent);
      this.hung = this.#hangsOn(data.call, JSON.stringify(data.args));
      if (!this.hung) inner.onmessage?.({ data });
    };
    if (!this.hung) port.postMessage({ ready: true });
  }

  terminate() {
    this.ended = true;
    for (const port of this.#ports) port.close();
  }
}

/** @param context ends every session with the test: an open port keeps the process going */
function pageOf(context: TestContext, hangsOn: (call: string, args: string) => boolean) {
  const watch = handWatch();
  const workers: SharedWorker[] = [];
  const spawn = () => {
    workers.push(new SharedWorker(hangsOn));
    return present(workers.at(-1));
  };
  const shared = new CorePool(spawn, watch.now);
  const open = () => {
    const codes: string[] = [];
    const losses: string[] = [];
    const say: Say = (code, _detail, restart) => {
      if (restart) losses.push(restart.loss);
      return code;
    };
    let session: ReturnType<CorePool['openSession']> | null = null;
    const engine = supervise(
      () => {
        session = (session?.isGuilty ? new CorePool(spawn, watch.now) : shared).openSession();
        return session;
      },
      watch,
      say,
    );
    engine.onNotice(({ code }) => codes.push(code));
    context.after(() => engine.close());
    return { engine: loose(engine), codes, losses };
  };
  return { open, watch, workers, hung: (n: number) => until(() => workers.filter(({ hung }) => hung).length === n) };
}

test('the session whose call hangs is the guilty one, whoever complains; the others ask again', async (context) => {
  const { open, watch, workers, hung } = pageOf(context, (_call, args) => args.includes('poison'));
  const [a, b, c] = [open(), open(), open()];
  await a.engine.edit(RING);
  await a.engine.start({}, {});
  for (let i = 0; i < 3; i += 1) await a.engine.step({});
  await a.engine.back(1, {});
  await c.engine.edit(RING);
  await c.engine.start({}, {});
  // Asked before the one that hangs, so that its time is up first.
  const bad = b.engine.edit('poison -> x');
  await hung(1);
  const late = open();
  const [step, edit] = [a.engine.step({}), late.engine.edit(RING)];
  watch.advance(10_000);
  const { snapshot } = await step;
  assert.deepEqual([snapshot.position.tick, snapshot.position.branch], [3, 'b2'], 'where it was, and on');
  assert.equal((await edit).source, RING);
  assert.deepEqual(a.losses, ['hang']);
  assert.equal((await c.engine.step({})).snapshot.position.tick, 1);
  await hung(2);
  watch.advance(10_000);
  await assert.rejects(bad, { code: 'engine-too-long' });
  await assert.rejects(b.engine.version(), { code: 'engine-stopped' });
  assert.deepEqual([b.codes.at(-1), workers.length], ['engine-too-long', 3]);
  for (const { codes } of [a, c, late])
    assert.ok(!codes.some((code) => /restarted|stopped|long/.test(code)), `${codes}`);
  assert.deepEqual(
    workers.map(({ ended }) => ended),
    [true, false, true],
  );
});

test('a call that hangs once is made again in a worker of its own, with the run of before', async (context) => {
  let poison = true;
  const { open, watch, workers, hung } = pageOf(context, (call) => poison && call === 'setContext');
  const { engine, codes } = open();
  const other = open();
  await engine.edit(RING);
  await engine.start({}, {});
  await engine.step({});
  await other.engine.version();
  const written = engine.setContext('1', 'Ctx.n', 7, {});
  await hung(1);
  poison = false;
  watch.advance(3_000);
  watch.advance(7_000);
  const { ok, snapshot } = await written;
  assert.deepEqual([ok, snapshot.view.paths[0].context.Ctx.n, snapshot.position.tick], [true, 7, 1]);
  await other.engine.version();
  assert.deepEqual([workers.length, codes], [3, ['engine-slow', 'engine-back']]);
});

test('a worker that ends by itself is replaced, and every session goes on', async (context) => {
  const { open, watch, workers } = pageOf(context, () => false);
  watch.advance(1);
  const [a, b] = [open(), open()];
  await a.engine.edit(RING);
  await a.engine.start({}, {});
  await b.engine.edit(RING);
  present(workers[0]).onerror?.({ message: 'unreachable' } as ErrorEvent);
  assert.equal((await a.engine.step({})).snapshot.position.tick, 1);
  assert.equal((await b.engine.version()).rules, core.version().rules);
  assert.equal(workers.length, 2);
  assert.deepEqual(a.losses, ['crash']);
});
