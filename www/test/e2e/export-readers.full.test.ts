// What is exported is read by the programs it is for: Mermaid draws every machine of the gallery, and an XML parser
// reads its SVG. (`tests/graphviz.rs` has DOT.)

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { mermaid } from '../../src/diagram/mermaid.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { examples } from '../examples.ts';
import { Machine } from '../wasm/core.ts';
import { MERMAID_TEXTS, drawn, withMermaid } from '../mermaid.ts';

const sourceOf = (slug: string) => readFileSync(new URL(`../../examples/${slug}.dygram`, import.meta.url), 'utf8');

test('Mermaid draws every machine of the gallery, with all its nodes and edges', () =>
  withMermaid(async (page) => {
    for (const { slug } of examples) {
      const machine = JSON.parse(JSON.stringify(Machine.parse(sourceOf(slug)).toJSON()));
      const text = mermaid(machine);
      const { nodes, groups } = await drawn(page, text);
      assert.equal(nodes.length + groups.length, machine.nodes.length, slug);
    }
  }));

test('an XML parser reads the SVG of every machine of the gallery, and of one with hostile texts', async () => {
  const render = await loadRenderer();
  const texts = MERMAID_TEXTS.map((text, i) => `task n${i} ${JSON.stringify(text)}`).join('\n');
  const sources = [...examples.map(({ slug }) => sourceOf(slug)), texts];
  const files = sources.flatMap((source) => [render.file(source), render.file(source, { theme: 'auto' })]);
  await withMermaid(async (page) => {
    const roots = await page.evaluate(
      (files) =>
        files.map((text) => {
          const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
          return documentElement.querySelector('parsererror')?.textContent ?? documentElement.localName;
        }),
      files,
    );
    assert.deepEqual(new Set(roots), new Set(['svg']));
  });
});
