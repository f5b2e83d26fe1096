// A run that is made again for each action: time that passed, how many agents are called, and replies that are refused.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Machine, type AgentReply } from '../../../pkg/tracklight.js';
import { loadCore } from '../../../src/runner/machine.ts';
import { StoredRun, type RunMemo } from '../../../src/runner/stored-run.ts';
import type { JournalEntry } from '../../../src/runner/journal.ts';

before(loadCore);

/** Actions on a run that lives in its journal alone. */
class Store {
  readonly entries: JournalEntry[];
  readonly memo: RunMemo;

  constructor(source: string, now: number = 1_000) {
    const hasTimeout = source.includes('timeout');
    this.memo = { id: 'x', timedUntil: now, called: [], concurrency: 2, hasTimeout, countedUntil: null };
    const machine = Machine.parse(source);
    const run = machine.start();
    this.entries = run.actions() as JournalEntry[];
    run.free();
    machine.free();
  }

  at<T>(
    now: number,
    act: (stored: StoredRun) => T,
  ): { result: T; calls: string[]; wakeAt: number | null; at: string[] } {
    const made = Machine.replay(this.entries);
    assert.ok(made.ok);
    const stored = new StoredRun(made.run, this.memo, now);
    const result = act(stored);
    this.entries.push(...stored.newEntries);
    const calls = stored.calls().map(({ request }) => request.id);
    const { paths } = made.run.view();
    const nodes = paths.map(({ node }) => node);
    const { wakeAt } = stored;
    made.run.free();
    made.machine.free();
    return { result, calls, wakeAt, at: nodes };
  }
}

const writes = (data: object): AgentReply => ({ turns: [{ calls: [{ name: 'write_C', input: { data } as never }] }] });

test('exchange_2_stored_run: agents up to the limit, then the next one; a bad reply fails its node', () => {
  const store = new Store(`context C { n<number?> }
init plan
task a { prompt: "a" }
task b { prompt: "b" }
task c { prompt: "c" }
state caught
end over
plan -@async-> a
plan -@async-> b
plan -@async-> c
a -writes-> C
a -@join-> over
b -@join-> over
c -@join-> over
c -catch-> caught
caught -@join-> over
`);
  const first = store.at(1_000, (stored) => stored.settle());
  assert.equal(first.calls.length, 2);
  const [one = '', two = ''] = first.calls;
  assert.deepEqual(store.at(1_001, (stored) => stored.settle()).calls, []);
  const next = store.at(1_002, (stored) => stored.reply(one, writes({ n: 1 })));
  assert.equal(next.calls.length, 1);
  assert.deepEqual(store.at(1_003, (stored) => stored.reply(one, writes({ n: 2 }))).calls, []);
  const [three = ''] = next.calls;
  store.at(1_004, (stored) => stored.reply(two, { turns: [] }));
  const last = store.at(1_005, (stored) => stored.reply(three, { turns: 5 } as never));
  assert.equal(last.at[0], 'over');
  assert.ok(store.entries.some((entry) => JSON.stringify(entry).includes('bad-reply')));
});

test('exchange_2_stored_run: time passes while no process has the run, and only while a timer runs', () => {
  const store = new Store(
    `state wait
state late
state rest
end over
wait -on: go-> rest
wait -after: 10s-> late
late -after: 5s-> over
rest -on: end-> over
`,
    1_000_000,
  );
  assert.equal(store.at(1_000_000, (stored) => stored.passTime()).wakeAt, 1_010_000);
  assert.deepEqual(store.at(1_004_000, (stored) => stored.passTime()).at, ['wait']);
  const early = store.at(1_004_000, (stored) => stored.act({ kind: 'send', name: 'stop', data: null }));
  assert.deepEqual([early.result?.code, early.wakeAt], ['event-unexpected', 1_010_000]);
  const both = store.at(1_017_000, (stored) => stored.passTime());
  assert.deepEqual([both.at, both.wakeAt], [['over'], null]);
  const quiet = new Store(
    'state wait\nstate rest\nend over\nwait -on: go-> rest\nrest -after: 10s-> over\n',
    1_000_000,
  );
  quiet.at(1_000_000, (stored) => stored.settle());
  const sent = quiet.at(9_000_000, (stored) => stored.act({ kind: 'send', name: 'go', data: null }));
  assert.deepEqual([sent.result, sent.at, sent.wakeAt], [null, ['rest'], 9_010_000]);
  const wrong = quiet.at(9_000_001, (stored) => stored.act({ kind: 'send', name: 5 as never, data: null }));
  assert.equal(wrong.result?.code, 'bad-argument');
});

/** Asks a person between two calls of agents. */
const LIMITED = `machine "Limited" { timeout: 10s }
context C { n<number?> }
task first { prompt: "a" }
state ask
task second { prompt: "b" }
end over
first -> ask
ask -asks: n-> C
ask -> second
second -> over
`;

test('exchange_2_stored_run: the running time of a machine is the time in which its agents work', () => {
  const store = new Store(LIMITED, 100_000);
  const first = store.at(100_000, (stored) => stored.settle());
  assert.equal(first.wakeAt, 110_001);
  const asked = store.at(104_000, (stored) => stored.reply(first.calls[0] ?? '', { turns: [] }));
  assert.deepEqual([asked.at, asked.wakeAt], [['ask'], null]);
  const answer = { kind: 'answer', request: 'req-1-1', answer: { n: 1 } } as const;
  const answered = store.at(900_000, (stored) => stored.act(answer));
  assert.deepEqual([answered.result, answered.at, answered.wakeAt], [null, ['second'], 906_001]);
  const early = store.at(906_000, (stored) => stored.passTime());
  assert.deepEqual([early.at, early.wakeAt], [['second'], 906_001]);
  const done = store.at(906_000, (stored) => stored.reply(answered.calls[0] ?? '', { turns: [] }));
  assert.deepEqual([done.at, done.wakeAt], [['over'], null]);
});

test('exchange_2_stored_run: a run whose time is up fails while its agent works, and its reply is dropped', () => {
  const store = new Store(LIMITED, 100_000);
  const [request = ''] = store.at(100_000, (stored) => stored.settle()).calls;
  const outcomeAt = (now: number, act: (stored: StoredRun) => void) =>
    store.at(now, (stored) => {
      act(stored);
      return stored.run.view().outcome;
    });
  const late = outcomeAt(110_001, (stored) => stored.passTime());
  assert.equal(late.result.kind === 'failed' && late.result.failure.code, 'run-timeout');
  assert.deepEqual([late.calls, late.wakeAt], [[], null]);
  const entries = store.entries.length;
  assert.equal(outcomeAt(111_000, (stored) => stored.reply(request, { turns: [] })).result.kind, 'failed');
  assert.equal(store.entries.length, entries);
});
