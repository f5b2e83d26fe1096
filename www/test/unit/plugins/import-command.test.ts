// `tracklight import` on the command line.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../../src/plugins/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-import-'));
after(() => rmSync(folder, { recursive: true, force: true }));

async function command(...words: string[]) {
  const printed = { out: '', error: '' };
  const code = await main(['import', ...words], {
    out: (content) => void (printed.out += String(content)),
    error: (text) => void (printed.error += text),
  });
  return { code, ...printed };
}

function file(name: string, text: string) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const DOOR = 'stateDiagram-v2\n  [*] --> Closed\n  Closed --> Open : push\n  class Open red\n';

test('exchange_1_import prints the machine, and what is lost as warnings', async () => {
  const path = file('door.mmd', DOOR);
  const { code, out, error } = await command(path);
  assert.equal(code, 0);
  assert.match(out, /^Closed -on: push-> Open$/m);
  assert.equal(error, `${path}:4: lost: class Open red (the drawing has its own colors)\n`);
  assert.equal((await command(path, '--quiet')).error, '');
});

test('exchange_1_import writes to a file, in the format that is named', async () => {
  const target = join(folder, 'door.dygram');
  const { code, out } = await command(file('door.txt', DOOR), '-o', target, '--format', 'mermaid-state', '-q');
  assert.deepEqual([code, out], [0, '']);
  assert.match(readFileSync(target, 'utf8'), /^machine "Imported machine"/m);
});

test('exchange_1_import says what is wrong, with its place and its exit code', async () => {
  const bad = file('bad.dot', 'digraph {\n  a -> }\n');
  const refused = await command(bad);
  assert.equal(refused.code, 1);
  assert.match(refused.error, new RegExp(`^tracklight: ${bad.replace(/[\\.]/g, '\\$&')}:2:8: `));
  const unknown = await command(file('letter.txt', 'Dear all,\n'));
  assert.deepEqual([unknown.code, unknown.out], [1, '']);
  assert.match(unknown.error, /in no notation that can be read/);
  assert.equal((await command(join(folder, 'missing.dot'))).code, 1);
  for (const words of [[], ['a', 'b'], ['a', '--format', 'visio'], ['a', '--fast']]) {
    const { code, error } = await command(...words);
    assert.equal(code, 64, error);
  }
  const help = await command('--help');
  assert.deepEqual([help.code, /Usage: tracklight import \[options\] <file>/.test(help.out)], [0, true]);
});
