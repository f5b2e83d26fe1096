// The guide: each example is what the text above it becomes. UPDATE=1 writes them.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { imported, startCore } from './check.ts';

const GUIDE = new URL('../../../../docs/import.md', import.meta.url);
const PAIR = /(```(?:mmd|js|json|xml|dot)\n((?:(?!```)[^])*)```\n\n```dygram\n)((?:(?!```)[^])*)```/g;

/** As the guides announce what the core finds. */
const announced = (machine: string) =>
  machine.replace(/^.* -on: .*$/gm, (edge) => `${edge}  // info: undeclared-event`);

before(startCore);

test('exchange_1_guide: every example is what its text becomes', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  let examples = 0;
  const written = guide.replace(PAIR, (_, head: string, text: string) => {
    examples += 1;
    return `${head}${announced(imported(text).source)}\`\`\``;
  });
  if (process.env.UPDATE) writeFileSync(GUIDE, written);
  // Beside what is lost, and the way out.
  assert.equal(guide.match(/^## /gm)?.length, examples + 2);
  if (!process.env.UPDATE) assert.equal(guide, written);
});
