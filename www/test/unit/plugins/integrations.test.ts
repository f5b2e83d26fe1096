// The integrations with Docusaurus and Astro: what they add to a site's configuration, and what they say of it.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { tracklight } from '../../../src/plugins/astro.ts';
import { withTracklight } from '../../../src/plugins/docusaurus.ts';
import { SiteMachines } from '../../../src/plugins/integration.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-integrations-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A site that has a package in a version. */
function siteWith(packageName: string, version: string) {
  const site = mkdtempSync(join(folder, 'site-'));
  const to = join(site, 'node_modules', packageName);
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, 'package.json'), JSON.stringify({ version }));
  return site;
}

/** Names of what a part of a configuration compiles its pages with; functions are ours. */
const remarkOf = (options: any): unknown[] =>
  (options?.remarkPlugins ?? []).map((plugin: unknown) => (typeof plugin === 'function' ? 'machines' : plugin));

test('Docusaurus: docs, blog and pages of the classic preset get fences, what is turned off stays off', () => {
  const config = {
    title: 'Site',
    presets: [['classic', { docs: { path: 'guides', remarkPlugins: ['math'] }, blog: false, theme: {} }], 'other'],
  };
  const made: any = withTracklight(config);
  const [[name, parts], other] = made.presets;
  assert.equal(name, 'classic');
  assert.equal(parts.docs.path, 'guides');
  assert.deepEqual(remarkOf(parts.docs), ['math', 'machines']);
  assert.equal(parts.blog, false);
  assert.deepEqual(remarkOf(parts.pages), ['machines']);
  assert.equal(other, 'other');
  assert.equal(made.title, 'Site');
  assert.deepEqual(config.presets[0], [
    'classic',
    { docs: { path: 'guides', remarkPlugins: ['math'] }, blog: false, theme: {} },
  ]);
});

test('Docusaurus: a preset by name alone, and plugins with pages of their own', () => {
  const made: any = withTracklight({
    presets: ['@docusaurus/preset-classic', null],
    plugins: [['@docusaurus/plugin-content-docs', { id: 'api' }], 'content-blog', '@docusaurus/plugin-pwa', false],
  });
  assert.deepEqual(remarkOf(made.presets[0][1].blog), ['machines']);
  assert.equal(made.presets[1], null);
  const [docs, blog, pwa, off, files] = made.plugins;
  assert.equal(docs[1].id, 'api');
  assert.deepEqual(remarkOf(docs[1]), ['machines']);
  assert.deepEqual(remarkOf(blog[1]), ['machines']);
  assert.equal(pwa, '@docusaurus/plugin-pwa');
  assert.equal(off, false);
  assert.equal(typeof files, 'function');
});

test('Docusaurus: a configuration that comes from a function or a promise', async () => {
  const fromFunction: any = await (withTracklight(async () => ({ presets: ['classic'] })) as any)();
  const fromPromise: any = await withTracklight(Promise.resolve({ presets: ['classic'] }));
  for (const made of [fromFunction, fromPromise]) assert.deepEqual(remarkOf(made.presets[0][1].docs), ['machines']);
});

test('Docusaurus: wrapped twice is wrapped once', () => {
  const once: any = withTracklight({ presets: ['classic'] });
  const twice: any = withTracklight(once);
  assert.deepEqual(remarkOf(twice.presets[0][1].docs), ['machines']);
  assert.equal(twice.plugins.length, 1);
});

test('Docusaurus: a version that is too old is named when the site is built', () => {
  const made: any = withTracklight({});
  const [plugin] = made.plugins;
  assert.throws(() => plugin({ siteDir: siteWith('@docusaurus/core', '2.4.3'), baseUrl: '/' }), {
    message: 'tracklight: this site has Docusaurus 2.4.3. Machines need Docusaurus 3 or newer.',
  });
});

/** What the integration does to a site of Astro. */
function setUp(markdown: object, version = '7.3.5') {
  const site = siteWith('astro', version);
  const updates: any[] = [];
  const scripts: [stage: string, content: string][] = [];
  const warnings: string[] = [];
  tracklight().hooks['astro:config:setup']({
    config: { root: pathToFileURL(`${site}/`), markdown },
    updateConfig: (update: object) => updates.push(update),
    injectScript: (stage: string, content: string) => scripts.push([stage, content]),
    logger: { warn: (message: string) => warnings.push(message) },
  });
  return { updates, scripts, warnings };
}

test('Astro: each of its Markdown processors reads fences, and every page gets style and element', () => {
  const satteri = { name: 'satteri', options: { mdastPlugins: [] as { name: string }[] } };
  const { scripts, warnings } = setUp({ processor: satteri });
  assert.deepEqual(
    satteri.options.mdastPlugins.map(({ name }) => name),
    ['tracklight'],
  );
  assert.deepEqual(scripts, [
    ['page-ssr', "import 'tracklight/style.css';"],
    ['page', "import 'tracklight/define';"],
  ]);
  assert.deepEqual(warnings, []);
  const unified = { name: 'unified', options: { remarkPlugins: [] as unknown[] } };
  setUp({ processor: unified });
  assert.equal(unified.options.remarkPlugins.length, 1);
  // Before Astro had processors.
  const { updates } = setUp({}, '5.16.0');
  assert.equal(updates.find(({ markdown }) => markdown)?.markdown.remarkPlugins.length, 1);
});

test('Astro: what cannot work is said', () => {
  const { warnings } = setUp({ processor: { name: 'own', options: {} } });
  assert.match(warnings.join(), /the Markdown processor `own` is not known/);
  assert.throws(() => setUp({}, '4.16.18'), /this site has Astro 4\.16\.18\. Machines need Astro 5 or newer\./);
});

test('a warning comes once for a text, however often it is compiled, and again after it was gone', async () => {
  const warnings: string[] = [];
  const machines = new SiteMachines({ prerender: false, warn: (message) => warnings.push(message) });
  const compile = (text: string, message: string | null) =>
    machines.in({ key: 'a.md', text }, ({ warn }) => {
      if (message) warn?.(message);
    });
  await compile('```dygram live', 'first');
  await compile('```dygram live', 'first');
  await compile('```dygram live', null);
  await compile('```dygram live', 'first');
  assert.deepEqual(warnings, ['first', 'first']);
});
