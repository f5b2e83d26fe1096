// Runs of `tracklight/runner`, with agents and people that are functions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryJournal, resumeMachine, runMachine, type Agent, type Journal } from '../../../src/runner/index.ts';
import type { Event } from '../../../pkg/tracklight.js';

const COUNT = `context C { n: 0 }
task count { prompt: "add 1 to C.n" }
state done
count -writes-> C
count -> done`;
const write = (context: string, data: Record<string, string | number | boolean | null>) => ({
  turns: [{ calls: [{ name: `write_${context}`, input: { data } }] }],
});
const counts: Agent = () => write('C', { n: 1 });
const kindsOf = (journal: { lines: string[] }) =>
  journal.lines.slice(1).map((line) => (JSON.parse(line) as { kind: string }).kind);
/** An agent that replies when the test says so. */
function held() {
  const calls: { node: string; key: string; signal: AbortSignal; give: (reply: ReturnType<typeof write>) => void }[] =
    [];
  const agent: Agent = ({ node, idempotencyKey }, { signal }) =>
    new Promise((resolve) => calls.push({ node, key: idempotencyKey, signal, give: resolve }));
  return { calls, agent };
}
/** The next turns of the event loop, in which everything that can go on has gone on. */
const settled = async () => {
  for (let i = 0; i < 5; i += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('exchange_2_run gives the outcome, the values and the usage, and tells every event in order', async () => {
  const events: Event[] = [];
  const run = await runMachine(COUNT, {
    agent: (request) => {
      assert.match(request.prompt, /add 1 to C\.n/);
      return {
        ...write('C', { n: request.contexts[0].values.n === 0 ? 1 : 9 }),
        usage: { inputTokens: 7, outputTokens: 2 },
      };
    },
    onEvent: (event) => void events.push(event),
  });
  assert.equal(run.outcome.kind, 'completed');
  assert.equal(run.view.contexts.C.fields.n.values[0].value, 1);
  assert.deepEqual([run.usage.inputTokens, run.usage.outputTokens], [7, 2]);
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, i) => i + 1),
  );
  assert.deepEqual([events[0].kind, events.at(-1)?.kind], ['runStarted', 'runEnded']);
  await assert.rejects(run.cancel(), { code: 'run-ended' });
  await assert.rejects(run.elapse(1), { code: 'run-ended' });
});

test('exchange_2_run goes on over several turns, and each call has a key of its own', async () => {
  const keys: string[] = [];
  const run = await runMachine(COUNT, {
    agent: ({ turn, idempotencyKey, transcript }) => {
      keys.push(idempotencyKey);
      assert.equal(transcript.length, turn - 1);
      return turn < 3 ? { turns: [{ text: 'let me think' }], final: false } : write('C', { n: turn });
    },
  });
  assert.equal(run.view.contexts.C.fields.n.values[0].value, 3);
  assert.equal(new Set(keys).size, 3);
});

test('exchange_2_run starts with input and limits, and refuses other input before anything is kept', async () => {
  const source = 'input Site { name<string> }\nstate a\nstate b\na -> b';
  const run = await runMachine(source, { input: { Site: { name: 'x' } } });
  assert.equal(run.view.contexts.Site.fields.name.values[0].value, 'x');
  const journal = memoryJournal();
  await assert.rejects(runMachine(source, { input: { Site: { name: 4 } }, journal }), {
    code: 'not-started',
    message: /name/,
  });
  await assert.rejects(runMachine('', { journal }), { code: 'not-started' });
  assert.deepEqual(journal.lines, []);
  const limited = await runMachine('state a\nstate b\na -> b -> a', { limits: { maxSteps: 5 } });
  assert.equal(limited.outcome.kind, 'failed');
});

test('exchange_2_run refuses a source with errors with its diagnostics', async () => {
  await assert.rejects(
    runMachine('state a\na ->'),
    (error: { code: string; message: string; data: { code: string }[] }) => {
      assert.equal(error.code, 'source-errors');
      assert.match(error.message, /1 error and does not run; the first is in line 2/);
      assert.equal(error.data[0].code, 'edge-without-target');
      return true;
    },
  );
});

const FAN = `machine "Fan" CONCURRENT
context C { items: [1, 2, 3, 4, 5, 6] }
context Out { got<number?> }
init begin
task work { prompt: "{{ item }}" }
work -writes-> Out
begin -@map(C.items)-> work`;

