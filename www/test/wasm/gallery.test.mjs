// @ts-nocheck
// Every machine of the gallery over the built core and the page's own agents, without a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { rest } from '../../engine/rest.js';
import { Session } from '../../engine/session.js';
import * as core from '../../pkg/tracklight.js';

const folder = new URL('../../examples/', import.meta.url);
const list = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
await core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) });

for (const { slug, title, ticks } of list) {
  const source = readFileSync(new URL(`${slug}.dygram`, folder), 'utf8');

  test(`${slug} reads without errors and warnings, and has the title of its entry`, () => {
    const machine = core.Machine.parse(source);
    assert.deepEqual(machine.diagnostics().filter(({ severity }) => severity !== 'info'), []);
    assert.equal(machine.title, title);
  });

  test(`${slug} runs as its entry says, and no script is found wanting`, async () => {
    const session = new Session(core, { now: () => performance.now(), rest });
    const call = (name, ...args) => session.call(name, args, () => {});
    await call('edit', source);
    await call('start', {}, {});
    const { reason } = await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
    const { snapshot } = await call('look', {});
    assert.deepEqual(snapshot.replies.flatMap((reply) => reply.warnings ?? []), []);
    if (typeof ticks === 'number') {
      assert.deepEqual([reason, snapshot.view.outcome.kind, snapshot.view.tick], ['ended', 'completed', ticks]);
    } else {
      assert.ok(['loop', 'pending', 'blocked'].includes(reason), reason);
    }
  });
}
