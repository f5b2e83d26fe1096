// The workflows: rights, credentials, and versions. What runs code of the repository may not publish.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'yaml';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
  env?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  steps: Step[];
}
interface Workflow {
  permissions: Record<string, string>;
  env?: Record<string, string>;
  jobs: Record<string, Job>;
}

const FOLDER = new URL('../../../../.github/workflows/', import.meta.url);
const files = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), 'utf8') }));
const workflows = files.map(({ name, text }) => ({ ...(parse(text) as Workflow), name }));
const jobs = workflows.flatMap(({ name, permissions, jobs }) =>
  Object.entries(jobs).map(([job, { permissions: own = permissions, steps }]) => ({
    name: `${name}: ${job}`,
    permissions: own,
    steps,
  })),
);
const steps = jobs.flatMap(({ name, steps }) => steps.map((step) => ({ name, ...step })));

test('a job that may change something gets what another one has built, and runs nothing of the repository', () => {
  const writing = jobs.filter(({ permissions }) => Object.values(permissions).includes('write'));
  assert.deepEqual(
    writing.map(({ name }) => name),
    ['pages.yml: deploy', 'release.yml: publish'],
  );
  for (const { name, steps } of writing)
    for (const { uses, run } of steps) {
      assert.doesNotMatch(uses ?? '', /^actions\/checkout@/, name);
      if (run !== undefined) assert.match(run, /^npm publish [^;&|$`]+$/, name);
    }
  for (const { name, permissions } of workflows)
    assert.ok(!Object.values(permissions).includes('write'), `${name}: rights of all jobs`);
});

test('no step after the checkout finds its token', () => {
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  assert.ok(checkouts.length >= 3);
  for (const { name, with: given } of checkouts) assert.equal(given?.['persist-credentials'], false, name);
});

test('actions are pinned to commits, the toolchain to a version, dependencies to their locks', () => {
  for (const { name, text } of files)
    for (const line of text.split('\n').filter((one) => one.includes('uses:')))
      assert.match(line, /uses: [\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
  for (const { name, run = '' } of steps) {
    assert.doesNotMatch(run, /\b(stable|beta|nightly|latest)\b/, name);
    if (/\bcargo (build|install|package|publish|test)\b/.test(run)) assert.match(run, /--locked/, name);
    assert.doesNotMatch(run, /\bnpm (i|install)\b/, name);
  }
  const toolchains = workflows.map(({ env }) => env?.RUSTUP_TOOLCHAIN);
  assert.match(toolchains[0] ?? '', /^\d+\.\d+\.\d+$/);
  assert.equal(new Set(toolchains).size, 1, 'the same everywhere');
});

test('what is published is built with locked tools only, and the npm package has its provenance', () => {
  const builds = steps.filter(({ name, run }) => !name.startsWith('checks') && /^make /.test(run ?? ''));
  assert.equal(builds.length, 2);
  for (const { name, env } of builds) assert.equal(env?.TRACKLIGHT_RELEASE, 1, name);
  const published = steps.filter(({ run }) => /\bnpm publish\b/.test(run ?? ''));
  assert.equal(published.length, 1);
  for (const { name, run } of published) assert.match(run ?? '', /--provenance/, name);
});