test('exchange_2_run has agents work side by side, as many as host and machine allow', async () => {
  for (const [concurrency, annotation, most] of [
    [undefined, '', 4],
    [2, '', 2],
    [10, '', 6],
    [10, '@concurrent(3)', 3],
    [2, '@concurrent(3)', 2],
  ] as const) {
    let now = 0;
    let peak = 0;
    const run = await runMachine(FAN.replace('CONCURRENT', annotation), {
      ...(concurrency === undefined ? {} : { concurrency }),
      agent: async () => {
        now += 1;
        peak = Math.max(peak, now);
        await settled();
        now -= 1;
        return write('Out', { got: 1 });
      },
    });
    assert.equal(run.outcome.kind, 'completed');
    assert.equal(peak, most);
  }
});

test('exchange_2_run chooses agents by node, by model, or the one for all others', async () => {
  const source = `task a { prompt: "x" }
task b { prompt: "x"; model: "small" }
task c { prompt: "x" }
a -> b -> c`;
  const asked: string[] = [];
  const named =
    (name: string): Agent =>
    (request) => {
      asked.push(`${request.node} ${name}`);
      return { turns: [{ text: 'ok' }] };
    };
  await runMachine(source, { agent: { a: named('a'), small: named('small'), '*': named('*') } });
  assert.deepEqual(asked, ['a a', 'b small', 'c *']);
  await assert.rejects(runMachine(source, { agent: { a: named('a') } }), { code: 'no-agent', message: /`b`/ });
  await assert.rejects(runMachine(source), { code: 'no-agent' });
});

test('exchange_2_run makes an error of the node of what an agent throws and of a reply that is none', async () => {
  const source = `task t { prompt: "x" }
state rescue
state done
t -catch-> rescue
t -> done`;
  for (const [agent, code] of [
    [() => Promise.reject(new Error('no network')), 'agent-failed'],
    [() => 'hello' as never, 'bad-reply'],
    [() => ({ turns: 'hello' }) as never, 'bad-reply'],
  ] as [Agent, string][]) {
    const events: Event[] = [];
    const run = await runMachine(source, { agent, onEvent: (event) => void events.push(event) });
    assert.equal(run.view.paths[0].node, 'rescue');
    const failed = events.find((event) => event.kind === 'visitFailed');
    assert.equal(failed?.failure.code, code, JSON.stringify(failed));
  }
});

test('exchange_2_run ends a call when the time of its node is up, and tells its agent', async () => {
  const source = 'task t @timeout(20ms) { prompt: "x" }\nstate rescue\nstate done\nt -catch-> rescue\nt -> done';
  let reason: unknown;
  const run = await runMachine(source, {
    agent: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (reason = signal.reason))),
  });
  assert.equal(run.view.paths[0].node, 'rescue');
  assert.equal((reason as Error).name, 'TimeoutError');
});

test('exchange_2_run waits before a retry with the real clock, and not with the manual one', async (t) => {
  const source = 'task t @retry(1) { prompt: "x" }\nstate done\nt -> done';
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  for (const clock of ['manual', 'real'] as const) {
    let calls = 0;
    const running = runMachine(source, {
      clock,
      agent: () => (++calls === 1 ? { error: { message: 'busy' } } : { turns: [{ text: 'ok' }] }),
    });
    await settled();
    if (clock === 'real') {
      t.mock.timers.tick(999);
      await settled();
      assert.equal(calls, 1);
      t.mock.timers.tick(1);
    }
    assert.equal((await running).outcome.kind, 'completed');
    assert.equal(calls, 2);
  }
});

const ASKING = `context Order { total<number>: 40; verdict<'yes' | 'no'> }
task check { prompt: "check"; needs: "Why?" }
state done
check -> done`;

test('exchange_2_run asks people, and waits with what they leave open', async () => {
  const asked: string[] = [];
  const agent: Agent = ({ answers }) => ({ turns: [{ text: answers[0].text }] });
  const run = await runMachine(ASKING, {
    agent,
    onQuestion: async ({ query }) => {
      asked.push(query);
      return 'because';
    },
  });
  assert.equal(run.outcome.kind, 'completed');
  assert.deepEqual(asked, ['Why?']);
  const open = await runMachine(ASKING, { agent, onQuestion: () => undefined });
  assert.equal(open.outcome.kind, 'running');
  const [{ id }] = open.waiting.questions;
  await assert.rejects(open.answer('req-9-9', 'x'), { code: 'unknown-request' });
  await assert.rejects(open.answer(id, 7 as never), { code: 'bad-argument' });
  assert.equal((await open.answer(id, 'because')).outcome.kind, 'completed');
  assert.equal(open.outcome.kind, 'running', 'a run that was given stays as it was');
});

