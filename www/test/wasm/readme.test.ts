// The README's JavaScript runs in Node as it is written, and its picture is a run of its machine.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadRenderer } from '../../src/plugins/render.ts';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
const [, example] = /```js\n([\s\S]*?)```/.exec(readme) as RegExpExecArray;
const folder = new URL('../../pkg/', import.meta.url);

/** Runs a module beside the package in a fresh process. */
const inNode = (code: string, flags: string[] = []) =>
  execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' });

test('the README example runs in Node as written and gives what it says', () => {
  const [, expression, promised] = /^(run\.view\(\)[^;]*);\s*\/\/ (.*)$/m.exec(example) as RegExpExecArray;
  const seen = `[${expression}, ${promised}, run.dot(), machine.diagnostics(), back.run.view(), run.view()]`;
  const out = inNode(`${example}\nconsole.log(JSON.stringify(${seen}));`);
  const [got, wanted, dot, diagnostics, resumed, view] = JSON.parse(out);
  assert.deepEqual(got, wanted);
  assert.deepEqual(diagnostics, []);
  assert.deepEqual(resumed, view);
  assert.match(dot, /^digraph/);
});

test('the example of the npm package prints what it says', () => {
  const text = readFileSync(new URL('../../build/package/README.md', import.meta.url), 'utf8');
  const [, written] = /## In Node and in the browser\n\n```js\n([\s\S]*?)```/.exec(text) as RegExpExecArray;
  const [, promised] = /^console\.log\(.*\); \/\/ (.*)$/m.exec(written) as RegExpExecArray;
  const code = written
    .replace("'tracklight/core'", "'./tracklight.js'")
    .replace("'tracklight/agents'", "'../src/plugins/agents.ts'");
  assert.equal(inNode(code, ['--import', import.meta.resolve('tsx')]), `${promised}\n`);
});

test('the moving picture of the README is the run of its machine', async () => {
  const [, machine] = /```dygram\n([\s\S]*?)```/.exec(readme) as RegExpExecArray;
  const [, path] = /^!\[.*\]\((.*\.svg)\)$/m.exec(readme) as RegExpExecArray;
  const picture = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const render = await loadRenderer();
  assert.ok(
    picture === render.animate(machine, { theme: 'auto' }),
    'draw it again: node www/build/write-reference.mjs',
  );
});

test('init() reads the wasm in Node, again without effect, from an address of a file too', () => {
  const out = inNode(`import init, { Machine } from './tracklight.js';
const { memory } = await init();
const again = await init({ module_or_path: new URL('tracklight_bg.wasm', 'file://' + process.cwd() + '/') });
console.log(memory === again.memory, Machine.parse('state a').counts().nodes);`);
  assert.equal(out, 'true 1\n');
});

test('initSync takes the bytes', () => {
  const out = inNode(`import { readFileSync } from 'node:fs';
import { initSync, Machine } from './tracklight.js';
initSync({ module: readFileSync('tracklight_bg.wasm') });
console.log(Machine.parse('state a').counts().nodes);`);
  assert.equal(out, '1\n');
});

test('before init() every call says what is missing, and a wrong argument of init() is named', () => {
  const out = inNode(`import init, { initSync, Machine, version } from './tracklight.js';
const told = async (act) => {
  try { await act(); return 'nothing'; } catch ({ code, message }) { return code + ' ' + message; }
};
for (const act of [
  () => Machine.parse('state a'), () => version(),
  () => init(5), () => init(null), () => init({ module_or_path: 5 }), () => initSync(),
]) console.log(await told(act));
await init();
console.log(await told(() => Machine.parse('state a')));`);
  const [parse, version, five, nothing, path, sync, after] = out.trimEnd().split('\n');
  assert.equal(parse, 'not-ready Machine.parse: the package is not ready; call `await init()` first');
  assert.match(version, /^not-ready version: /);
  for (const line of [five, nothing, path])
    assert.match(line, /^bad-argument init: module_or_path must be an address, .*; got (5|null)$/);
  assert.match(sync, /^bad-argument initSync: module must be the bytes .*; got undefined$/);
  assert.equal(after, 'nothing');
});
