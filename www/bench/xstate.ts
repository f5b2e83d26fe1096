// The built core beside XState's pure `transition`, in the same run: a ring of 1,000 states, one value changed and one
// step taken each time. Both keep the state before; neither draws.
//
//   node www/bench/xstate.ts
//
// What is compared is not the same work: a step of ours also records events, a timeline entry to go back to, and what
// the drawing needs, across the boundary of WebAssembly. XState computes the next snapshot.
import { assign, createMachine, initialTransition, transition } from 'xstate';
import { Machine } from '../test/wasm/core.ts';
import { median, ring } from './shared/measure.ts';

const NODES = 1000;
const ROUNDS = 2000;
const REPEATS = 9;

function ours() {
  const run = Machine.parse(ring(NODES)).start();
  let value = 0;
  return () => {
    const set = run.setContext('1', 'C.n', (value += 1));
    const step = run.step();
    if (!set.ok || !step.ok) throw new Error(JSON.stringify([set, step]));
  };
}

function theirs() {
  const states: Record<string, { on: { STEP: string } }> = {};
  for (let i = 0; i < NODES; i++) states[`s${i}`] = { on: { STEP: `s${(i + 1) % NODES}` } };
  const machine = createMachine({
    id: 'ring',
    initial: 's0',
    context: { n: 0, a: 1, b: 'x', c: true },
    on: { SET: { actions: assign({ n: ({ event }) => event.value }) } },
    states,
  });
  let [snapshot] = initialTransition(machine);
  let value = 0;
  const kept: unknown[] = [];
  return () => {
    [snapshot] = transition(machine, snapshot, { type: 'SET', value: (value += 1) });
    kept.push(snapshot);
    [snapshot] = transition(machine, snapshot, { type: 'STEP' });
    kept.push(snapshot);
  };
}

function mean(act: () => void) {
  const from = performance.now();
  for (let i = 0; i < ROUNDS; i++) act();
  return ((performance.now() - from) * 1000) / ROUNDS;
}

const contestants = { 'tracklight: setContext + step': ours(), 'xstate: two transitions': theirs() };
const times = Object.fromEntries(Object.keys(contestants).map((name): [string, number[]] => [name, []]));
for (const act of Object.values(contestants)) mean(act);
// Taken in turns, so that a disturbance meets both.
for (let i = 0; i < REPEATS; i++) for (const [name, act] of Object.entries(contestants)) times[name].push(mean(act));

for (const [name, all] of Object.entries(times))
  console.log(`${name.padEnd(44)} ${median(all).toFixed(2).padStart(8)} µs   median of ${REPEATS} means of ${ROUNDS}`);
const [first, second] = Object.values(times);
console.log(
  `${'tracklight / xstate'.padEnd(44)} ${median(first.map((time, i) => time / second[i]))
    .toFixed(2)
    .padStart(8)} ×`,
);
