// The passes over a drawing, on the tree that a build has: cards, labels, seats, chips, and pictures that stand alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepare } from '../../../src/diagram/passes.ts';
import { themed } from '../../../src/diagram/palette.ts';
import { dropGrounds, still } from '../../../src/diagram/still.ts';
import { treeOf } from '../../../src/plugins/tree.ts';
import { present } from '../../loose.ts';

const path =
  'M97.85,-73.2C97.85,-73.2 12,-73.2 12,-73.2 6,-73.2 0,-67.2 0,-61.2 0,-61.2 0,-30.2 0,-30.2 0,-24.2 6,-18.2 ' +
  '12,-18.2 12,-18.2 97.85,-18.2 97.85,-18.2 103.85,-18.2 109.85,-24.2 109.85,-30.2 109.85,-30.2 109.85,-61.2 ' +
  '109.85,-61.2 109.85,-67.2 103.85,-73.2 97.85,-73.2';
const shade = path.replaceAll('-73.2', '-43').replaceAll('-67.2', '-40').replaceAll('-61.2', '-36');
const task = `<g id="n3" class="node tl-node tl-task r-current"><title>heat</title>
<path fill="#e2eefb" stroke="#1a7f37" stroke-width="1.2" d="${path}"/>
<text text-anchor="start" x="7" y="-55.5" font-family="Helvetica,sans-Serif" font-weight="bold"
  font-size="13.00" fill="#1f2933">heat</text>
<g id="a_s3"><a xlink:title="current"><polygon fill="none" stroke="none"
  points="40,-46 40,-70 94,-70 94,-46 40,-46"/><text text-anchor="start" x="44" y="-54"
  font-size="11.00" fill="#566270">▶ 1</text></a></g>
<path fill="#ffffff" stroke="none" d="${shade}"/>
<text text-anchor="start" x="7" y="-27.6" font-size="12.00" fill="#1f2933">add 40</text></g>`;
const context = `<g id="n1" class="node tl-node tl-context"><title>Water</title>
<polygon fill="#e1f3e5" stroke="#5a9769" points="170,-55 0,-55 0,0 170,0 170,-55"/>
<text x="7" y="-37" font-size="13.00">Water</text>
<text x="7" y="-11.6" font-size="12.00">celsius</text>
<g id="a_v1-0"><a><polygon fill="#fdeeb5" stroke="none" points="87,-4 87,-24 166,-24 166,-4 87,-4"/><text
  x="90" y="-9.8" font-family="Courier,monospace" font-size="11.00" fill="#1f2933">100</text></a></g></g>`;
const edge = `<g id="e2" class="edge tl-edge tl-control r-last"><title>heat-&gt;done</title>
<path fill="none" stroke="#1a7f37" d="M10,0C10,10 10,20 10,60"/><polygon fill="#1a7f37"
  stroke="#1a7f37" points="8,60 10,66 12,60 8,60"/>
<polygon fill="#fafbfc" stroke="none" points="20,20 20,34 90,34 90,20 20,20"/><text x="21" y="30"
  font-family="Courier,monospace" font-size="11.00">Water.celsius</text>
<g id="a_t2"><a><polygon fill="#fafbfc" stroke="none" points="20,34 20,50 90,50 90,34 20,34"/><text
  x="24" y="46" font-size="11.00">&gt; 3 ×1</text></a></g></g>`;
const drawing = (...groups: string[]) =>
  present(
    treeOf(
      '<svg viewBox="0 0 400 300" xmlns="http://www.w3.org/2000/svg">' +
        `<g id="machine" class="graph" transform="translate(7.2 285)"><title>machine</title>${groups.join('')}</g>` +
        '</svg>',
    ),
  );
const one = (svg: Element, selector: string) => present(svg.querySelector(selector));

