// Replies that come from outside the page, and the Run that waits for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { RemoteController } from '../../../../src/features/remote/controller.ts';
import { sparse } from '../../../sparse.ts';
import { testStore } from '../../store.ts';
import { answered } from '../../answered.ts';

type Parts = ConstructorParameters<typeof RemoteController>[0];

test('a Run goes on with a reply that the engine takes a while to act on', async () => {
  const store = testStore();
  const ran: unknown[] = [];
  const runWith = (agents: object[]) => ({ position: { atTip: true, branch: 'main' }, pending: { agents } });
  const running = {
    number: 1,
    settings: { m: 'custom' },
    stop: null as string | null,
    async reply() {
      running.stop = null;
      store.set({ run: { ...store.state.run, isRunning: true, activity: 'pausable' } });
      await setImmediate();
      store.set({ run: { ...store.state.run, isRunning: false, activity: 'idle', snapshot: runWith([]) as never } });
      return answered(null);
    },
    run: async (stops: unknown) => ran.push(stops),
  };
  const controller = new RemoteController({
    store,
    engine: sparse<Parts['engine']>({}),
    running: running as never,
    open: async () => {},
    host: { agent: async () => ({ turns: [{ text: 'Done.' }], final: true }) as never, getAttribute: () => null },
    theme: () => 'light',
  });
  store.set({ run: { ...store.state.run, mode: 'custom', snapshot: runWith([]) as never } });
  controller.begin();
  controller.onAction({ type: 'run' });
  store.set({ run: { ...store.state.run, isRunning: true, activity: 'running' } });
  running.stop = 'pending';
  store.set({
    run: {
      ...store.state.run,
      isRunning: false,
      activity: 'idle',
      snapshot: runWith([{ id: 'r1', delayMs: 0, node: 'a' }]) as never,
    },
  });
  for (let turn = 0; turn < 20 && ran.length === 0; turn += 1) await setImmediate();
  assert.deepEqual(ran, [undefined]);
  assert.equal(store.state.run.snapshot?.pending.agents.length, 0);
});
