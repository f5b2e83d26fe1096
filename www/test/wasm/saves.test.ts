// Forces, checkpoints, saved runs and recordings through the public classes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Machine, kinds, reply, start } from './core.ts';

const COUNTER = `context C { n: 0 }
task t { prompt: "count" }
state u
t -writes-> C; t -when: C.n > 0-> u`;

/** A run that has been asked and has replied. */
function played() {
  const run = start(COUNTER);
  run.step();
  run.reply('agent-1-1', reply(['write_C', { data: { n: 1 } }]));
  return run;
}

test('a saved run goes on where it stood, and saves as the same text', () => {
  const run = start(COUNTER);
  run.step();
  const text = run.save();
  const back = Machine.resume(text);
  assert.equal(back.ok, true);
  assert.equal(back.timelineDropped, false);
  assert.equal(back.machine.hash, Machine.parse(COUNTER).hash);
  assert.equal(back.run.save(), text);
  assert.deepEqual(back.run.view(), run.view());
  assert.equal(back.run.dot(), run.dot());
  back.run.reply('agent-1-1', reply(['write_C', { data: { n: 1 } }]));
  assert.equal(back.run.view().paths[0].node, 'u');
  const bare = Machine.resume(run.save({ timeline: 'none' })).run;
  assert.deepEqual(bare.view(), run.view());
  assert.equal(bare.back().error.code, 'step-gone');
});

test('texts that are no saved runs are refused, misspelt options throw', () => {
  const text = played().save();
  assert.equal(Machine.resume(text.slice(0, 100)).error.code, 'bad-save');
  assert.equal(Machine.resume('').error.code, 'bad-save');
  const foreign = text.replace('count', 'tally');
  assert.equal(Machine.resume(foreign).error.code, 'hash-mismatch');
  assert.equal(Machine.resume(foreign, { force: true }).ok, true);
  assert.throws(() => played().save({ timeline: 'half' as never }), { code: 'bad-argument' });
  assert.throws(() => Machine.resume(text, { forced: true } as never), { code: 'bad-argument' });
});

test('checkpoints are restored, and two places are compared', () => {
  const run = played();
  assert.equal(run.checkpoint('here').step, 2);
  run.back(2);
  assert.equal(run.restore('here').step, 2);
  assert.deepEqual(run.checkpoints(), [{ name: 'here', branch: 'b1', step: 2, auto: false }]);
  const diff = run.diff({ step: 0 }, { step: 2 });
  assert.deepEqual(diff.changes, [{ path: '1', context: 'C', field: 'n', before: 0, after: 1 }]);
  assert.equal(diff.paths[0].after.node, 'u');
  assert.equal(run.diff({ step: 0 }, { step: 99 }).error.code, 'unknown-step');
  run.fork(1, 'aside');
  assert.equal(run.deleteBranch('b2').error.code, 'branch-in-use');
});

test('a forced edge is crossed and told', () => {
  const run = start(COUNTER);
  run.force('*', 'e1', 'take');
  assert.deepEqual(run.view().forces, [{ path: null, edge: 'e1', mode: 'take' }]);
  run.step();
  assert.ok(kinds(run.reply('agent-1-1', reply())).includes('forced'));
  assert.ok(run.overlay().edges.e1.classes.includes('r-forced'));
  assert.deepEqual(kinds(run.force('*', 'e1', null)), ['forceSet']);
  assert.throws(() => run.force('1', 'e1', 'maybe' as never), { code: 'bad-argument' });
});

test('a recording makes the same run, and invents nothing', () => {
  const run = played();
  run.step();
  const recording = run.recording();
  const again = start(COUNTER);
  assert.equal(again.replay(recording).status, 'ended');
  assert.deepEqual(again.events(), run.events());
  const changed = start(COUNTER.replace('count', 'tally'));
  assert.equal(changed.replay(recording).error.code, 'hash-mismatch');
  assert.deepEqual(changed.replay(recording, { force: true }), { ok: true, status: 'mismatch', request: 'agent-1-1' });
  assert.equal(changed.noRecording('agent-1-1').ok, true);
  assert.equal(changed.replay({ format: 'else' }).error.code, 'bad-save');
});

test('an edit is proposed, shown line by line, and applied with consent', () => {
  const run = start(COUNTER);
  run.step();
  assert.equal(run.proposeEdit('task {').error.code, 'edit-refused');
  const { edit } = run.proposeEdit(COUNTER.replace('n: 0', 'n: 0; m: 7'));
  assert.deepEqual([edit.id, edit.path], ['edit-1', null]);
  assert.deepEqual(edit.diff.slice(0, 2), [
    { op: 'remove', text: 'context C { n: 0 }' },
    { op: 'add', text: 'context C { n: 0; m: 7 }' },
  ]);
  assert.deepEqual(run.pending().edits, [edit]);
  assert.deepEqual(kinds(run.applyEdit('edit-1')), ['machineEdited', 'contextWritten', 'agentRequested']);
  assert.equal(run.view().machineRev, 1);
  assert.equal(run.view().paths[0].context.C.m, 7);
  assert.equal(run.source(), COUNTER.replace('n: 0', 'n: 0; m: 7'));
  assert.equal(run.reply('agent-1-1', reply()).error.code, 'stale-reply');
  assert.equal(run.rejectEdit('edit-1').error.code, 'unknown-edit');
});

test('a tool of the host gives what the host put into the call', () => {
  const run = start(
    'task t { prompt: "go" }\n' +
      'tool look { description: "See"; schema: { type: "object"; required: ["at"] } }\n' +
      't -> look',
  );
  run.step();
  const [tool] = run.pending().agents[0].tools.filter(({ kind }) => kind === 'host');
  assert.deepEqual([tool.name, tool.description, tool.inputSchema.type], ['look', 'See', 'object']);
  const calls = [
    { name: 'look', input: { at: 1 }, result: { seen: 2 } },
    { name: 'look', input: { at: 1 }, error: 'dark' },
    { name: 'look', input: { at: 1 } },
    { name: 'look', input: { at: 1 }, result: null },
  ];
  const { results } = run.reply('agent-1-1', { turns: [{ calls }] });
  assert.deepEqual(
    results.map(({ result, error }) => (error ? error.code : result)),
    [{ seen: 2 }, 'host-error', 'host-unsupported', null],
  );
});
