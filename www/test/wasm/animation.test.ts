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

/** Four paths that fork and join. */
const TRIAGE = `machine "Triage"
init inbox
task classify { prompt: "How severe is it?" }
task billing { prompt: "Look for open invoices." }
task account { prompt: "Check log-ins." }
task bugs { prompt: "Search known bugs." }
task mood { prompt: "How angry is the customer?" }
task answer { prompt: "Answer." }
end closed
inbox -> classify
classify -@async-> billing
classify -@async-> account
classify -@async-> bugs
classify -@async-> mood
billing, account, bugs, mood -@join("facts")-> answer
answer -> closed
`;

/** When a step is looked at, as parts of it: while chips are under way, and after that. */
const [WAY, REST] = [0.2, 0.5];

/** Classes that are seen in a frame, by the keyframes. */
function seenIn(svg: string, frame: number, frames: number, part: number): Set<string> {
  const at = ((frame + part) / frames) * 100;
  const seen = new Set<string>();
  for (const [, name = '', body = ''] of svg.matchAll(/@keyframes (k\d+)\{((?:[^{}]+\{opacity:[01]\})+)\}/g)) {
    const stops = [...body.matchAll(/([^{}]+)\{opacity:([01])\}/g)]
      .flatMap(([, list = '', on]) =>
        list.split(',').map((time) => [time === 'to' ? 100 : Number.parseFloat(time), Number(on)] as const),
      )
      .sort(([one], [other]) => one - other);
    if (stops.findLast(([percent]) => percent <= at)?.[1] === 1) seen.add(name);
  }
  return seen;
}
/** What is drawn in a frame. */
function shown(svg: string, frame: number, frames: number, part = REST): Element[] {
  const seen = seenIn(svg, frame, frames, part);
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const walk = (element: Element): Element[] => {
    const name = element.getAttribute('class');
    if (element.tagName === 'g' && name?.startsWith('k') && !seen.has(name)) return [];
    return element.tagName === 'g' || element.tagName === 'svg' ? [...element.children].flatMap(walk) : [element];
  };
  return walk(documentElement as unknown as Element);
}
const textsOf = (elements: Element[]) =>
  elements.filter(({ tagName }) => tagName === 'text').map(({ textContent }) => textContent?.trim() ?? '');
/** The chips under way in a frame, with their ways. */
const travelsIn = (svg: string, frame: number, frames: number, part = WAY) =>
  shown(svg, frame, frames, part).flatMap((element) => {
    const group = element.parentElement;
    if (element.tagName !== 'text' || group?.getAttribute('class') !== 'm') return [];
    const [, d = ''] = /^offset-path:path\('([^']*)'\)$/.exec(group.getAttribute('style') ?? '') ?? [];
    return [{ path: element.textContent, d }];
  });
/** The lines of the drawing of a step. */
const linesIn = (svg: string) => [...svg.matchAll(/<path[^>]* d="(M[^"]*)"/g)].map(([, d]) => d);
/** The captions of all steps: a line each. */
const captionsOf = (svg: string) =>
  [...svg.matchAll(/>(Step \d+ ·(?:(?!<\/g>).)*)<\/g>/g)].map(([, caption = '']) =>
    caption
      .replaceAll('</text>', '\n')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&gt;', '>')
      .trimEnd(),
  );
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
      const caption = texts.findIndex((text) => text.startsWith(`Step ${tick} · `));
      assert.ok(caption > 0);
      assert.deepEqual(texts.slice(0, caption).sort(), alone.sort(), `step ${tick}`);
    });
  });

test('captions are the sentences of the timeline, one for each step', () => {
  assert.deepEqual(captionsOf(render.animate(KETTLE)), [
    'Step 0 · starts at begin',
    'Step 1 · moved from begin to heat',
    'Step 2 · heat called its agent and repeated no condition was true',
    'Step 3 · heat called its agent, then moved to done\nbecause Water.celsius >= Order.target',
    'Step 4 · completed at done · Run completed',
  ]);
});

test('a caption names where a fork led, and says once what several nodes did alike', () => {
  const captions = captionsOf(render.animate(TRIAGE));
  assert.equal(captions[2], 'Step 2 · classify called its agent, then forked into billing, account, bugs, mood');
  assert.equal(
    captions[3],
    'Step 3 · billing, account, bugs, mood each called its agent, then merged into 1\n' +
      '1.1 1.2 1.3 1.4 joined into 1 at facts, moved to answer',
  );
});

