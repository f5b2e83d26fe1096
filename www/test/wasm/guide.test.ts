// The examples of the guide over the built core: they read without a problem and run as the page says.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { core } from './core.ts';
import { working } from '../clock.ts';
import { callsOver } from '../session.ts';
import { codeOf, exampleOf } from '../../src/features/guide/pages.ts';
import { GUIDES } from '../../src/document/guides.ts';

/** Why Run stops in each machine. */
const STOPS: Record<string, string> = { Bakery: 'ended', 'Support desk': 'pending', Approval: 'ended' };

for (const { id } of GUIDES)
  for (const block of codeOf(id)) {
    const example = exampleOf(block);
    assert.ok(example);
    if ('slug' in example)
      test(`${id}: the lines shown are lines of ${example.slug}`, () => {
        const source = readFileSync(new URL(`../../examples/${example.slug}.dygram`, import.meta.url), 'utf8');
        for (const line of block.text.split('\n')) assert.ok(source.split('\n').includes(line), line);
      });
    else
      test(`${id}: its machine has no problems and runs`, async () => {
        const { source } = example;
        const machine = core.Machine.parse(source);
        assert.deepEqual(machine.diagnostics(), []);
        const call = callsOver(core, working());
        await call('edit', { source, files: {}, entry: 'machine.dygram' });
        await call('start', {}, {});
        const { reason } = await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
        assert.equal(reason, STOPS[machine.title ?? '']);
        const { snapshot } = await call('snapshot', {});
        if (reason === 'ended') assert.equal(snapshot.view.outcome.kind, 'completed');
      });
  }

test('a text that is not edited gets its tokens', async () => {
  const call = callsOver(core, working());
  await call('edit', { source: 'state a', files: {}, entry: 'machine.dygram' });
  const { source, classes, tokens } = await call('highlight', 'task t');
  assert.equal(source, 'task t');
  assert.match(classes[tokens[2] ?? 0] ?? '', /^type/);
  assert.equal((await call('draw', {})).parts?.dot.includes('"t"'), false);
});

test('a text that is not edited is drawn small, unless it is empty or too large', async () => {
  const call = callsOver(core, working());
  const sketch = (source: string, most = 9) =>
    call('sketch', { source, files: {}, entry: 'machine.dygram' }, most) as Promise<{ nodes: number; dots: string[] }>;
  const { nodes, dots } = await sketch('init a\nend b\na -> b\n');
  assert.equal(nodes, 2);
  assert.equal(dots.length, 2);
  assert.match(dots[1] ?? '', /rankdir="?LR/);
  assert.deepEqual(await sketch(''), { nodes: 0, dots: [] });
  assert.deepEqual(await sketch('init a\nend b\na -> b\n', 1), { nodes: 2, dots: [] });
  // What can be read of a text with errors is drawn.
  assert.equal((await sketch('init a\na -> \n')).dots.length, 2);
});
