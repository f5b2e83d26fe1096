// What the checks around the core do when the core itself fails, on a core that fails as told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../../../src/core-api/api.ts';
import { describe } from '../../../src/core/refusals.ts';

/** A package over a core whose every method throws. */
async function failing(thrown: unknown) {
  const freed: object[] = [];
  class Core {
    static parse() {
      return new Core();
    }
    start() {
      return new Core();
    }
    format() {
      throw thrown;
    }
    step() {
      return { ok: true };
    }
    free() {
      freed.push(this);
    }
  }
  const started = { memory: {} };
  const glue = { default: async () => started, initSync: () => started, Machine: Core };
  const core = open(glue, (_, input) => input);
  await core.default();
  return { core, freed };
}

test('a trap is an internal error, and nothing is called on that instance any more', async () => {
  for (const trap of [
    new WebAssembly.RuntimeError('unreachable'),
    new RangeError('Maximum call stack size exceeded'),
  ]) {
    const { core, freed } = await failing(trap);
    const machine = core.Machine.parse('state a');
    const run = machine.start();
    assert.equal(run.step().ok, true);
    assert.throws(
      () => machine.format(),
      (error: any) => error.code === 'internal' && error.cause === trap && describe(error).fatal,
    );
    assert.throws(() => run.step(), {
      code: 'internal',
      message: 'Run.step: the core failed earlier; reload the package',
    });
    assert.throws(() => core.Machine.parse('state a'), { code: 'internal' });
    run.free();
    assert.equal(freed.length, 0);
    assert.throws(() => run.step(), { code: 'freed' });
  }
});

test('other errors of the core pass as they are, and misuse that the core finds names the method', async () => {
  const other = new Error('a part of the engine did not load (404)');
  const plain = await failing(other);
  const machine = plain.core.Machine.parse('state a');
  assert.throws(
    () => machine.format(),
    (error) => error === other,
  );
  assert.equal(machine.start().step().ok, true);
  const misuse = Object.assign(new TypeError('options.path must be the id of a path'), {
    code: 'bad-argument',
    data: { argument: 'options', expected: 'the id of a path' },
  });
  const { core } = await failing(misuse);
  assert.throws(() => core.Machine.parse('state a').format(), {
    name: 'TypeError',
    code: 'bad-argument',
    message: 'Machine.format: options.path must be the id of a path',
    data: { method: 'Machine.format', argument: 'options', expected: 'the id of a path' },
  });
});

test('an object of the core is given back once', async () => {
  const { core, freed } = await failing(null);
  const machine = core.Machine.parse('state a');
  machine.free();
  machine.free();
  assert.equal(freed.length, 1);
});
