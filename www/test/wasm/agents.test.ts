// The nodes that may ask an agent, as the page lists them, against what the core does.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { agentNodes } from '../../src/core/agent-nodes.ts';
import { checkScript } from '../../src/agents/script-shape.ts';
import { callsOver } from '../session.ts';
import * as core from '../../pkg/tracklight.js';
import { present } from '../loose.ts';
import './core.ts';
import { working } from '../clock.ts';

const EXAMPLES = new URL('../../examples/', import.meta.url);
const only = (source: string) => ({ source, files: {}, entry: 'machine.dygram' });
const listed = (source: string) => {
  const machine = core.Machine.parse(source);
  return agentNodes(machine, machine.start().view()).map(({ id, kind }) => `${kind} ${id}`);
};
const session = () => callsOver(core, working());

for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.dygram'))) {
  test(`${file}: every node that asks is listed, with the work that it asks for`, async () => {
    const source = readFileSync(new URL(file, EXAMPLES), 'utf8');
    const call = session();
    await call('edit', only(source));
    await call('start', {}, {});
    const { snapshot } = await call('run', { ticksPerSecond: null, maxTicks: 60 }, {});
    const asked = [
      ...new Set(
        snapshot.events.filter(({ kind }) => kind === 'agentRequested').map(({ work, node }) => `${work} ${node}`),
      ),
    ];
    const list = listed(source);
    assert.deepEqual(
      asked.filter((one) => !list.includes(one)),
      [],
    );
  });
}

const MACHINES: [name: string, source: string, expected: string[]][] = [
  [
    'a prompt, code, and a choice',
    'init s\n' +
      'task ask { prompt: "x" }\n' +
      'task count @code\n' +
      'task pick "Pick"\n' +
      'state a\n' +
      'state b\n' +
      's -> ask\n' +
      'ask -> count\n' +
      'count -> pick\n' +
      'pick -> a\n' +
      'pick -> b\n',
    ['work ask', 'code count', 'decision pick'],
  ],
  [
    'an empty prompt, states and ends ask nothing',
    'init s\n' +
      'task empty { prompt: " " }\n' +
      'state a { prompt: "x" }\n' +
      'end z { prompt: "x" }\n' +
      's -> empty\n' +
      'empty -> a\n' +
      'a -> z\n',
    [],
  ],
  ['a state never decides', 'init s\nstate a\nstate b\nstate c\ns -> a\na -> b\na -> c\n', []],
  [
    'the best priority leaves one way',
    'init s\ntask pick "Pick"\nstate a\nstate b\ns -> pick\npick -@priority(high)-> a\npick -> b\n',
    [],
  ],
  [
    'an automatic edge decides',
    'init s\ntask pick "Pick"\nstate a\nstate b\ns -> pick\npick -@auto-> a\npick -> b\n',
    [],
  ],
  [
    "words as a condition are the agent's to judge",
    'init s\ntask pick "Pick"\nstate a\ns -> pick\npick -when: "it looks good"-> a\n',
    ['decision pick'],
  ],
  [
    'inside a module its edges count',
    'init s\ntask group "Group" {\n  task inner "Inner"\n}\nstate a\nstate b\ns -> group\ngroup -> a\ngroup -> b\n',
    ['decision group.inner'],
  ],
];
for (const [name, source, expected] of MACHINES) {
  test(`${name}: listed ${expected.join(', ') || 'nothing'}, and nothing else asks`, async () => {
    assert.deepEqual(listed(source), expected);
    const call = session();
    await call('edit', only(source));
    await call('start', {}, {});
    const { snapshot } = await call('run', { ticksPerSecond: null, maxTicks: 20 }, {});
    const asked = snapshot.events
      .filter(({ kind }) => kind === 'agentRequested')
      .map(({ work, node }) => `${work} ${node}`);
    assert.deepEqual([...new Set(asked)], expected);
  });
}