test('a fork over a list counts the paths of a node', () => {
  const source = `machine "Map"
context List { items<array>: ["a", "b", "c"] }
init go
task each { prompt: "Do it." }
task done { prompt: "Say so." }
go -reads-> List
go -@map("List.items")-> each
each -@join("all")-> done
`;
  assert.match(captionsOf(render.animate(source)).join('\n'), /forked at go into each ×3/);
});

test('what paths do alike at one node is said once', () => {
  assert.equal(captionsOf(render.animate(example('one-oven'))).at(-1), 'Step 4 · completed at shop · Run completed');
});

test('a long caption is wrapped, and cut where it would take too many lines', () => {
  const names = Array.from(
    { length: 8 },
    (_, i) => `a_node_with_a_rather_long_name_number_${i}_${'x'.repeat(90 * (i % 2))}`,
  );
  const source = `machine "Long"\ninit go\n${names.map((name) => `state ${name}\ngo -@async-> ${name}`).join('\n')}`;
  const svg = render.animate(source, { to: 1 });
  const caption = captionsOf(svg)[1]?.split('\n') ?? [];
  assert.ok(caption.length > 1 && caption.length <= 4, caption.join('\n'));
  const [, width] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
  for (const text of shown(svg, 1, 2).filter(({ tagName }) => tagName === 'text'))
    assert.ok(Number(text.getAttribute('textLength')) <= Number(width) - 20);
});

test('a path goes from card to card along the line of the edge that it took', () => {
  const svg = render.animate(KETTLE);
  const lengths = [0, 1, 2, 3, 4].map((frame) => {
    const travels = travelsIn(svg, frame, 5);
    const lines = linesIn(render.file(KETTLE, { tick: frame }));
    for (const { path, d } of travels) {
      assert.equal(path, '1');
      assert.ok(lines.includes(d), `${d} is no line of step ${frame}`);
    }
    const chips = textsOf(shown(svg, frame, 5, WAY)).filter((text) => text === '1');
    assert.equal(chips.length, 1, 'while it is under way, it stands nowhere');
    assert.deepEqual(travelsIn(svg, frame, 5, REST), []);
    return travels.length;
  });
  assert.deepEqual(lengths, [0, 1, 1, 1, 0]);
  const ways = [1, 2, 3].map((frame) => travelsIn(svg, frame, 5)[0]?.d);
  assert.equal(new Set(ways).size, 3, 'each step took another edge');
});

test('at a fork several chips are under way, and at a join they arrive', () => {
  const svg = render.animate(TRIAGE);
  const frames = framesOf(svg).length;
  for (const frame of [2, 3]) {
    const travels = travelsIn(svg, frame, frames);
    const lines = linesIn(render.file(TRIAGE, { tick: frame }));
    assert.deepEqual(travels.map(({ path }) => path).sort(), ['1.1', '1.2', '1.3', '1.4']);
    assert.equal(new Set(travels.map(({ d }) => d)).size, 4);
    for (const { d } of travels) assert.ok(lines.includes(d));
  }
  const ids = (part: number) => textsOf(shown(svg, 3, frames, part)).filter((text) => /^1(\.\d)?$/.test(text));
  assert.ok(!ids(WAY).includes('1'), 'the joined path is there when all have arrived');
  assert.deepEqual(ids(REST), ['1']);
});

test('nothing fades but the ground of what was changed', () => {
  const svg = render.animate(KETTLE);
  assert.match(svg, /\[class\^=k\]\{opacity:0;animation:7\.5s step-end infinite/);
  const [, css = ''] = /<style>(.*)<\/style>/.exec(svg) ?? [];
  assert.deepEqual(
    [...css.matchAll(/timing-function:(?!step-end)([\w-]+)/g)].map(([, timing]) => timing),
    ['ease-in-out', 'linear'],
  );
  assert.match(css, /\.f\{animation:f 1\.5s step-end infinite/);
  const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const look = /\.(p\d+)\{fill:#fdeeb5/.exec(css)?.[1];
  const grounds = [...documentElement.querySelectorAll('.f > *')];
  assert.equal(grounds.length, 2, 'the value and the row of the card that wrote it');
  for (const ground of grounds) assert.equal(ground.getAttribute('class'), look);
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
  assert.match(part, /animation:4s step-end 1 forwards/);
  assert.match(part, /animation:f 2s step-end 1\.75 forwards/, 'the last step keeps its grounds');
  assert.match(render.animate(KETTLE), /step-end infinite/);
  assert.match(part, /prefers-reduced-motion:reduce\)\{[^}]*\{animation:none\}/);
  assert.throws(() => render.animate(KETTLE, { from: 99 }), /ends before step 99/);
});
