// The context graph and the projection through the public class.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds, reply, start } from './core.ts';

const DESK = `context Top { a: 1 }
context Low { b: 2 }
Top *--> Low
state begin; task ask { prompt: "go" }; state done
ask -reads-> Top
ask -writes-> Low
begin -> ask -> done`;

test('the request carries the same projection as the run', () => {
  const run = start(DESK);
  kinds(run.step());
  kinds(run.step());
  const { ok, projection } = run.projection('1');
  assert.ok(ok);
  const [request] = run.pending().agents;
  assert.deepEqual(request.projection, projection);
  assert.deepEqual(run.pending({ projection: false }).agents, [{ ...request, projection: null }]);
  assert.throws(() => run.pending({ projected: false } as never), /options/);
  assert.deepEqual(
    projection.sections.map(({ id }) => id),
    ['run', 'machine', 'ctx:1/Top', 'ctx:1/Low', 'topic:1'],
  );
  assert.equal(projection.budget, 8000);
  assert.equal(run.projection('1', { budget: 0 }).projection.handles.length, 5);
  assert.equal(run.projection('1', { budget: -1 }).error.code, 'bad-budget');
  assert.equal(run.projection('9').error.code, 'unknown-path');
  assert.equal(run.projection('1', { node: 'nowhere' }).error.code, 'unknown-node');
});

test('a request in brief says of the same who asks and what may be called', () => {
  const run = start(`${DESK}
state later; ask -"another day"-> later; ask -if: "nobody knows"-> begin; ask -@async-> done`);
  kinds(run.step());
  kinds(run.step());
  const [request] = run.pending().agents;
  const { id, path, node, kind, visit, attempt, turn, maxTurns, delayMs, transitions, digest } = request;
  const contexts = request.contexts.map(({ name }) => ({ name }));
  const tools = request.tools.map(({ description, inputSchema, ...tool }) => tool);
  assert.ok(contexts.length === 2 && transitions.length === 3 && tools.some(({ kind: of }) => of === 'spawn'));
  const brief = run.pending({ brief: true } as never);
  assert.deepEqual(brief, {
    ...run.pending(),
    agents: [
      { id, path, node, kind, visit, attempt, turn, maxTurns, delayMs, rev: 0, contexts, transitions, tools, digest },
    ],
  });
});

test('edits change the handle at once and are saved with it', () => {
  const run = start(DESK);
  const made = run.editGraph({ op: 'group', title: 'Mine', parents: ['machine'], children: ['ctx:1/Low'] });
  assert.deepEqual(made, { ok: true, changed: true, node: 'grp:1' });
  assert.deepEqual(run.editGraph({ op: 'link', parent: 'ctx:1/Low', child: 'ctx:1/Top' }).error.data, {
    cycle: ['ctx:1/Low', 'ctx:1/Top', 'ctx:1/Low'],
  });
  assert.equal(run.editGraph({ op: 'state', node: 'grp:1', state: 'COLLAPSED' }).changed, true);
  assert.equal(run.editGraph({ op: 'level', node: 'topic:1', level: 'wake' }).changed, true);
  assert.equal(run.editGraph({ op: 'refresh', node: 'machine', refresh: 'never' }).changed, true);
  assert.equal(run.editGraph({ op: 'summary', node: 'machine', text: 'ours' }).changed, true);
  assert.equal(run.editGraph({ op: 'budget', tokens: 100 }).changed, true);
  assert.equal(run.editGraph({ op: 'remove', node: 'run' }).error.code, 'derived-node');
  assert.throws(() => run.editGraph({ op: 'state', node: 'run', state: 'OPEN' as never }), { code: 'bad-argument' });
  const graph = run.graph();
  assert.equal(graph.budget, 100);
  assert.deepEqual(graph.nodes.find(({ id }) => id === 'ctx:1/Low')?.parents, ['ctx:1/Top', 'grp:1']);
  assert.deepEqual(run.ancestors('ctx:1/Top'), ['machine', 'run']);
  for (const around of ['ancestors', 'descendants'])
    assert.throws(() => (run as any)[around]('ctx:1/Tops'), {
      message:
        `Run.${around}: node must be the id of a graph node: unknown \`ctx:1/Tops\`; ` + 'did you mean `ctx:1/Top`?',
    });
  assert.deepEqual(run.descendants('ctx:1/Top'), ['ctx:1/Low']);
  const advanced = run.advance();
  assert.deepEqual([advanced.reason, advanced.ticks], ['breakpoint', 1]);
  assert.equal(run.graph().notices[0].observer, 'topic:1');
  kinds(run.step());
  kinds(run.reply('agent-1-1', reply(['write_Low', { data: { b: 3 } }])));
  assert.ok(JSON.parse(run.save()).graph.groups.length === 1);
});

test('a refresh is step, never or a whole number from 1, and nothing else', () => {
  const run = start(DESK);
  const given = (refresh: unknown) => run.editGraph({ op: 'refresh', node: 'ctx:1/Top', refresh: refresh as never });
  const kept = () => run.graph().nodes.find(({ id }) => id === 'ctx:1/Top')?.refresh;
  for (const refresh of ['never', 1, 12, 'step']) {
    assert.equal(given(refresh).ok, true);
    assert.equal(kept(), refresh);
  }
  for (const refresh of [
    'often',
    'Never',
    'STEP',
    '',
    '3',
    0,
    -1,
    1.5,
    NaN,
    Infinity,
    1e12,
    true,
    null,
    undefined,
    [1],
    {},
  ]) {
    assert.throws(() => given(refresh), { code: 'bad-argument' }, String(refresh));
    assert.equal(kept(), 'step');
  }
});

test('views are kept by name', () => {
  const run = start(DESK);
  const { view } = run.saveGraphView('plain');
  assert.deepEqual(view, { name: 'plain', step: 0, nodes: 6, edges: 5, roots: 1, groups: 0 });
  run.editGraph({ op: 'unlink', parent: 'machine', child: 'ctx:1/Top' });
  assert.deepEqual(run.graph().roots, ['run', 'ctx:1/Top']);
  assert.deepEqual(run.restoreGraphView('plain'), { ok: true, edges: 5, missing: 0, newcomers: [], dropped: [] });
  assert.deepEqual(run.graph().roots, ['run']);
  assert.deepEqual(run.graphViews(), [view]);
  assert.equal(run.restoreGraphView('other').error.code, 'unknown-graph-view');
  assert.deepEqual([run.deleteGraphView('plain').ok, run.resetGraphView().ok, run.graphViews()], [true, true, []]);
});
