// The worked traces of the runtime through the public classes: states, events and facts of the drawing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds, reply, start, type Run } from './core.ts';

const COUNTER = `context Counter { value: 0 }
task increment { prompt: "Add 1 to Counter.value" }
increment -writes-> Counter`;

const WRITE_THEN_READ = `machine "Context Test" { logLevel: "debug" }
task write { prompt: "Set config.value to 'hello world'" }
task read { prompt: "Read config.value and confirm it's 'hello world'" }
context config { value: "" }
write -writes-> config
read -reads-> config
write -> read`;

const PROMPT_FIRST = `machine "Prompt Priority Test" { logLevel: "debug" }
task work { prompt: "Set result.done to true" }
context result { done: false }
work -writes-> result
work -when: "result.done"-> complete`;

const CATCH = `machine "Error Test" { logLevel: "debug" }
task risky { prompt: "Try to use a non-existent tool" }
state failed "Error handler"
risky -catch-> failed`;

/** `status at node` of the only path. */
const path = (run: Run) =>
  run
    .view()
    .paths.map(({ status, node }) => `${status} at ${node}`)
    .join();

/** A drawing's cells, classes and key, after checking that the DOT text holds the cells' texts. */
function drawn(run: Run) {
  const overlay = run.overlay();
  const dot = run.dot();
  for (const id of Object.keys(overlay.cells)) assert.ok(dot.includes(`ID="${id}"`), id);
  return {
    text: (cell: string) => overlay.cells[cell].text.trim(),
    title: (cell: string) => overlay.cells[cell].title,
    mark: (cell: string) => overlay.cells[cell].mark ?? null,
    is: (element: string, ...classes: string[]) => {
      const has = { ...overlay.nodes, ...overlay.edges }[element].classes;
      assert.deepEqual(
        classes.filter((name) => !has.includes(name)),
        [],
        `${element}: ${has.join(' ')}`,
      );
    },
    key: overlay.key,
    dot,
  };
}

test('Counter: the value written is 1 in the store, in the next call and in the drawing', () => {
  const run = start(COUNTER);
  const before = drawn(run);
  assert.deepEqual(
    [path(run), before.text('v0-0'), before.text('s1'), before.text('r0')],
    ['active at increment', '0', '▶ 1', 'context'],
  );
  before.is('n1', 'r-current');

  assert.deepEqual(kinds(run.step()), ['nodeEntered', 'agentRequested']);
  const asked = drawn(run);
  assert.deepEqual([asked.text('s1'), asked.title('s1')], ['… 1', 'waiting for agent, current, 1 visit, path 1']);
  asked.is('n1', 'r-agent', 'r-current');
  assert.deepEqual(
    run.pending().agents[0].tools.map(({ name }) => name),
    ['read_Counter', 'write_Counter', 'request_context'],
  );

  const done = run.reply('agent-1-1', reply(['write_Counter', { data: { value: 1 } }], ['read_Counter', {}]));
  assert.deepEqual(kinds(done), [
    'agentReplied',
    'contextWritten',
    'toolCalled',
    'contextRead',
    'toolCalled',
    'pathCompleted',
    'runEnded',
  ]);
  const [write, read] = done.results;
  assert.deepEqual(write.result, {
    success: true,
    context: 'Counter',
    written: ['value'],
    values: { value: 1 },
    version: 1,
  });
  assert.deepEqual([read.result.data, read.result.missing], [{ value: 1 }, []]);
  assert.deepEqual([path(run), done.outcome.kind], ['completed at increment', 'completed']);

  const after = drawn(run);
  assert.deepEqual(
    [after.text('v0-0'), after.mark('v0-0'), after.text('s1'), after.text('r0')],
    ['1', 'changed', '■ 1', 'context v1'],
  );
  assert.ok(after.title('v0-0').startsWith('was 0 → '));
  assert.ok(after.dot.includes('>1<'), 'the DOT shows 1');
  after.is('n1', 'r-completed', 'r-visited');
  assert.equal(after.mark('a1-w'), 'changed', 'the row of what it wrote');
  assert.deepEqual([before.key, asked.key], [after.key, after.key], 'the layout key never changes');

  assert.equal(run.step().error.code, 'run-ended');
  assert.deepEqual(drawn(run).dot, after.dot, 'a finished run keeps its picture');
});

