// The core draws in light or dark by itself, the page by custom properties: both have the same colors.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LIGHT } from '../../../src/diagram/palette.ts';
import { present } from '../../loose.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

/** Light and dark value by token, of the core. */
function core() {
  const source = read('src/view/palette.rs');
  const colors = [...source.matchAll(/^ {4}(\w+) "(#\w{6})" "(#\w{6})",$/gm)].map(
    ([, name, light, dark]): [string, [string, string]] => [name.replaceAll('_', '-'), [light, dark]],
  );
  const [light, dark] = [...source.matchAll(/paths: \[("#[^\]]*)\]/g)].map(([, list]) => list.match(/#\w{6}/g) ?? []);
  assert.equal(light.length, 8);
  return new Map([
    ...colors,
    ...light.map((value, i): [string, [string, string]] => [`path-${i + 1}`, [value, dark[i]]]),
  ]);
}

/** The same of the page. */
function page() {
  const css = read('www/src/ui/tokens.css');
  const [light, dark] = [/:root \{([^}]*)\}/, /:root\[data-theme='dark'\] \{([^}]*)\}/].map(
    (rule) =>
      new Map(
        [...present(css.match(rule))[1].matchAll(/--tracklight-([\w-]+):\s*(#\w{6})\b/g)].map(([, k, v]) => [k, v]),
      ),
  );
  return new Map([...light].map(([name, value]) => [name, [value, dark.get(name)]]));
}

test('every color of the core is that of the token of the same name, light and dark', () => {
  const [wanted, tokens] = [core(), page()];
  assert.ok(wanted.size > 40);
  for (const [name, values] of wanted) assert.deepEqual(tokens.get(name), values, name);
});

test('the page knows every light color of the core by its value', () => {
  for (const [name, [value]] of core()) assert.equal(LIGHT.get(name), value, name);
});
