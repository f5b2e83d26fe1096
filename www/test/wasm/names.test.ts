// Names in options that the machine or the run does not have are errors, not silence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine, start } from './core.ts';

const rejects = (act: () => unknown, message: RegExp) =>
  assert.throws(
    act,
    (error: any) => error instanceof TypeError && (error as any).code === 'bad-argument' && message.test(error.message),
    String(message),
  );

/** A whole message. */
const exactly = (message: string) => new RegExp(`^${message.replaceAll(/[.?[\]{}()]/g, '\\$&')}$`);

const SOURCE = 'init begin; state middle; state end\nbegin -> middle\nmiddle -@async-> end\nmiddle -> end';

test('a breakpoint at an unknown node or edge is named, with one that is close', () => {
  const run = start(SOURCE) as any;
  rejects(
    () => run.advance({ breakpoints: { nodes: ['bb'] } }),
    /^Run\.advance: options\.breakpoints\.nodes\[0\] must be the id of a node: unknown `bb`$/,
  );
  rejects(
    () => run.advance({ breakpoints: { nodes: ['middle', 'midle'] } }),
    /nodes\[1\] .*unknown `midle`; did you mean `middle`\?$/,
  );
  for (const edge of ['e3', 'e99999999999', 'e-1', 'e+1', 'e01', 'E1', '1', ''])
    rejects(
      () => run.advance({ breakpoints: { edges: [edge] } }),
      /^Run\.advance: options\.breakpoints\.edges\[0\] must be the id of an edge: unknown/,
    );
  assert.equal(run.view().step, 0);
  const stopped = run.advance({ breakpoints: { nodes: ['middle'], edges: ['e0'] } });
  assert.deepEqual([stopped.ok, stopped.reason, stopped.ticks], [true, 'breakpoint', 1]);
});

test('exchange_2_advance has one shape: what is waited for, also where nothing could be done', () => {
  const run = start(`context V { verdict<'yes' | 'no'?> }
task think { prompt: "Think" }
state ask
state wait
state end
think -> ask
ask -asks-> V
ask -> wait
wait -on: go-> end
wait -after: 2d-> end
`);
  const advance = () => {
    const done = run.advance();
    assert.ok(done.ok);
    const { reason, ticks, waiting } = done;
    const { agents, requests, events, timers } = waiting;
    return [reason, ticks > 0, ...[agents, requests, events, timers].map(({ length }) => length)];
  };
  assert.deepEqual(advance(), ['pending', true, 1, 0, 0, 0]);
  assert.deepEqual(advance(), ['pending', false, 1, 0, 0, 0]);
  assert.ok(run.reply('agent-1-1', { turns: [] }).ok);
  assert.deepEqual(advance(), ['pending', true, 0, 1, 0, 0]);
  assert.deepEqual(advance(), ['pending', false, 0, 1, 0, 0]);
  const [question] = run.pending().requests;
  assert.ok(run.answer(question?.id ?? '', { verdict: 'yes' }).ok);
  assert.deepEqual(advance(), ['pending', true, 0, 0, 1, 1]);
  const still = run.advance();
  const { step, tick, outcome } = run.view();
  assert.ok(still.ok && still.step === step && still.tick === tick && still.events.length === 0);
  assert.deepEqual(still.outcome, outcome);
  assert.ok(run.send('go').ok);
  assert.deepEqual(advance(), ['ended', true, 0, 0, 0, 0]);
  assert.deepEqual(advance(), ['ended', false, 0, 0, 0, 0]);
  const blocked = start('context C { n: 0 }\nstate a\na -when: "C.n > 1"-> b\n');
  assert.ok(blocked.advance().ok);
  const again = blocked.advance();
  assert.deepEqual([again.ok, 'reason' in again && again.reason], [true, 'blocked']);
  const unstarted = start('input X { a<number> }\nstate a\n').advance();
  assert.deepEqual([unstarted.ok, 'error' in unstarted && unstarted.error.code], [false, 'run-not-started']);
});

test('a drawing of a path that no entry of the timeline has is refused; one of a later entry is drawn', () => {
  const run = start(SOURCE) as any;
  for (const method of ['dot', 'overlay']) {
    for (const path of ['7', '', 'x', '1.9', '01', '1.1'])
      rejects(() => run[method]({ path }), /options\.path must be the id of a path of the run: unknown `/);
  }
  rejects(
    () => run.requests({ path: '7' }),
    /^Run\.requests: filter\.path must be the id of a path of the run: unknown `7`$/,
  );
  run.advance();
  const { paths } = run.view();
  const later = paths.map(({ id }: any) => id).find((id: string) => id !== '1');
  assert.ok(run.back(run.view().step).ok);
  assert.ok(run.dot({ path: later }).startsWith('digraph'));
  assert.ok(run.fork(0, 'other').ok);
  assert.equal(typeof run.overlay({ path: later }).key, 'string');
  assert.deepEqual(run.requests({ path: later }), []);
});

test('a breakpoint at a context is refused: paths never stop there', () => {
  const run = start('context Note { text<string> }\nstate a -writes-> Note\na -> b') as any;
  rejects(
    () => run.advance({ breakpoints: { nodes: ['Note'] } }),
    exactly(
      'Run.advance: options.breakpoints.nodes[0] must be the id of a task, state or module: ' +
        'paths never stop at `Note`, a context',
    ),
  );
  assert.equal(run.view().step, 0);
});

test('unknown words and keys of options are named, with one that is close', () => {
  const run = start(SOURCE) as any;
  rejects(
    () => run.requests({ state: 'opened' }),
    /^Run\.requests: filter\.state must be "open", "answered" or "lapsed"; got "opened"$/,
  );
  rejects(() => run.requests({ priority: 'high' }), /filter\.priority must be "required" or "optional"; got "high"$/);
  rejects(() => run.dot({ direction: 'RL' }), /options\.direction must be "TB" or "LR"; got "RL"$/);
  rejects(
    () => run.step({ idel: true }),
    exactly('Run.step: options must be { idle? }: options.idel is unknown (did you mean idle?); expected { idle? }'),
  );
  rejects(
    () => run.advance({ breakpoints: { node: [] } }),
    /options\.breakpoints\.node is unknown \(did you mean nodes\?\)/,
  );
  rejects(() => run.advance({ maxticks: 5 }), /\(did you mean maxTicks\?\)/);
  rejects(
    () => Machine.parse('').start({ limits: { maxStep: 5 } } as any),
    /options\.limits\.maxStep is unknown \(did you mean maxSteps\?\)/,
  );
  rejects(() => run.dot({ zebra: 1 }), /options\.zebra is unknown; expected/);
});

test('a recording of another version is refused', () => {
  const run = start(SOURCE) as any;
  for (const version of [7, 0, 2, 1.5, '1', null, undefined]) {
    const recording = { ...run.recording(), version };
    if (version === undefined) delete recording.version;
    const refused = run.replay(recording, { force: true });
    assert.deepEqual([refused.ok, refused.error.code], [false, 'bad-save'], String(version));
  }
  assert.equal(run.view().step, 0);
  assert.equal(run.replay(run.recording()).ok, true);
});