test('Write then read: the second task reads what the first one wrote', () => {
  const run = start(WRITE_THEN_READ);
  kinds(run.step());
  const first = drawn(run);
  assert.equal(first.text('v2-0'), '""');
  first.is('n0', 'r-agent');
  assert.deepEqual(
    run.pending().agents[0].tools.map(({ name }) => name),
    ['transition_to_read', 'read_config', 'write_config', 'request_context'],
  );
  assert.deepEqual(kinds(run.reply('agent-1-1', reply(['write_config', { data: { value: 'hello world' } }]))), [
    'agentReplied',
    'contextWritten',
    'toolCalled',
    'moved',
  ]);
  const second = drawn(run);
  assert.deepEqual(
    [path(run), second.text('v2-0'), second.mark('v2-0')],
    ['active at read', '"hello world"', 'changed'],
  );
  second.is('n0', 'r-visited');
  second.is('n1', 'r-current');
  second.is('e2', 'r-last');
  assert.equal(second.mark('a0-w'), 'changed', 'the row of what it wrote');
  kinds(run.step());
  const third = drawn(run);
  assert.equal(third.mark('v2-0'), null);
  third.is('e2', 'r-taken');
  const [request] = run.pending().agents;
  assert.deepEqual(
    [request.prompt, request.contexts[0].values.value],
    ["Read config.value and confirm it's 'hello world'", 'hello world'],
  );
  const read = run.reply('agent-1-2', reply(['read_config', { fields: ['value'] }]));
  assert.deepEqual(kinds(read), ['agentReplied', 'contextRead', 'toolCalled', 'pathCompleted', 'runEnded']);
  assert.deepEqual(read.results[0].result.data, { value: 'hello world' });
  const last = drawn(run);
  last.is('n1', 'r-completed');
  assert.equal(last.mark('a1-r'), 'changed', 'the row of what it read');
  assert.deepEqual([first.key, second.key, third.key], [last.key, last.key, last.key]);
});

test('Prompt before condition: the agent is asked first, the move comes after', () => {
  const run = start(PROMPT_FIRST);
  assert.deepEqual(kinds(run.step()), ['nodeEntered', 'agentRequested']);
  const first = drawn(run);
  assert.equal(first.text('v1-0'), 'false');
  first.is('e1', 'r-false');
  const done = run.reply('agent-1-1', reply(['write_result', { data: { done: true } }]));
  assert.deepEqual(kinds(done), ['agentReplied', 'contextWritten', 'toolCalled', 'conditionEvaluated', 'moved']);
  assert.deepEqual(done.events.at(-1)?.cause, { type: 'condition', text: 'result.done' });
  const second = drawn(run);
  assert.deepEqual([path(run), second.text('v1-0'), second.mark('v1-0')], ['active at complete', 'true', 'changed']);
  second.is('e1', 'r-last', 'r-taken');
  second.is('n2', 'r-current');
  assert.deepEqual(kinds(run.step()), ['nodeEntered', 'pathCompleted', 'runEnded']);
  drawn(run).is('n2', 'r-completed');

  const ready = start(PROMPT_FIRST.replace('done: false', 'done: true'));
  assert.deepEqual(kinds(ready.step()), ['nodeEntered', 'agentRequested']);
  ready.reply('agent-1-1', reply());
  assert.equal(path(ready), 'active at complete');
});

test('Catch: the path of the failing task stands at `failed` with one error', () => {
  const run = start(CATCH);
  kinds(run.step());
  drawn(run).is('n0', 'r-agent');
  const done = run.reply('agent-1-1', reply(['no_such_tool', {}]));
  assert.deepEqual(kinds(done), ['agentReplied', 'toolCalled', 'visitFailed', 'caught', 'moved']);
  assert.equal(done.results[0].error.code, 'unknown-tool');
  assert.deepEqual(
    [path(run), run.view().counters.errors, run.evaluate('1', 'errorCount').value],
    ['active at failed', 1, 1],
  );
  const moved = drawn(run);
  moved.is('n0', 'r-visited');
  moved.is('n1', 'r-current');
  moved.is('e0', 'r-last', 'r-taken');
  assert.deepEqual(kinds(run.step()), ['nodeEntered', 'pathCompleted', 'runEnded']);
  drawn(run).is('n1', 'r-completed');
});

test('two start paths keep their own values and the drawing shows both by path', () => {
  const run = start(`context C { n: 0 }
init left; init right
task add { prompt: "go" }
left -> add; right -> add; add -writes-> C`);
  kinds(run.step());
  kinds(run.step());
  run.reply('agent-1-1', reply(['write_C', { data: { n: 1 } }]));
  run.reply('agent-2-1', reply(['write_C', { data: { n: 2 } }]));
  assert.deepEqual(run.view().contexts.C.fields.n.values, [
    { path: '1', set: true, value: 1 },
    { path: '2', set: true, value: 2 },
  ]);
  const picture = drawn(run);
  assert.deepEqual([picture.text('v0-0-1'), picture.text('v0-0-2')], ['1', '2']);
});

test('every trace gives the same bytes again', () => {
  for (const source of [COUNTER, WRITE_THEN_READ, PROMPT_FIRST, CATCH]) {
    const played = () => {
      const run = start(source);
      for (let turn = 0; turn < 6; turn++) {
        run.step();
        for (const { id } of run.pending().agents) run.reply(id, reply(['no_such_tool', {}]));
      }
      return JSON.stringify([run.dot(), run.view(), run.events()]);
    };
    assert.equal(played(), played());
  }
});

test('the whole prompt of a node is told with the values of a path', () => {
  const run = start('context C { n: 3 }\ninit a\ntask t { prompt: "Add {{ C.n }} and more" }\na -> t');
  assert.deepEqual(run.nodePrompt('1', 't'), { ok: true, prompt: 'Add 3 and more' });
  assert.deepEqual(run.nodePrompt('1', 'a'), { ok: true, prompt: null });
  assert.equal(run.nodePrompt('9', 't').error.code, 'unknown-path');
  assert.equal(run.nodePrompt('1', 'nobody').error.code, 'unknown-node');
});
