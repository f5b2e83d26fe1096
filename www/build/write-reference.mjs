// Writes anew what the guides show of the sources: the tables of docs/embed.md and the run in the README.
//
//   node www/build/write-reference.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { filled } = await tsImport('./embed-reference.ts', import.meta.url);
const guide = new URL('../../docs/embed.md', import.meta.url);
writeFileSync(guide, filled(readFileSync(guide, 'utf8')));

const { loadRenderer } = await tsImport('../src/plugins/render.ts', import.meta.url);
const render = await loadRenderer();
const [, machine] =
  /```dygram\n([\s\S]*?)```/.exec(readFileSync(new URL('../../README.md', import.meta.url), 'utf8')) ?? [];
writeFileSync(new URL('../../docs/images/kettle.svg', import.meta.url), render.animate(machine, { theme: 'auto' }));
