// What the core says of a machine that is edited by its drawing: elements, edits of several ops as one, a value while
// it is typed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, draftAnswer, elementsOf, joinedEdits } from '../../../src/gestures/machine-edits.ts';
import { supervise } from '../../../src/core/calls.ts';
import { DRAFT, MADE, type EditOps } from '../../../src/gestures/elements.ts';
import { applyEdits } from '../../../src/protocol/files.ts';
import { handWatch } from '../../clock.ts';
import { InThreadWorker } from '../../in-thread-worker.ts';

const SOURCE = `task assess "Assess it" { prompt: "Look at {{ Ticket.subject }}" }
context Ticket { subject<string>: "x" }

assess -go, when: "Ticket.subject == 'x'"-> done
assess -reads-> Ticket
assess -catch-> done
`;

const sourcesOf = (source: string, files: Record<string, string> = {}) => ({ source, files, entry: 'machine.dygram' });

async function engineWith(source: string, files: Record<string, string> = {}) {
  const engine = supervise(() => new InThreadWorker(), handWatch());
  await engine.edit(source, files, 'machine.dygram');
  return engine;
}

test('an edge says for which event or time it waits', async () => {
  const source = 'event paid\nopen -on: paid-> closed\nopen -after: 2d, late-> dropped\n';
  const elements = await elementsOf(await engineWith(source), sourcesOf(source));
  assert.deepEqual(
    elements?.edges.map(({ event, duration, label }) => [event, duration, label]),
    [
      ['paid', '', ''],
      ['', '2d', 'late'],
    ],
  );
});

test('elements are in the order of their diagram ids, with what can be edited of them', async () => {
  const engine = await engineWith(SOURCE);
  const elements = await elementsOf(engine, sourcesOf(SOURCE));
  assert.ok(elements);
  assert.deepEqual(
    elements.nodes.map(({ id, kind, title, prompt, isContext, fields }) => [
      id,
      kind,
      title,
      prompt,
      isContext,
      fields,
    ]),
    [
      ['assess', 'task', 'Assess it', 'Look at {{ Ticket.subject }}', false, []],
      ['Ticket', 'context', '', '', true, [{ name: 'subject', type: 'string' }]],
      ['done', '', '', '', false, []],
    ],
  );
  assert.deepEqual(
    elements.edges.map(({ key, text, label, condition, access, isCatch }) => [
      key,
      text,
      label,
      condition,
      access,
      isCatch,
    ]),
    [
      ['assess>done#0', 'go', 'go', "Ticket.subject == 'x'", null, false],
      ['assess>Ticket#0', 'reads', 'reads', '', 'reads', false],
      ['assess>done#1', 'catch', '', '', null, true],
    ],
  );
});

test('several ops are edits of the first text, and a refusal of the second one changes nothing', async () => {
  const source = 'import { Wash } from "./laundry"\ntask a\n\na -> Wash\n';
  const files = { 'laundry.dygram': 'task Wash\n' };
  const engine = await engineWith(source, files);
  const change = async (ops: EditOps) => {
    const answer = await changeOf(engine, sourcesOf(source, files), ops);
    assert.ok(answer);
    if (!answer.ok) return answer.error.code;
    const changed = applyEdits({ source, files, entry: 'machine.dygram' }, answer.edits, 'machine.dygram');
    return { ...changed, nodes: answer.nodes, selected: changed?.source.slice(answer.select.from, answer.select.to) };
  };
  assert.deepEqual(
    await change([
      { op: 'addNode', kind: 'task', name: 'Fold it', after: 'a' },
      { op: 'connect', from: 'a', to: MADE, as: 'flow' },
    ]),
    {
      source: 'import { Wash } from "./laundry"\ntask a\ntask fold_it "Fold it"\n\na -> Wash\na -> fold_it\n',
      files,
      entry: 'machine.dygram',
      nodes: ['fold_it'],
      selected: 'fold_it',
    },
  );
  const both = await change([
    { op: 'setTitle', node: 'Wash', title: 'Wash it' },
    { op: 'setTitle', node: 'a', title: 'A' },
  ]);
  assert.ok(typeof both === 'object');
  assert.deepEqual(
    [both.files?.['laundry.dygram'], both.source?.includes('task a "A"')],
    ['task Wash "Wash it"\n', true],
  );
  assert.equal(
    await change([
      { op: 'addNode', kind: 'task', name: 'b' },
      { op: 'connect', from: 'b', to: 'nowhere', as: 'flow' },
    ]),
    'unknown-node',
  );
});

test('edits of edits are one list of edits', () => {
  const apply = (text: string, edits: { from: number; to: number; insert: string }[]) =>
    [...edits].reverse().reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
  const text = 'one two three four';
  const first = [
    { from: 0, to: 3, insert: '1' },
    { from: 8, to: 8, insert: 'and ' },
  ];
  const middle = apply(text, first);
  const lists = [
    [{ from: 0, to: 1, insert: '' }],
    [{ from: 0, to: middle.length, insert: 'all' }],
    [
      { from: 3, to: 8, insert: 'TWO' },
      { from: 10, to: 10, insert: '!' },
    ],
    [{ from: middle.length, to: middle.length, insert: '.' }],
  ];
  for (const second of lists) assert.equal(apply(text, joinedEdits(first, second)), apply(middle, second));
});

test('a value that is being typed is completed and checked where it would be written', async () => {
  const engine = await engineWith(SOURCE);
  const prompt = { op: 'setPrompt', node: 'assess', prompt: DRAFT } as const;
  const typed = 'Say "hello" to {{ Ticket.su';
  const answer = await draftAnswer(engine, sourcesOf(SOURCE), prompt, typed, typed.length);
  assert.deepEqual(
    answer?.completions.map(({ label, from, to }) => [label, typed.slice(from, to)]),
    [['subject', 'su']],
  );
  const condition = { op: 'setCondition', edge: { key: 'assess>done#0', label: 'go' }, expr: DRAFT } as const;
  const wrong = 'Ticket.subjekt == 1';
  const problems = (await draftAnswer(engine, sourcesOf(SOURCE), condition, wrong, null))?.problems ?? [];
  assert.ok(problems.some(({ from, to }) => wrong.slice(from, to).includes('subjekt')));
  assert.equal(await draftAnswer(engine, sourcesOf(SOURCE), { ...prompt, node: 'nobody' }, 'x', 0), null);
});
