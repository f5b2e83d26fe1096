// Programs for XState, run by XState: they go where the machine goes.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createActor, fromPromise, type AnyActor, type AnyStateMachine } from 'xstate';
import { Machine, type Json } from '../../../pkg/tracklight.js';
import { writeXState } from '../../../src/exchange/write-xstate.ts';
import { startCore } from './check.ts';
import { exported, gallery } from './exported.ts';

before(startCore);

const folder = mkdtempSync(join(tmpdir(), 'tracklight-xstate-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let programs = 0;

async function programOf(source: string): Promise<{ machine: AnyStateMachine; losses: string[]; text: string }> {
  const { text, losses } = exported(source, writeXState);
  programs += 1;
  const path = join(folder, `${programs}.mjs`);
  // In a folder without packages.
  writeFileSync(path, text.replace("from 'xstate'", `from '${import.meta.resolve('xstate')}'`));
  const { machine } = await import(pathToFileURL(path).href);
  return { machine, losses, text };
}

/** The innermost active states, without what parallel states need beside them. */
function activeIn(actor: AnyActor): string[] {
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);
  return leaves(actor.getSnapshot().value)
    .filter((name) => !name.includes(' '))
    .sort();
}

const DOOR = `machine "Door"
context Lock { tries: 0; open: false }
event knock { loud<boolean> }
init closed
state house {
  state hall @start
  state kitchen
  hall -on: walk-> kitchen
  kitchen -on: walk-> hall
}
state check
state alarm @set(Lock.open: false)
end gone
closed -on: knock, when: "event.data.loud" @set(Lock.open: true)-> house
closed -on: knock @set(Lock.tries: Lock.tries + 1)-> check
check -when: "Lock.tries >= 2"-> alarm
check -> closed
house -on: leave-> closed
alarm -on: reset @set(Lock.tries: 0)-> closed
alarm -on: leave-> gone
`;

/** What the machine itself does with the same events. */
class OwnRun {
  readonly #run;
  constructor(source: string) {
    const machine = Machine.parse(source);
    this.#run = machine.start();
    machine.free();
    this.#settle();
  }
  send(name: string, data: Json) {
    this.#run.send(name, data);
    this.#settle();
  }
  #settle() {
    for (let n = 0; n < 50 && this.#run.step().ok; n += 1);
  }
  get active() {
    const { paths } = this.#run.view();
    return paths.map(({ node }) => node.split('.').at(-1) ?? '').sort();
  }
  value(context: string, field: string) {
    return this.#run.view().contexts[context]?.fields[field]?.values[0]?.value;
  }
}

test('exchange_1_xstate: a walk of 400 events is in the same states with the same values', async () => {
  const { machine, losses } = await programOf(DOOR);
  assert.deepEqual(losses, []);
  let seed = 7;
  const random = (n: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * n);
  };
  for (let walk = 0; walk < 20; walk += 1) {
    const own = new OwnRun(DOOR);
    const actor = createActor(machine, { input: {} }).start();
    for (let n = 0; n < 20; n += 1) {
      const name = ['knock', 'walk', 'leave', 'reset'][random(4)] ?? '';
      const data = name === 'knock' ? { loud: random(2) === 0 } : null;
      own.send(name, data);
      actor.send({ type: name, data });
      assert.deepEqual(activeIn(actor), own.active, `${walk} ${n} ${name}`);
      const { Lock } = actor.getSnapshot().context;
      assert.deepEqual([Lock.tries, Lock.open], [own.value('Lock', 'tries'), own.value('Lock', 'open')]);
    }
    actor.stop();
  }
});

const REFUND = gallery().find(([name]) => name === 'refund-desk')?.[1] ?? '';

test('exchange_1_xstate: agents write, people answer, results are filled in', async () => {
  const { machine, losses } = await programOf(REFUND);
  assert.deepEqual(losses, ['@retry of assess']);
  const asked: unknown[] = [];
  const assess = fromPromise(async ({ input }: { input: { prompt: string } }) => {
    asked.push(input.prompt);
    if (asked.length === 3) throw new Error('busy');
    return { write: { Check: { risk: 'low' } } };
  });
  const actor = createActor(machine.provide({ actors: { assess } }), {
    input: { Claim: { reason: 'It leaks' } },
  }).start();
  await nextTurn();
  assert.deepEqual([activeIn(actor), actor.getSnapshot().context.Check], [['approve'], { risk: 'low' }]);
  assert.equal(asked[0], 'Is It leaks a risk? Summarize in a line.');
  const answer = (write: object) => actor.send({ type: 'approve.answered', write: { Decision: write } });
  answer({ verdict: 'more' });
  await nextTurn();
  assert.deepEqual([activeIn(actor), actor.getSnapshot().context.Rounds], [['approve'], { count: 1 }]);
  answer({ verdict: 'approve' });
  assert.deepEqual(activeIn(actor), ['waiting']);
  actor.send({ type: 'paid', data: { amount: 1 } });
  assert.deepEqual(activeIn(actor), ['waiting']);
  actor.send({ type: 'paid', data: { amount: 120 } });
  assert.deepEqual([activeIn(actor), actor.getSnapshot().status], [['closed'], 'done']);
  assert.deepEqual(actor.getSnapshot().output, { Letter: { text: 'Refund: approve' } });
});

