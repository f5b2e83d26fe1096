// `make same`: the core of this checkout against packages in other folders.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { examples } from '../examples.ts';
import { compare } from '../same.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const TSX = new URL('../../node_modules/tsx/dist/loader.mjs', import.meta.url).href;

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'tracklight-same-'));
});
after(() => rmSync(folder, { recursive: true }));

/** The exit code of the command, and what it prints. */
const runSame = (other: string) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((done) => {
    const child = execFile(process.execPath, ['--import', TSX, path('../same.ts'), other], (_error, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });

test('a changed output is reported with its machine and kind, and nothing else is', async () => {
  const pkg = join(folder, 'www/pkg');
  cpSync(path('../../pkg'), pkg, { recursive: true });
  const entry = join(pkg, 'tracklight.js');
  const changed = "\nObject.defineProperty(Machine.prototype, 'hash', { get: () => 'x' });\n";
  writeFileSync(entry, readFileSync(entry, 'utf8') + changed);
  const { code, stdout, stderr } = await runSame(folder);
  assert.deepEqual([code, stderr], [1, '']);
  const lines = stdout.trimEnd().split('\n');
  assert.ok(lines.at(-1)?.endsWith(` outputs compared, ${examples.length} differ`), lines.at(-1));
  const kettle = lines.filter((line) => line.startsWith('kettle.dygram'));
  assert.equal(kettle.length, 1);
  assert.match(kettle[0], /^kettle\.dygram, hash, text: at character 0, here "[0-9a-f]{16}", there "x"$/);
});

test('the error for a checkout without a package says how to build it', async () => {
  const { code, stderr } = await runSame(join(folder, 'unbuilt'));
  assert.equal(code, 2);
  assert.match(stderr, /unbuilt has no wasm package: run `node www\/build\/build\.mjs wasm` there/);
});

test('the first difference of each kind is shown, and how many follow it', () => {
  assert.deepEqual(
    compare(
      [
        ['m', 'step 0', 'view', 'same'],
        ['m', 'step 1', 'view', 'one\ntwo'],
        ['m', 'step 2', 'view', 'three'],
      ],
      [
        ['m', 'step 0', 'view', 'same'],
        ['m', 'step 1', 'view', 'one\ntwelve'],
        ['m', 'step 1', 'DOT', 'digraph'],
      ],
    ),
    {
      lines: [
        String.raw`m, view, step 1 and 1 more: at character 6, here "one\ntwo", there "one\ntwelve"`,
        'm, DOT, step 1: only there',
      ],
      compared: 4,
      differing: 3,
    },
  );
});