test('a box becomes a card with the corners of its kind, a shade and a ring, and its panels keep to it', () => {
  const svg = prepare(drawing(task, context));
  const card = one(svg, '#n3 > .card');
  assert.deepEqual(
    ['x', 'y', 'width', 'height', 'rx', 'fill', 'stroke'].map((name) => card.getAttribute(name)),
    ['0', '-73.2', '109.85', '55', '9', '#e2eefb', '#1a7f37'],
  );
  assert.deepEqual(
    [...one(svg, '#n3').children].map((child) => child.getAttribute('class') || child.tagName),
    ['title', 'shade', 'halo', 'card', 'text', 'g', 'panel', 'text'],
  );
  assert.equal(one(svg, '#n3 > .panel').getAttribute('rx'), '6');
  assert.equal(one(svg, '#n1 > .card').getAttribute('rx'), '3');
});

for (const [name, shape] of Object.entries({
  'an ellipse': '<ellipse fill="#e2eefb" stroke="#5b8bc0" cx="20" cy="20" rx="20" ry="10"/>',
  'a diamond': '<polygon fill="#e2eefb" stroke="#5b8bc0" points="20,0 0,20 20,40 40,20 20,0"/>',
  'a hexagon': '<polygon fill="#e2eefb" stroke="#5b8bc0" points="40,20 30,0 10,0 0,20 10,40 30,40 40,20"/>',
  'a cylinder':
    '<path fill="#e2eefb" stroke="#5b8bc0" d="M40,-5C40,-2 31,0 20,0 9,0 0,-2 0,-5 0,-5 0,-40 0,-40 0,-43 9,-45 ' +
    '20,-45 31,-45 40,-43 40,-40 40,-40 40,-5 40,-5"/>',
})) {
  test(`${name} that the source chose stays as it is`, () => {
    const svg = prepare(drawing(`<g id="n0" class="node tl-node tl-task">${shape}<text x="2" y="3">a</text></g>`));
    assert.equal(svg.querySelectorAll('.card').length, 0);
    assert.equal(svg.querySelectorAll('.shape').length, 1);
    assert.equal(svg.querySelectorAll('.halo').length, 1);
  });
}

test('the status of a head stands at the right end of its card, on the line of the name', () => {
  const svg = prepare(drawing(task));
  const text = one(svg, '#a_s3 > text');
  assert.deepEqual(
    ['text-anchor', 'x', 'y'].map((name) => text.getAttribute(name)),
    ['end', '102.85', '-55.5'],
  );
  assert.match(one(svg, '#a_s3 > polygon').getAttribute('points') ?? '', /^52\.85,-70 106\.85,-70/);
});

test('a value stands on the line of its key, 5 inside its cell', () => {
  const text = one(prepare(drawing(context)), '#a_v1-0 > text');
  assert.deepEqual([text.getAttribute('x'), text.getAttribute('y')], ['92', '-11.6']);
});

test('labels stand above all lines under an id of their own, their grounds are no heads, and lines begin alike', () => {
  const svg = prepare(drawing(edge, task));
  assert.deepEqual(
    [...one(svg, '#e2').children].map((child) => child.getAttribute('class') || child.tagName),
    ['title', 'path', 'head'],
  );
  const root = svg.children[0];
  assert.equal(root.lastElementChild?.getAttribute('class'), 'labels');
  assert.deepEqual(
    [...one(svg, '#l2').children].map((child) => child.getAttribute('class') || child.tagName),
    ['ground', 'text', 'g'],
  );
  assert.equal(one(svg, '#a_t2 > text').getAttribute('x'), '21');
  assert.equal(one(svg, '#a_t2 > polygon').getAttribute('class'), 'ground');
});

test('an edge without a label has none', () => {
  const svg = prepare(
    drawing(
      '<g id="e0" class="edge"><path fill="none" stroke="#66727f" d="M0,0C0,1 0,2 0,3"/>' +
        '<polygon fill="#66727f" stroke="#66727f" points="0,3 1,4 2,3 0,3"/></g>',
    ),
  );
  assert.equal(svg.querySelectorAll('.label').length, 0);
});

