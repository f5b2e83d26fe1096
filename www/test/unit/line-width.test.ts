// Lines keep to the width that the formatter is set to. It breaks code, but leaves comments, texts and templates alone.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const WWW = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['bench', 'build', 'docs-site/.vitepress', 'examples', 'src', 'test'];
const WRITTEN = /\.(ts|mjs|css|html|json|md|svg|dygram)$/;
/** npm writes it. */
const GENERATED = ['package-lock.json'];

const tooLong = (text: string, width: number) =>
  text.split('\n').flatMap((line, i) => (line.length > width ? [`${i + 1}: ${line.length} columns`] : []));

test('no line is longer than the formatter lets code be', (t) => {
  const { lineWidth } = JSON.parse(readFileSync(join(WWW, 'biome.json'), 'utf8')).formatter;
  const files = [
    ...readdirSync(WWW).filter((name) => !GENERATED.includes(name)),
    ...FOLDERS.flatMap((folder) =>
      readdirSync(join(WWW, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    ),
  ].filter((name) => WRITTEN.test(name));
  t.diagnostic(`${files.length} files`);
  assert.ok(files.length > 700, `only ${files.length} files were found`);
  const found = files.flatMap((file) =>
    tooLong(readFileSync(join(WWW, file), 'utf8'), lineWidth).map((line) => `www/${file}:${line}`),
  );
  assert.equal(found.length, 0, `\n${found.join('\n')}`);
});

test('a line that is too long is found by its number', () => {
  assert.deepEqual(tooLong('12345\n123456\n\n1234567', 5), ['2: 6 columns', '4: 7 columns']);
});
