import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examples } from '../../examples.ts';
import { followers, machines, structureOf, withContext, withData } from '../../pictures/machine.ts';
import { core } from '../../wasm/core.ts';

const NESTED = `context Kept { count<number>: 0; label<string>: "" }
init begin
outer {
  init first
  inner { init deep; task work { prompt: "Work" }; deep -> work }
  task last { prompt: "End" }
  first -> inner -> last
}
state review
end done
begin -> outer -> review
review -when: "Kept.count > 1"-> outer
outer -> done
outer.last -writes-> Kept
`;

test('the machines are those of the gallery and those beside the measures', () => {
  const all = machines();
  assert.equal(all.filter(({ isOfGallery }) => isOfGallery).length, examples.length);
  assert.deepEqual(
    all.filter(({ isOfGallery }) => !isOfGallery).map(({ name }) => name),
    ['m02-triage', 'm04-nested', 'm05-contexts', 'm07-hospital120'],
  );
});

test('a machine is meant by its name or by the start of it', () => {
  assert.deepEqual(
    machines(['m02', 'kettle']).map(({ name }) => name),
    ['kettle', 'm02-triage'],
  );
  assert.throws(() => machines(['m2']), /no machine is called m2; there are refund-desk, /);
});

test('modules, contexts and their fields are known', () => {
  const { nodes, fields } = structureOf(NESTED);
  assert.deepEqual(
    nodes.filter(({ isModule }) => isModule).map(({ path }) => path),
    ['outer', 'outer.inner'],
  );
  assert.equal(fields, 2);
});

test('what comes after a module is what its edges lead to, unless that came before', () => {
  const pairs = followers(structureOf(`${NESTED}outer.inner -"again"-> begin\n`));
  assert.deepEqual(pairs, [
    { module: 'outer', next: 'review' },
    { module: 'outer', next: 'done' },
    { module: 'outer.inner', next: 'outer.last' },
  ]);
});

test('a read or a write more is of a step and a context that had none', () => {
  const machine = { source: NESTED, structure: structureOf(NESTED) };
  assert.match(withData(machine, 'writes')?.source ?? '', /\nouter\.inner\.work -writes-> Kept\n$/);
  assert.equal(withData(machine, 'reads')?.of, 'outer.inner.work');
  const none = 'init a\nend b\na -> b\n';
  assert.equal(withData({ source: none, structure: structureOf(none) }, 'reads'), null);
});

test('no machine is broken by what is added to it', () => {
  const errors = (source: string) => {
    const machine = core.Machine.parse(source);
    const found = machine.diagnostics().filter(({ severity }) => severity === 'error');
    machine.free();
    return found;
  };
  for (const machine of machines())
    for (const variant of [withContext(machine), withData(machine, 'reads'), withData(machine, 'writes')])
      if (variant) assert.deepEqual(errors(variant.source), [], machine.name);
});
