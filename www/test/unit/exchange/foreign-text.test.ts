// What the Problems panel says of a text in another format.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Machine } from '../../../pkg/tracklight.js';
import { withForeignFormat } from '../../../src/exchange/foreign-text.ts';
import { startCore } from './check.ts';

before(startCore);

const findings = (source: string) => {
  const machine = Machine.parse(source);
  try {
    return withForeignFormat(source, machine.diagnostics());
  } finally {
    machine.free();
  }
};

test('exchange_1_one_finding_names_the_format_in_place_of_all_errors', () => {
  const found = findings('\n%%{init: {}}%%\ngraph TD;\n  a["x"] -. y .-> b\n');
  assert.deepEqual(
    found.map(({ code, severity, message }) => ({ code, severity, message })),
    [{ code: 'foreign-format', severity: 'error', message: 'This looks like a Mermaid flowchart' }],
  );
  const [first] = found;
  assert.ok(first && 'fixes' in first && first.fixes?.[0]?.title === 'convert to a machine');
  assert.deepEqual([first.from, 'to' in first && first.to], [1, 15]);
});

test('exchange_1_a_text_that_is_a_machine_as_well_keeps_its_findings', () => {
  const found = findings('graph LR\na -> b\nb -> a\n');
  assert.deepEqual([found[0]?.code, found[0]?.severity], ['foreign-format', 'info']);
  assert.ok(found.length > 1);
  assert.ok(found.every(({ severity }) => severity !== 'error'));
});

test('exchange_1_machines_with_errors_are_no_foreign_texts', () => {
  for (const source of ['machine "Graph"\ngraph -> {', 'state a {', 'a -> b: x', '{ "a": 1 }'])
    assert.ok(
      findings(source).every(({ code }) => code !== 'foreign-format'),
      source,
    );
});