test('a picture that stands alone has its colors and widths as attributes, its chips, and nothing hidden', () => {
  const svg = still(prepare(drawing(task, context, edge)), {
    badges: [{ id: 'n3', kind: 'paths', paths: [{ id: '1', colour: 3 }] }],
  });
  const text = svg.outerHTML;
  assert.deepEqual(
    ['stroke', 'stroke-width'].map((name) => one(svg, '#n3 > .card').getAttribute(name)),
    ['#1a7f37', '2.5'],
  );
  assert.equal(one(svg, '#n3 > .halo').getAttribute('stroke-opacity'), '0.22');
  assert.equal(one(svg, '.path-chip > rect').getAttribute('fill'), '#00704a');
  assert.equal(one(svg, '.path-chip > text').textContent, '1');
  assert.equal(one(svg, '#e2 > path').getAttribute('stroke-width'), '3');
  assert.doesNotMatch(text, /shade|▶|style=|<title/);
});

test('a picture for a page names the colors of its theme', () => {
  const svg = still(prepare(drawing(task)), { color: themed });
  assert.equal(one(svg, '#n3 > .card').getAttribute('fill'), 'var(--tracklight-task-fill, #e2eefb)');
  assert.equal(one(svg, '#n3 > text').getAttribute('fill'), 'var(--tracklight-ink, #1f2933)');
});

test('more paths than fit are counted, and a long id keeps its end', () => {
  const paths = ['1.1', '1.2', '1.3', '1.4', '1.5'].map((id, i) => ({ id, colour: i + 1 }));
  const chips = (list: { id: string; colour: number }[]) =>
    [
      ...still(prepare(drawing(task)), { badges: [{ id: 'n3', kind: 'paths', paths: list }] }).querySelectorAll(
        '.path-chip > text, .more',
      ),
    ].map((text) => text.textContent);
  assert.deepEqual(chips(paths), ['+4', '1.1']);
  assert.deepEqual(chips([{ id: '1.2.3.4.5', colour: 1 }]), ['….3.4.5']);
});

test('the tree of a build is held to the same list as in the page', () => {
  const svg = treeOf(
    '<svg><g id="n0" onclick="x()"><a xlink:href="javascript:1"><text style="x" fill="url(#a)">t</text></a>' +
      '<script>1</script><foreignObject><b>c</b></foreignObject></g><g id="other"/></svg>',
  );
  assert.equal(svg?.outerHTML, '<svg><g id="n0"><text>t</text></g><g /></svg>');
  assert.equal(treeOf('no drawing'), null);
});

test('a breakpoint of an edge stands 22 from the start of its line like any spot, beside one that is there', () => {
  const line =
    '<g id="e2" class="edge tl-edge tl-control"><title>a-&gt;b</title>' +
    '<path fill="none" stroke="#66727f" d="M10,0C10,66 10,133 10,200"/></g>';
  const at = (svg: Element, name: string) =>
    present(
      /translate\(([-\d.]+) ([-\d.]+)\)/.exec(present(svg.querySelector(`.badge-${name}`)?.getAttribute('transform'))),
    )
      .slice(1)
      .map(Number);
  const alone = still(prepare(drawing(line)), { badges: [{ id: 'e2', kind: 'stop' }] });
  assert.deepEqual(at(alone, 'stop').map(Math.round), [10, 22]);
  const both = still(prepare(drawing(line)), {
    badges: [
      { id: 'e2', kind: 'take' },
      { id: 'e2', kind: 'stop' },
    ],
  });
  const spot = present(both.querySelector('circle.spot'));
  assert.equal(Math.round(Number(spot.getAttribute('cy'))), 22);
  assert.ok(Math.abs(at(both, 'stop')[1] - 22) >= 15);
});

test('a spot stands beside its line where a label is along all of it', () => {
  const label = edge.replaceAll(/points="20,.*?"/g, 'points="13,0 13,60 90,60 90,0 13,0"');
  const spot = one(still(prepare(drawing(label)), { badges: [{ id: 'e2', kind: 'take' }] }), 'circle.spot');
  assert.ok(Number(spot.getAttribute('cx')) + Number(spot.getAttribute('r')) <= 13);
});

