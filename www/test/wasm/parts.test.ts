// The core as the page loads it, in two parts, beside the core in one.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { sleep } from '../../src/core/yield.ts';
import { callsOver } from '../session.ts';
import { firstDrawing } from '../../build/split/first.mjs';
import * as parts from '../../pkg/parts/tracklight.js';
import * as core from '../../pkg/tracklight.js';
import './core.ts';

type Core = Pick<typeof core, 'Machine' | 'version' | 'languageReference'>;

const bytes = (name: string) => readFileSync(new URL(`../../pkg/parts/${name}`, import.meta.url));
parts.initSync({ module: bytes('first_bg.wasm') });

test('the first drawing needs the first part alone', async () => {
  await firstDrawing(parts);
});

test('a call that needs the rest says so where it cannot come', () => {
  assert.throws(() => parts.Machine.parse('state a').format(), /the rest of the core has not come yet/);
});

test('every machine of the gallery plays in two parts as in one, and the rest is asked for once', async () => {
  let asked = 0;
  parts.host.load = () => {
    asked += 1;
    parts.join(new WebAssembly.Module(bytes('rest_bg.wasm')));
  };
  const folder = new URL('../../examples/', import.meta.url);
  const slugs = readdirSync(folder).filter((name) => name.endsWith('.dygram'));
  assert.ok(slugs.length >= 24);
  for (const slug of slugs) {
    const source = readFileSync(new URL(slug, folder), 'utf8');
    const [one, two] = await Promise.all([core, parts].map((core) => played(core, source)));
    assert.deepEqual(two, one, slug);
  }
  assert.equal(asked, 1);
});

test('the core in two parts checks its arguments as the core in one', () => {
  assert.throws(() => parts.Machine.parse(5 as never), {
    code: 'bad-argument',
    message: 'Machine.parse: source must be a string; got 5',
  });
  const run = parts.Machine.parse('state a').start();
  assert.throws(() => run.goto('x' as never), { code: 'bad-argument' });
  run.free();
  assert.throws(() => run.step(), { code: 'freed' });
});

/** What a page would have after ten ticks. */
async function played(core: Core, source: string) {
  const call = callsOver(core, { now: () => 0, sleep });
  const analysis = await call('edit', { source, files: {}, entry: 'machine.dygram' });
  await call('start', {}, {});
  const snapshots = [];
  for (let i = 0; i < 10; i += 1) snapshots.push(await call('step', {}));
  const machine = core.Machine.parse(source);
  return {
    analysis,
    snapshots,
    json: machine.toJSON(),
    formatted: machine.format(),
    recording: await call('export', 'recording'),
  };
}
