// `tracklight import` on the command line.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, temporaryFolder } from './in-folder.ts';

const { folder, file } = temporaryFolder('import');
const importCommand = (...words: string[]) => command(['import', ...words]);

const DOOR = 'stateDiagram-v2\n  [*] --> Closed\n  Closed --> Open : push\n  class Open red\n';

test('exchange_1_import prints the machine, and what is lost as warnings', async () => {
  const path = file('door.mmd', DOOR);
  const { code, out, error } = await importCommand(path);
  assert.equal(code, 0);
  assert.match(out, /^Closed -on: push-> Open$/m);
  assert.equal(error, `${path}:4: lost: class Open red (the drawing has its own colors)\n`);
  assert.equal((await importCommand(path, '--quiet')).error, '');
});

test('exchange_1_import writes to a file, in the format that is named', async () => {
  const target = join(folder, 'door.dygram');
  const { code, out } = await importCommand(file('door.txt', DOOR), '-o', target, '--format', 'mermaid-state', '-q');
  assert.deepEqual([code, out], [0, '']);
  assert.match(readFileSync(target, 'utf8'), /^machine "Imported machine"/m);
});

test('exchange_1_import says what is wrong, with its place and its exit code', async () => {
  const bad = file('bad.dot', 'digraph {\n  a -> }\n');
  const refused = await importCommand(bad);
  assert.equal(refused.code, 1);
  assert.match(refused.error, new RegExp(`^tracklight: ${bad.replace(/[\\.]/g, '\\$&')}:2:8: `));
  const unknown = await importCommand(file('letter.txt', 'Dear all,\n'));
  assert.deepEqual([unknown.code, unknown.out], [1, '']);
  assert.match(unknown.error, /format of the text was not recognized\nName it with `--format`: mermaid-state, /);
  assert.equal((await importCommand(join(folder, 'missing.dot'))).code, 1);
  for (const words of [[], ['a', 'b'], ['a', '--format', 'visio'], ['a', '--fast']]) {
    const { code, error } = await importCommand(...words);
    assert.equal(code, 64, error);
  }
  const help = await importCommand('--help');
  assert.deepEqual([help.code, /Usage: tracklight import \[options\] <file>/.test(help.out)], [0, true]);
});
