// Writes the tables of docs/embed.md anew.
//
//   node www/build/write-reference.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { filled } = await tsImport('./embed-reference.ts', import.meta.url);
const guide = new URL('../../docs/embed.md', import.meta.url);
writeFileSync(guide, filled(readFileSync(guide, 'utf8')));
