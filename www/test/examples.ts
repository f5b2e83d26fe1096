// The gallery's list, for tests.

import { readFileSync } from 'node:fs';
import type { Example } from '../src/store/state.ts';

export const examples: Example[] = JSON.parse(readFileSync(new URL('../examples/index.json', import.meta.url), 'utf8'));