test('exchange_2_run stops at a wrong answer, and the question is still open in the journal', async () => {
  const source = `context V { verdict<'yes' | 'no'> }\nstate ask\nstate done\nask -asks: verdict-> V\nask -> done`;
  const journal = memoryJournal();
  await assert.rejects(runMachine(source, { journal, onQuestion: () => ({ verdict: 'maybe' }) }), {
    code: 'answer-invalid',
  });
  const run = await resumeMachine(journal);
  const done = await run.answer(run.waiting.questions[0].id, { verdict: 'no' });
  assert.equal(done.outcome.kind, 'completed');
  assert.equal(done.view.contexts.V.fields.verdict.values[0].value, 'no');
});

const PARCEL = `event arrived { weight<number> }
context P { weight: 0 }
state waiting
state home
state lost
waiting -on: arrived @set(P.weight: event.data.weight)-> home
waiting -after: 3s-> lost`;

test('exchange_2_run takes events, refuses others, and can be cancelled', async () => {
  const options = { clock: 'manual' } as const;
  const run = await runMachine(PARCEL, options);
  assert.deepEqual(
    run.waiting.events.map(({ name }) => name),
    ['arrived'],
  );
  await assert.rejects(run.send('left'), { code: 'event-unexpected' });
  await assert.rejects(run.send('arrived', { weight: 'heavy' }), { code: 'event-invalid' });
  const home = await run.send('arrived', { weight: 2 });
  assert.equal(home.view.contexts.P.fields.weight.values[0].value, 2);
  const cancelled = await (await runMachine(PARCEL, options)).cancel();
  assert.equal(cancelled.outcome.kind, 'cancelled');
});

test('exchange_2_run lets time pass by hand, through all timers that it reaches', async () => {
  const source = 'state a\nstate b\nstate c\nstate d\na -after: 1s-> b\nb -after: 2s-> c\nc -after: 1h-> d';
  const run = await runMachine(source, { clock: 'manual' });
  assert.equal(run.waiting.timers[0].left, 1000);
  const later = await run.elapse(4000);
  assert.equal(later.view.paths[0].node, 'c');
  assert.equal(later.waiting.timers[0].left, 3_599_000);
  await assert.rejects(later.elapse(0), { code: 'bad-argument' });
});

