// A run as an SVG that moves by CSS: each step shows what its own drawing shows, and little is said twice.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { DOMParser } from 'linkedom';
import { loadRenderer, type Renderer } from '../../src/plugins/render.ts';

let render: Renderer;
before(async () => {
  render = await loadRenderer();
});
const example = (name: string) => readFileSync(new URL(`../../examples/${name}.dygram`, import.meta.url), 'utf8');
const KETTLE = example('kettle');

/** Ten steps of a machine without an agent. */
const LAPS = `machine "Laps"
context Lap { n<number>: 0; seen: "none" }
init go
task a { prompt: "add 1 to Lap.n" }
task b { prompt: 'set Lap.seen to "a lap"' }
state rest
go -> a
a -writes-> Lap
a -> b
b -writes-> Lap
b -> a
`;

/** Classes that are seen in the middle of a frame, by the keyframes. */
function seenIn(svg: string, frame: number, frames: number): Set<string> {
  const at = ((frame + 0.5) / frames) * 100;
  const seen = new Set<string>();
  for (const [, name = '', body = ''] of svg.matchAll(/@keyframes (k\d+)\{((?:[^{}]+\{opacity:[01]\})+)\}/g)) {
    const stops = [...body.matchAll(/([^{}]+)\{opacity:([01])\}/g)]
      .flatMap(([, list = '', on]) =>
        list.split(',').map((percent) => [Number.parseFloat(percent), Number(on)] as const),
      )
      .sort(([one], [other]) => one - other);
    if (stops.findLast(([percent]) => percent <= at)?.[1] === 1) seen.add(name);
  }
  return seen;
}
/** What is drawn in a frame. */
function shown(svg: string, frame: number, frames: number): Element[] {
  const seen = seenIn(svg, frame, frames);
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const walk = (element: Element): Element[] => {
    const name = element.getAttribute('class');
    if (element.tagName === 'g' && name && !seen.has(name)) return [];
    return element.tagName === 'g' || element.tagName === 'svg' ? [...element.children].flatMap(walk) : [element];
  };
  return walk(documentElement as unknown as Element);
}
const textsOf = (elements: Element[]) =>
  elements.filter(({ tagName }) => tagName === 'text').map(({ textContent }) => textContent?.trim() ?? '');
const framesOf = (svg: string) => [...svg.matchAll(/>Step (\d+) /g)].map(([, tick]) => Number(tick));

for (const name of ['kettle', 'counter', 'expedition'])
  test(`${name}: each step of the animation shows the texts of its own drawing, with a caption`, () => {
    const source = example(name);
    const svg = render.animate(source, { to: 8 });
    const ticks = framesOf(svg);
    assert.ok(ticks.length > 2);
    ticks.forEach((tick, frame) => {
      const texts = textsOf(shown(svg, frame, ticks.length));
      const alone = textsOf(shown(render.file(source, { tick }), 0, 1));
      assert.match(texts.at(-1) ?? '', new RegExp(`^Step ${tick}( |$)`));
      assert.deepEqual(texts.slice(0, -1).sort(), alone.sort(), `step ${tick}`);
    });
  });

test('captions say what happened in a step', () => {
  const svg = render.animate(KETTLE);
  assert.match(svg, /Step 0 · ready at begin/);
  assert.match(svg, /begin → heat/);
  assert.match(svg, /heat called its agent · Water\.celsius = 60/);
  assert.match(svg, /completed/);
});

test('ten steps take at most three times the bytes of one drawing', () => {
  const svg = render.animate(LAPS, { to: 9 });
  assert.equal(framesOf(svg).length, 10);
  const one = render.file(LAPS, { tick: 9 });
  assert.ok(svg.length <= 3 * one.length, `${svg.length} of ${one.length}`);
});

test('layouts in one box share what they have in common', () => {
  const source = example('fuse');
  const svg = render.animate(source, { to: 9 });
  const ticks = framesOf(svg);
  assert.equal(svg.match(/>switch</g)?.length, 1);
  assert.ok(svg.length <= 3 * render.file(source, { tick: ticks.at(-1) ?? 0 }).length);
});

test('no text leaves its card or the picture in any step', () => {
  const svg = render.animate(LAPS, { to: 9 });
  const number = (element: Element, name: string) => Number(element.getAttribute(name));
  for (let frame = 0; frame < 10; frame += 1) {
    const all = shown(svg, frame, 10);
    const cards = all.filter(({ tagName }) => tagName === 'rect');
    for (const text of all.filter(({ tagName }) => tagName === 'text')) {
      const [x, y, length] = [number(text, 'x'), number(text, 'y'), number(text, 'textLength')];
      const anchor = text.getAttribute('text-anchor') ?? 'start';
      const from = anchor === 'end' ? x - length : anchor === 'middle' ? x - length / 2 : x;
      const around = cards.filter((card) => {
        const [left, top] = [number(card, 'x'), number(card, 'y')];
        return (
          from >= left - 0.5 && from <= left + number(card, 'width') && y >= top && y <= top + number(card, 'height')
        );
      });
      const card = around.sort((a, b) => number(a, 'width') - number(b, 'width'))[0];
      if (card)
        assert.ok(
          from + length <= number(card, 'x') + number(card, 'width') + 0.5,
          `step ${frame}: ${text.textContent}`,
        );
    }
  }
});

test('the file is inert, and what an author writes stays text in it', () => {
  const svg = render.animate(
    'machine "</style><script>"\nstate "a<b" as s\nstate t\nstate u { title: "</svg><script>" }\ns -> t\nt -> u',
  );
  assert.doesNotMatch(svg, /<script|\son\w+=|href|url\(|<animate|<set|@import/i);
  assert.equal(svg.match(/<svg/g)?.length, 1);
});

test('from, to, seconds and once decide what is shown and how', () => {
  const part = render.animate(KETTLE, { from: 1, to: 2, seconds: 2, loop: false });
  assert.deepEqual(framesOf(part), [1, 2]);
  assert.match(part, /animation:4s linear 1 forwards/);
  assert.match(render.animate(KETTLE), /linear infinite/);
  assert.match(part, /prefers-reduced-motion:reduce\)\{[^}]*\{animation:none\}/);
  assert.throws(() => render.animate(KETTLE, { from: 99 }), /ends before step 99/);
});