test('exchange_1_xstate: an agent chooses the way, and a failure takes the catch edge around', async () => {
  const { machine, losses, text } = await programOf(`machine "Choice"
state desk {
  task sort "Sort" { prompt: "Where to?" }
  state box
  state shelf
  sort -"if small"-> box
  sort -"if large"-> shelf
}
state broken
desk -catch-> broken
desk.box -on: next-> desk.sort
`);
  assert.deepEqual(losses, []);
  assert.match(text, /choices: \[\{ next: "desk\.box", when: "if small" \}/);
  const choices = ['desk.box', 'desk.nowhere'];
  const sort = fromPromise(async () => ({ next: choices.shift() ?? assert.fail('no more') }));
  const actor = createActor(machine.provide({ actors: { 'desk.sort': sort } })).start();
  await nextTurn();
  assert.deepEqual(activeIn(actor), ['box']);
  actor.send({ type: 'next' });
  await nextTurn();
  assert.deepEqual(activeIn(actor), ['sort'], 'a choice that is none leads nowhere');
  const failing = createActor(machine.provide({ actors: { 'desk.sort': sort } })).start();
  await nextTurn();
  assert.deepEqual([activeIn(failing), failing.getSnapshot().status], [['broken'], 'done']);
});

test('exchange_1_xstate: branches that meet become a parallel state; other forks are told', async () => {
  const { machine, losses } = await programOf(`machine "Team"
init plan
task left { prompt: "left" }
state check
task right { prompt: "right" }
state done
end over
plan -@async-> left
plan -@async-> right
left -> check
check -on: fine-> last
state last
last -@join-> done
right -@join-> done
done -> over
`);
  assert.deepEqual(losses, []);
  const actor = createActor(machine).start();
  assert.deepEqual(activeIn(actor), ['left', 'right']);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(activeIn(actor), ['check']);
  actor.send({ type: 'fine' });
  assert.deepEqual([activeIn(actor), actor.getSnapshot().status], [['over'], 'done']);

  const open = await programOf(`machine "Open"
init a
a -@async-> b
a -@async-> c
b -> c
c -> d
`);
  assert.deepEqual(open.losses, [
    'the branches from a: they are no closed groups of steps, so only the first one is taken',
  ]);
});

test('exchange_1_xstate: what has no counterpart is told, and stands in the program', async () => {
  const { losses, text } = await programOf(`machine "Lost"
context C { list: [1]; n: 0 }
tool find
task a @retry(3) { prompt: "x" }
a -> find
state b
a -when: "C.list.exists(x, x > 1)"-> b
a -> c
state c
c -after: 40d-> b
c -after: 1h-> b
b -on: go @set(C.n: size(C.list.filter(x, x > 0)))-> c
`);
  assert.deepEqual(losses, [
    'tool find: agents get their tools where they are written',
    '@retry of a',
    'a -C.list.exists(x, x > 1)-> b: the condition is not translated and never true',
    '@set(C.n: size(C.list.filter(x, x > 0))) at b',
    'c -40d-> b: timers of JavaScript end after 24 days',
  ]);
  for (const loss of losses) assert.ok(text.includes(`// lost: ${loss}\n`), loss);
  assert.match(text, /"3600000"/);
});

test('exchange_1_xstate: every machine of the gallery starts, and stands or ends somewhere', async () => {
  for (const [name, source] of gallery()) {
    const { machine } = await programOf(source);
    const errors: unknown[] = [];
    const actor = createActor(machine, { input: {} });
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start();
    for (let n = 0; n < 20; n += 1) await nextTurn();
    assert.deepEqual([name, errors], [name, []]);
    assert.match(actor.getSnapshot().status, /^(?:active|done)$/, name);
    actor.stop();
  }
});
