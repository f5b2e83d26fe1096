// The recipes of the guide *Embed a machine* are the files of the sites that the tests build: `<!-- site/file -->`
// stands above each block. A block may leave out what the reader has already, with an ellipsis in a comment, and may
// begin with the name of its file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const guide = readFileSync(new URL('../../../../docs/embed.md', import.meta.url), 'utf8');
const SITES = new URL('../../sites/', import.meta.url);
const RECIPE = /^<!-- ([\w.-]+)\/(\S+) -->\n\n(`{3,})[^\n]*\n([\s\S]*?)^\3$/gm;
const FILE_NAME = /^(\/\/|#|<!--) \S+( -->)?$/;
const LEFT_OUT = /^\s*(\/\/|#) … /;

interface Recipe {
  site: string;
  file: string;
  block: string;
}

const recipes: Recipe[] = [...guide.matchAll(RECIPE)].map(([, site = '', file = '', , block = '']) => ({
  site,
  file,
  block,
}));

/** Parts of a block that stand in its file one after another, with anything between them. */
function partsOf(block: string): string[] {
  const lines = block.trimEnd().split('\n');
  const parts = [''];
  for (const line of FILE_NAME.test(lines[0] ?? '') ? lines.slice(1) : lines) {
    if (LEFT_OUT.test(line)) parts.push('');
    else parts.push(`${parts.pop()}${line}\n`);
  }
  return parts;
}

/** @returns the first part that does not stand behind those before it */
function missingPart(parts: string[], text: string): string | null {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return part;
    at = found + part.length;
  }
  return null;
}

test('each recipe is a part of the file that a site is built from', () => {
  for (const { site, file, block } of recipes) {
    const url = new URL(`${site}/${file}`, SITES);
    assert.ok(existsSync(url), `${site}/${file}`);
    assert.equal(missingPart(partsOf(block), readFileSync(url, 'utf8')), null, `${site}/${file}`);
  }
});

test('each site that is built has a recipe', () => {
  const shown = new Set(recipes.map(({ site }) => site));
  const sites = readdirSync(SITES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.deepEqual(
    sites.map(({ name }) => name).filter((name) => !shown.has(name)),
    [],
  );
});

test('a recipe that its site does not follow is found', () => {
  const text = 'a\nb\nc\nd\n';
  assert.equal(missingPart(partsOf('// x.js\na\n  // … more\nc\n'), text), null);
  assert.equal(missingPart(partsOf('a\nc\n'), text), 'a\nc\n');
  assert.equal(missingPart(partsOf('c\n// … more\na\n'), text), 'a\n');
});
