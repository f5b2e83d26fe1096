// @ts-nocheck
// The colours of the source can be read on every ground they stand on, in both themes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const css = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
const [light, dark] = [/:root \{([^}]*)\}/, /:root\[data-theme='dark'\] \{([^}]*)\}/].map((rule) => {
  const found = css.match(rule)[1].matchAll(/--tracklight-([\w-]+):\s*(#[0-9a-f]{6})\b/gi);
  return new Map([...found].map(([, name, colour]) => [name, colour]));
});

function luminance(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['surface', 'code-line', 'code-use', 'accent-soft', 'code-selection'];
const INKS = [...light.keys()].filter((name) => name.startsWith('code-') && !GROUNDS.includes(name)).concat('fg', 'muted');

for (const [theme, colours] of Object.entries({ light, dark })) {
  for (const ink of INKS) {
    test(`${theme}: ${ink} stands out from every ground of the editor by 4.5 to 1`, () => {
      for (const ground of GROUNDS) {
        const ratio = contrast(colours.get(ink), colours.get(ground));
        assert.ok(ratio >= 4.5, `on ${ground} ${colours.get(ground)}: ${ratio.toFixed(2)}`);
      }
    });
  }

  for (let n = 1; n <= 8; n += 1) {
    test(`${theme}: the colour of path ${n} stands out from the drawing's ground by 5 to 1`, () => {
      const ratio = contrast(colours.get(`path-${n}`), colours.get('canvas'));
      assert.ok(ratio >= 5, ratio.toFixed(2));
    });
  }
}