test('a label on the border of a container moves off it, with all its parts; without room it stays', () => {
  const container =
    '<g id="c1" class="cluster tl-cluster"><title>cluster_m</title>' +
    '<polygon fill="#f3f5f8" stroke="#8390a0" points="85,200 85,10 300,10 300,200 85,200"/></g>';
  const svg = prepare(drawing(container, edge));
  const xs = (root: Element, selector: string) =>
    [...root.querySelectorAll(selector)].map((one) => Number(one.getAttribute('x')));
  const right = (root: Element) =>
    Math.max(
      ...present(root.querySelector('#l2 > .ground')?.getAttribute('points'))
        .split(' ')
        .map((point) => Number(point.split(',')[0])),
    );
  assert.equal(right(svg), 82);
  assert.deepEqual(
    xs(svg, '#l2 text'),
    xs(prepare(drawing(edge)), '#l2 text').map((x) => x - 8),
  );
  // A card stands where it would go.
  const wide = (id: string, x: number, width: number) =>
    `<g id="${id}" class="node tl-node tl-context"><title>w</title>` +
    `<polygon fill="#e1f3e5" stroke="#5a9769" points="${x + width},60 ${x},60 ${x},10 ${x + width},10 ` +
    `${x + width},60"/></g>`;
  assert.equal(right(prepare(drawing(container, wide('n5', 12, 6), edge))), 90);
});

test('a picture keeps the grounds of labels only where they hide a line', () => {
  const other =
    '<g id="e3" class="edge tl-edge tl-control"><title>a-&gt;b</title>' +
    '<path fill="none" stroke="#66727f" d="M50,0C50,20 50,40 50,60"/></g>';
  const kept = (svg: Element) => {
    dropGrounds(svg);
    return svg.querySelectorAll('.ground').length;
  };
  assert.equal(kept(still(prepare(drawing(edge)))), 0);
  assert.equal(kept(still(prepare(drawing(edge, other)))), 2);
});

test('what a step wrote is not painted like the way that its path went', () => {
  const data = edge.replace('id="e2"', 'id="e3"').replace('tl-control', 'tl-data');
  const svg = still(prepare(drawing(edge, data)));
  const look = (id: string) =>
    ['stroke', 'stroke-width'].map((name) => one(svg, `#${id} > path`).getAttribute(name)).join(' ');
  assert.equal(look('e2'), '#1a7f37 3');
  assert.equal(look('e3'), '#2f6d42 2');
  assert.equal(one(svg, '#e3 > .head').getAttribute('fill'), '#2f6d42');
});

test('a multiplicity stands beside the end of its line as it is drawn, on no label', () => {
  const nodes = [
    ['n0', 'a', 0],
    ['n1', 'b', 120],
  ].map(
    ([id, name, y]) =>
      `<g id="${id}" class="node tl-node tl-context"><title>${name}</title><polygon fill="#e1f3e5" stroke="#5a9769" ` +
      `points="100,${y} 0,${y} 0,${Number(y) + 30} 100,${Number(y) + 30} 100,${y}"/></g>`,
  );
  const line =
    '<g id="e0" class="edge tl-edge"><title>a-&gt;b</title><path fill="none" stroke="#66727f" ' +
    'd="M50,30C70,60 70,90 50,120"/><text text-anchor="middle" x="70" y="112" font-size="11.00">0..2</text></g>';
  const label =
    '<g id="e1" class="edge tl-edge"><title>x-&gt;y</title><path fill="none" stroke="#66727f" ' +
    'd="M200,30C200,60 200,90 200,120"/><polygon fill="#fafbfc" stroke="none" ' +
    'points="52,90 52,118 90,118 90,90 52,90"/><text x="53" y="112" font-size="11.00">here</text></g>';
  const svg = prepare(drawing(...nodes, line, label));
  const text = one(svg, '#l0 > text');
  assert.equal(one(svg, '#e0 > path').getAttribute('d'), 'M43,30C43,30 43,120 43,120');
  const [x, width] = [Number(text.getAttribute('x')), 4 * 11 * 0.56];
  assert.ok(x + width / 2 <= 43, `left of its line and of the label: ${x}`);
});
