// Tools that the build installs.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SETUP = fileURLToPath(new URL('../../../build/setup.mjs', import.meta.url));

/** Installs wasm-bindgen with a cargo that fails. @returns what cargo was called with, and what was said */
function install(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'tracklight-setup-'));
  try {
    const calls = join(folder, 'calls');
    writeFileSync(join(folder, 'cargo'), `#!/bin/sh\necho "$@" >> '${calls}'\nexit 1\n`);
    chmodSync(join(folder, 'cargo'), 0o755);
    const { TRACKLIGHT_RELEASE: _, ...own } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, [SETUP, 'bindgen'], {
      encoding: 'utf8',
      env: { ...own, ...env, PATH: `${folder}${delimiter}${process.env.PATH}`, XDG_CACHE_HOME: folder },
    });
    return { status, said: stdout + stderr, calls: readFileSync(calls, 'utf8').trimEnd().split('\n') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('wasm-bindgen is tried without its lockfile only where nothing is released, and that is said', () => {
  const usual = install({});
  assert.deepEqual(
    usual.calls.map((call) => call.endsWith(' --locked')),
    [true, false],
  );
  assert.match(usual.said, /its lockfile cannot be used here/);
  const release = install({ TRACKLIGHT_RELEASE: '1' });
  assert.deepEqual(
    release.calls.map((call) => call.endsWith(' --locked')),
    [true],
  );
  assert.notEqual(release.status, 0);
  assert.match(release.said, /wasm-bindgen-cli \S+ does not install with its lockfile, which a release needs/);
});