test('exchange_2_run fires timers by the real clock, also when no process had the run', async () => {
  const source = PARCEL.replace('3s', '30ms');
  const run = await runMachine(source);
  assert.equal(run.outcome.kind, 'running');
  assert.equal((await run.elapse(31)).view.paths[0].node, 'lost');
  const journal = memoryJournal();
  await runMachine(PARCEL, { journal });
  const early = memoryJournal(
    journal.lines.map((line) => line.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 4000}`)),
  );
  assert.equal((await resumeMachine(early)).view.paths[0].node, 'lost');
  assert.equal((await resumeMachine(memoryJournal([...journal.lines]))).view.paths[0].node, 'waiting');
});

test('exchange_2_run aborts the call of a request that nobody waits for any more', async () => {
  const source = 'task t { prompt: "x" }\nstate late\nt -after: 300ms-> late\nt -> done\nstate done';
  let isAborted = false;
  const run = await runMachine(source, {
    agent: (_, { signal }) => new Promise(() => signal.addEventListener('abort', () => (isAborted = true))),
  });
  assert.equal(run.view.paths[0].node, 'late');
  assert.ok(isAborted);
});

test('exchange_2_run stops by its signal, aborts its calls, and can be resumed', async () => {
  const journal = memoryJournal();
  const stop = new AbortController();
  const { calls, agent } = held();
  const running = runMachine(COUNT, { agent, journal, signal: stop.signal });
  await settled();
  stop.abort(new Error('shutting down'));
  await assert.rejects(running, /shutting down/);
  assert.ok(calls[0].signal.aborted);
  await assert.rejects(runMachine(COUNT, { signal: stop.signal }), /shutting down/);
  const resumed = resumeMachine(journal, { agent });
  await settled();
  assert.equal(calls[1].key, calls[0].key, 'the call that was in flight has the same key');
  calls[1].give(write('C', { n: 1 }));
  assert.equal((await resumed).outcome.kind, 'completed');
});

test('exchange_2_run ends a machine that has run longer than its limit', async () => {
  const source = 'machine "T" { timeout: 30ms }\ntask t { prompt: "x" }\nstate done\nt -> done';
  const run = await runMachine(source, {
    agent: (_, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  });
  assert.equal(run.outcome.kind, 'failed');
  assert.equal(run.outcome.kind === 'failed' && run.outcome.failure.code, 'run-timeout');
});

test('exchange_2_journal has one entry for each accepted action, small beside what it carries', async () => {
  const journal = memoryJournal();
  const run = await runMachine(ASKING, { journal, agent: () => ({ turns: [{ text: 'x'.repeat(5000) }] }) });
  await assert.rejects(run.answer('req-9-9', 'x'));
  await run.answer(run.waiting.questions[0].id, 'because');
  assert.deepEqual(kindsOf(journal), ['step', 'answer', 'reply', 'step'].slice(0, kindsOf(journal).length));
  for (const line of journal.lines.slice(1)) assert.ok(line.length < 1500 + (line.includes('xxx') ? 5000 : 0));
  const entries = journal.lines.map((line) => JSON.parse(line));
  assert.deepEqual(
    entries.map(({ at }) => typeof at),
    entries.map(() => 'number'),
  );
});

test('exchange_2_journal takes what a reply was when it was given', async () => {
  const journal = memoryJournal();
  const reply = write('C', { n: 1 });
  await runMachine(COUNT, { agent: () => reply, journal });
  const before = journal.lines.join('\n');
  reply.turns[0].calls[0].input.data.n = 9;
  assert.equal(journal.lines.join('\n'), before);
});

test('exchange_2_journal that cannot be written stops the run before anything of the action is seen', async () => {
  const kept = memoryJournal();
  let room = 2;
  const full: Journal = {
    ...kept,
    append: (entry) => (room-- > 0 ? kept.append(entry) : Promise.reject(new Error('ENOSPC: no space left on device'))),
  };
  const events: string[] = [];
  const onEvent = ({ kind }: Event) => void events.push(kind);
  await assert.rejects(runMachine(COUNT, { agent: counts, journal: full, onEvent }), {
    code: 'append-failed',
    message: /no space left on device.*stopped before that action and can be resumed/,
  });
  assert.ok(!events.includes('agentReplied'));
  assert.equal(kept.lines.length, 2);
  const run = await resumeMachine(kept, { agent: counts });
  assert.equal(run.outcome.kind, 'completed');
});

test('exchange_2_journal of another machine, of other rules, or used already is refused', async () => {
  const journal = memoryJournal();
  await runMachine(COUNT, { agent: counts, journal });
  await assert.rejects(runMachine(COUNT, { agent: counts, journal }), { code: 'journal-used' });
  await assert.rejects(resumeMachine(journal, { source: PARCEL }), { code: 'hash-mismatch' });
  assert.equal((await resumeMachine(journal, { source: `// A comment.\n${COUNT}` })).outcome.kind, 'completed');
  await assert.rejects(resumeMachine(memoryJournal()), { code: 'journal-empty' });
  const changed = (from: RegExp, to: string) => memoryJournal(journal.lines.map((line) => line.replace(from, to)));
  await assert.rejects(resumeMachine(changed(/"rules":\d+/, '"rules":99')), { code: 'rules-mismatch' });
  assert.equal((await resumeMachine(changed(/"rules":\d+/, '"rules":99'), { force: true })).outcome.kind, 'completed');
  await assert.rejects(resumeMachine(changed(/"version":1/, '"version":2')), {
    code: 'bad-save',
    message: /version 2/,
  });
  await assert.rejects(resumeMachine(changed(/agent-1-1/, 'agent-1-7')), {
    code: 'bad-save',
    message: /entry 3: /,
  });
});

test('exchange_2_run that is closed gives its journal back and can be resumed', async () => {
  const memory = memoryJournal();
  let closed = 0;
  const journal: Journal = { ...memory, close: async () => void (closed += 1) };
  const run = await runMachine(ASKING, { agent: () => ({ turns: [{ text: 'ok' }] }), journal });
  await run.close();
  await run.close();
  assert.equal(closed, 1);
  await assert.rejects(run.answer(run.waiting.questions[0].id, 'x'), { code: 'closed' });
  const again = await resumeMachine(journal, { agent: () => ({ turns: [{ text: 'ok' }] }) });
  await again.answer(again.waiting.questions[0].id, 'x');
  assert.equal(closed, 2, 'a run that has ended is closed by itself');
});
