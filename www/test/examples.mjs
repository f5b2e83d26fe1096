// The gallery's list, for tests.

import { readFileSync } from 'node:fs';

/** @type {import('../src/workspace/examples.ts').Example[]} */
export const examples = JSON.parse(readFileSync(new URL('../examples/index.json', import.meta.url), 'utf8'));
