import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { POLICY } from '../../build/csp.mjs';
import init, { version } from '../../pkg/tracklight.js';

const wasm = readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url));

test('the package starts in Node from bytes and tells its version and commit', async () => {
  await init({ module_or_path: wasm });
  assert.match(version().core, /^\d+\.\d+\.\d+\+([0-9a-f]{12}|unknown)$/);
  assert.equal(version().rules, 3);
});

test('types lie beside the module', () => {
  assert.ok(existsSync(new URL('../../pkg/tracklight.d.ts', import.meta.url)));
});

test('the wasm names no folder of the machine that built it', () => {
  const top = new URL('../../..', import.meta.url).pathname;
  assert.ok(!wasm.includes(top), top);
  assert.ok(!process.env.HOME || process.env.HOME === '/' || !wasm.includes(`${process.env.HOME}/`));
});

test('the scripts need no right that the policy withholds', () => {
  assert.match(POLICY, /'wasm-unsafe-eval'/);
  const folder = new URL('../../pkg/', import.meta.url);
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  assert.ok(scripts.includes('glue.js') && scripts.includes('tracklight.js'));
  for (const name of scripts)
    assert.doesNotMatch(readFileSync(new URL(name, folder), 'utf8'), /new Function\b|\beval\(/, name);
});
