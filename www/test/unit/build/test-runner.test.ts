// The rule of the browser tests' runner: a second try tells what is unsteady and saves nothing.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXCUSED, verdict } from '../../verdict.ts';

const one = { file: 'a.test.mjs', name: 'a door opens' };
const two = { file: 'a.test.mjs', name: 'a door closes' };

test('a run passes if no test failed', () => assert.deepEqual(verdict([], null), { passes: true, lines: [] }));

test('a test that passes only alone fails the run and is named', () => {
  assert.deepEqual(verdict([one], []), {
    passes: false,
    lines: ['✖ unsteady: failed, then passed alone: a door opens'],
  });
});

test('why a test failed at first stands below its line', () => {
  assert.deepEqual(verdict([{ ...one, error: 'locked\nby a key' }], []).lines, [
    '✖ unsteady: failed, then passed alone: a door opens',
    '    locked\n    by a key',
  ]);
});

test('a test that is excused by name may need its second try, and its reason is told', () => {
  assert.deepEqual(verdict([one], [], { 'a door opens': 'the hinge' }), {
    passes: true,
    lines: ['⚠ unsteady, excused: a door opens (the hinge)'],
  });
  assert.equal(verdict([one, two], [], { 'a door opens': 'the hinge' }).passes, false, 'another one is not');
});

test('a test that fails twice fails the run, excused or not', () => {
  assert.deepEqual(verdict([one], [one], { 'a door opens': 'the hinge' }), {
    passes: false,
    lines: ['✖ failed twice: a door opens'],
  });
});

test('without a second try every failure counts', () =>
  assert.equal(verdict([one], null, { 'a door opens': 'the hinge' }).passes, false));

test('no test is excused', () => assert.deepEqual(EXCUSED, {}));

/** What the runner says of a file with these lines, and its exit code. */
async function ran(body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tracklight-runner-'));
  try {
    const file = join(folder, 'x.test.mjs');
    await writeFile(
      file,
      `import { existsSync, writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\n${body}`,
    );
    const { NODE_TEST_CONTEXT: _, TEST_RESULTS: __, ...env } = process.env;
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL('../../test-runner.ts', import.meta.url)), file],
      { env },
    );
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
      });
    const code = await new Promise((done) => child.on('close', done));
    return { code, said };
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('the runner ends with an error when a test failed once and passed alone', async () => {
  const { code, said } = await ran(
    "const seen = new URL('seen', import.meta.url);\n" +
      "test('first time bad', () => { if (!existsSync(seen)) { writeFileSync(seen, ''); throw new Error('once'); } });",
  );
  assert.match(said, /✖ unsteady: failed, then passed alone: first time bad\n {4}Error: once/);
  assert.equal(code, 1);
});

test('the runner ends well when all passed, and with an error when a test fails twice', async () => {
  assert.equal((await ran("test('good', () => {});")).code, 0);
  const { code, said } = await ran("test('bad', () => { throw new Error('always'); });");
  assert.match(said, /✖ failed twice: bad/);
  assert.equal(code, 1);
});
