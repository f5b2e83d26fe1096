// A program for XState with actions that only it can execute: its import takes the same events, to the same states.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assign, createActor, fromPromise, setup, waitFor, type AnyActorRef, type AnyStateMachine } from 'xstate';
import { runMachine } from '../../../src/runner/index.ts';
import { imported, startCore } from './check.ts';

const CART = `setup({
  actions: {
    addItem: assign({ items: ({ context, event }) => [...context.items, event.item] }),
    clear: assign({ items: [] }),
  },
  guards: { hasItems: ({ context }) => context.items.length > 0 },
  actors: { pay: fromPromise(pay) },
}).createMachine({
  id: 'cart',
  initial: 'shopping',
  context: { items: [] },
  states: {
    shopping: {
      on: {
        ADD: { actions: 'addItem' },
        REMOVE: { guard: 'hasItems', actions: assign({ items: ({ context }) => context.items.slice(1) }) },
        CLEAR: { actions: 'clear' },
        IGNORED: {},
        CHECKOUT: { target: 'paying', guard: 'hasItems' },
      },
      after: { 900000: 'abandoned' },
    },
    paying: { invoke: { src: 'pay', onDone: 'paid', onError: 'failed' } },
    failed: { on: { RETRY: 'paying' }, after: { 30000: 'shopping' } },
    paid: { type: 'final' },
    abandoned: { type: 'final' },
  },
})`;

before(startCore);

test('exchange_1_xstate events whose actions are lost can be sent, and lead where XState goes', async () => {
  const answers: Record<string, boolean[]> = { theirs: [false, true], ours: [false, true] };
  const pay = (whose: string) => {
    if (!answers[whose].shift()) throw new Error('declined');
  };
  const make = new Function('setup', 'assign', 'fromPromise', 'pay', `return ${CART}`);
  const machine: AnyStateMachine = make(setup, assign, fromPromise, async () => pay('theirs'));
  const actor: AnyActorRef = createActor(machine).start();
  const { source } = imported(CART);
  const agent = () => {
    pay('ours');
    return { turns: [{ calls: [] }] };
  };
  let run = await runMachine(source, { input: { Guard: { hasItems: true } }, agent, clock: 'manual' });
  const events = [
    { type: 'ADD', item: { id: 'pen' } },
    { type: 'ADD', item: { id: 'ink' } },
    { type: 'REMOVE' },
    { type: 'CHECKOUT' },
    { type: 'RETRY' },
  ];
  const visited: string[] = [];
  for (const event of events) {
    const { type, item } = event;
    actor.send(event);
    const { value } = await waitFor(actor, (state) => state.value !== 'paying');
    run = await run.send(type, item === undefined ? {} : { item });
    assert.deepEqual(
      run.view.paths.map(({ node }) => node),
      [value],
      type,
    );
    visited.push(String(value));
  }
  assert.deepEqual(visited, ['shopping', 'shopping', 'shopping', 'failed', 'paid']);
  assert.equal(run.outcome.kind, 'completed');
});

test('exchange_1_xstate what is lost of an event without target is listed, and what does nothing is no edge', () => {
  const { source, losses } = imported(CART);
  for (const [what, why] of [
    ['assign: items: ({ context, event }) => [...context.items, event.item]', 'code'],
    ['assign: items: ({ context }) => context.items.slice(1)', 'code'],
    ['staying in the state', 'a path enters it anew: its timers, agent and values start again'],
    ['IGNORED: { }', 'nothing happens here'],
  ])
    assert.ok(
      losses.some((loss) => loss.what === what && loss.why === why),
      `${what} in ${JSON.stringify(losses)}`,
    );
  assert.match(source, /^shopping -on: ADD, note: "addItem"-> shopping/m);
  assert.match(source, /^shopping -on: REMOVE, when: "Guard\.hasItems"-> shopping/m);
  assert.match(source, /^shopping -on: CLEAR @set\(Context\.items: \[\]\)-> shopping/m);
  assert.ok(!/-on: IGNORED/.test(source), source);
});
