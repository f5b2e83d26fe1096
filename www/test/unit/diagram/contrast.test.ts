// The colors of the source and of the drawing can be read on every ground they stand on, in both themes.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LIGHT, STATES, WAYS } from '../../../src/diagram/palette.ts';
import { present } from '../../loose.ts';

const css = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8');
const [light, dark] = [/:root \{([^}]*)\}/, /:root\[data-theme='dark'\] \{([^}]*)\}/].map((rule) => {
  const found = present(css.match(rule))[1].matchAll(/--tracklight-([\w-]+):\s*(#[0-9a-f]{6})\b/gi);
  return new Map([...found].map(([, name, colour]) => [name, colour]));
});

function luminance(colour: string) {
  const [r, g, b] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string) {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['surface', 'code-line', 'code-use', 'accent-soft', 'code-selection'];
const INKS = [...light.keys()]
  .filter((name) => name.startsWith('code-') && !GROUNDS.includes(name))
  .concat('fg', 'muted');

for (const [theme, colours] of Object.entries({ light, dark })) {
  for (const ink of INKS) {
    test(`${theme}: ${ink} stands out from every ground of the editor by 4.5 to 1`, () => {
      for (const ground of GROUNDS) {
        const ratio = contrast(present(colours.get(ink)), present(colours.get(ground)));
        assert.ok(ratio >= 4.5, `on ${ground} ${colours.get(ground)}: ${ratio.toFixed(2)}`);
      }
    });
  }

  for (let n = 1; n <= 8; n += 1) {
    test(`${theme}: the colour of path ${n} stands out from the drawing's ground by 5 to 1`, () => {
      const ratio = contrast(present(colours.get(`path-${n}`)), present(colours.get('canvas')));
      assert.ok(ratio >= 5, ratio.toFixed(2));
    });
  }
}

const FILLS = [
  'canvas',
  'panel',
  'init-fill',
  'end-fill',
  'task-fill',
  'state-fill',
  'plain-fill',
  'context-fill',
  'tool-fill',
  'type-fill',
  'note-fill',
  'cluster-fill',
];
const LINES = [...light.keys()]
  .filter((name) => name.endsWith('-line') && name !== 'code-line')
  .concat('edge', 'data', 'quiet');
const STATE_COLORS = [...new Set([...STATES, ...WAYS].map(([, { token }]) => token))];
type Pair = [ink: string, ground: string, least: number];
const TEXT = 4.5;
const MARK = 3;

/** The pairs that are too close. */
const faint = (pairs: Pair[], colours: Map<string, string>) =>
  pairs.flatMap(([ink, ground, least]) => {
    const [a, b] = [colours.get(ink), colours.get(ground)];
    assert.ok(a && b, `${ink} on ${ground}: no such token`);
    const ratio = contrast(a, b);
    return ratio >= least ? [] : [`${ink} ${a} on ${ground} ${b}: ${ratio.toFixed(2)} of ${least}`];
  });

for (const [theme, colours] of Object.entries({ light, dark })) {
  /** Every pair of an ink and a ground, with what is asked of it. */
  const pairs: Pair[] = [
    ...FILLS.flatMap((ground) => ['ink', 'ink-soft'].map((ink): Pair => [ink, ground, TEXT])),
    ...['data-ink', 'danger', 'ink'].flatMap((ink) =>
      ['canvas', 'cluster-fill'].map((ground): Pair => [ink, ground, TEXT]),
    ),
    ['changed-ink', 'changed-fill', TEXT],
    ['invalid-ink', 'invalid-fill', TEXT],
    ...Array.from({ length: 8 }, (_, i) => `path-${i + 1}`).flatMap((path): Pair[] => [
      [path, 'panel', TEXT],
      ['chip-ink', path, TEXT],
    ]),
    ['chip-ink', 'answers', TEXT],
    ['chip-ink', 'accent', MARK],
    ['chip-ink', 'failed', MARK],
    ...LINES.flatMap((line) =>
      ['canvas', ...(line === 'cluster-line' ? [] : ['cluster-fill'])].map((ground): Pair => [line, ground, MARK]),
    ),
    ...STATE_COLORS.flatMap((state) =>
      ['canvas', 'cluster-fill', ...(state === 'quiet' ? [] : ['task-fill', 'state-fill', 'init-fill'])].map(
        (ground): Pair => [state, ground, MARK],
      ),
    ),
    ...['accent', 'focus'].map((ring): Pair => [ring, 'canvas', MARK]),
  ];
  test(`${theme}: in the drawing texts stand out from their grounds by 4.5 to 1, lines and signs by 3 to 1`, () => {
    assert.deepEqual(faint(pairs, colours), []);
  });
}

const PAGE_GROUNDS = ['surface', 'bg', 'sunken', 'hover'].concat(
  ['accent', 'ok', 'ask', 'warn', 'bad'].map((name) => `${name}-soft`),
);

for (const [theme, colours] of Object.entries({ light, dark })) {
  test(`${theme}: texts of the page stand out from every ground by 4.5 to 1, fields and focus by 3 to 1`, () => {
    const pairs: Pair[] = [
      ...['fg', 'muted', 'accent', 'ok', 'ask', 'warn', 'bad'].flatMap((ink) =>
        PAGE_GROUNDS.map((ground): Pair => [ink, ground, TEXT]),
      ),
      ['accent-fg', 'accent', TEXT],
      ['accent-fg', 'accent-hover', TEXT],
      ['tip-fg', 'tip', TEXT],
      ['line', 'surface', MARK],
      ...[...PAGE_GROUNDS, 'canvas'].map((ground): Pair => ['focus', ground, MARK]),
    ];
    assert.deepEqual(faint(pairs, colours), []);
  });
}

test('what is mapped by value has the value of the light theme', () => {
  for (const [token, value] of LIGHT) assert.equal(light.get(token)?.toLowerCase(), value, token);
});