test('a node that may write is listed with a value for the first field that it may', () => {
  const writes = (source: string) => {
    const machine = core.Machine.parse(source);
    return agentNodes(machine, machine.start().view()).map((node) => node.writes);
  };
  const parcel =
    'context Site @input { place<string>: "quay" }\n' +
    'context Parcel { street<string>: "Quay 4"; rings<Integer> @minimum(3); home<boolean> }\n' +
    'context Note { free: null }\n';
  const task = 'init s\ntask t { prompt: "x" }\ns -> t\n';
  assert.deepEqual(writes(`${parcel}${task}t -writes-> Parcel\n`), [{ Parcel: { street: 'Quay 4' } }]);
  assert.deepEqual(writes(`${parcel}${task}t -reads-> Note\nt -writes: rings, home-> Parcel\n`), [
    { Parcel: { rings: 3 } },
  ]);
  assert.deepEqual(
    writes(`${parcel}${task}t -writes-> Site\nParcel -writes: home-> t\n`).map((one) => Object.keys(one ?? {})),
    [['Parcel']],
  );
  assert.deepEqual(writes(`${parcel}${task}t -reads-> Parcel\n`), [undefined]);
  // It is a script that is accepted and played.
  const [write] = writes(`${parcel}${task}t -writes: home-> Parcel\n`);
  assert.deepEqual(checkScript({ write: present(write) }), []);
});

test('a session lists them with their stubs; ten thousand are listed at once', async () => {
  const call = session();
  assert.equal(await call('agents'), null);
  await call('edit', only('task a "First" { prompt: "x"; stub: { say: "hi" } }\ntask b { prompt: "y" }\na -> b\n'));
  await call('start', {}, {});
  assert.deepEqual(await call('agents'), [
    { id: 'a', title: 'First', kind: 'work', stub: { say: 'hi' } },
    { id: 'b', title: '', kind: 'work' },
  ]);
  await call('edit', only(Array.from({ length: 10_000 }, (_, i) => `task t${i} { prompt: "x" }`).join('\n')));
  await call('start', {}, {});
  assert.equal((await call('agents')).length, 10_000);
});

const ASKING =
  'context C { n: 0 }\n' +
  'task ask { prompt: "set C.n to 1" }\n' +
  'task then { prompt: "set C.n to 2" }\n' +
  'ask -writes-> C\n' +
  'then -writes-> C\n' +
  'ask -> then\n';

test("a stub set during a run answers its node's next request; for a node of a link only its replies", async () => {
  const call = session();
  await call('edit', only(ASKING));
  await call('start', { m: 'manual' }, {});
  const { snapshot: first } = await call('step', {});
  await call(
    'reply',
    first.pending.agents[0].id,
    { turns: [{ calls: [{ name: 'write_C', input: { data: { n: 7 } } }] }] },
    {},
  );
  const { run } = await call('link');
  assert.deepEqual(
    run.r.l.map(([, node]) => node),
    ['ask'],
  );

  const record = {
    s: run.s,
    r: { l: [...run.r.l, ['1', 'then', 'of another request', { turns: [] }]], given: 2 },
    t: run.t,
    k: run.k,
  };
  const other = session();
  await other('edit', only(ASKING));
  await other('restore', record, null, {});
  assert.deepEqual(
    (await other('agents')).map(({ id, stored = false }) => [id, stored]),
    [
      ['ask', true],
      ['then', true],
    ],
  );
  const waiting = (await other('step', {})).snapshot;
  assert.equal(waiting.pending.agents[0].node, 'then');
  const { snapshot } = await other('settings', { n: { then: { write: { C: { n: 9 } } } } }, {});
  assert.equal(snapshot.view.paths[0].context.C.n, 9);
  assert.deepEqual(
    (await other('agents')).map(({ id, stored = false }) => [id, stored]),
    [
      ['ask', true],
      ['then', false],
    ],
  );
  await other('settings', { m: 'auto', n: { then: { write: { C: { n: 9 } } } } }, {});
  assert.deepEqual(
    (await other('agents')).map(({ stored = false }) => stored),
    [false, false],
  );
});
