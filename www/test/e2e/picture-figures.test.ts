// What `make picture` reads of a drawing in the page is what is there.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkTo } from '../links.ts';
import { pointsOf } from '../pictures/geometry.ts';
import { readFlow, readScreen } from '../pictures/in-page.ts';
import { visit } from './visitor.ts';

const MACHINE = `context Kept { count<number>: 0; label<string>: "x" }
init begin
box {
  init first
  state second
  first -> second
}
end done
begin -"go on"-> box
box -> done
done -reads-> Kept
`;

test('lines, cards, containers and labels of a drawing are read with their places', () =>
  visit({ path: linkTo({ s: MACHINE, v: 1 }) }, async (_, page) => {
    await page.waitForFunction((source) => {
      const { state } = document.querySelector('tracklight-app') as any;
      const { settled } = document.querySelector('tracklight-diagram') as any;
      return settled && state.run.source === source && state.picture.machine === state.run.snapshot?.view.machineHash;
    }, MACHINE);
    const { lines, cards, containers, labels, fixedTexts } = await page.evaluate(readFlow);
    const boxOf = (id: string) => cards.find((card) => card.id === id)?.box;
    assert.deepEqual(
      ['n1', 'n3', 'n4', 'n5'].filter((id) => !boxOf(id)),
      [],
    );
    assert.deepEqual(
      containers.map(({ id }) => id),
      ['c2'],
    );
    assert.equal(labels.find(({ text }) => text === 'go on')?.edge, 'e0');
    assert.ok(fixedTexts.includes('second'));
    // From the first step to the second one, whatever its way.
    const [from, to] = [boxOf('n3'), boxOf('n4')];
    const inner = lines.find(({ id }) => id === 'e3');
    assert.ok(from && to && inner);
    const points = pointsOf(inner.data).map(([x, y]) => ({ x: x + inner.matrix.e, y: y + inner.matrix.f }));
    assert.ok(Math.abs((points[0]?.y ?? 0) - from.bottom) < 3);
    assert.ok(to.top - (points.at(-1)?.y ?? 0) < 12);
  }));

test('what covers the current node or a value is found, and how large texts are on the screen', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(1);
    const before = await page.evaluate(readScreen, []);
    assert.deepEqual([before.covered, before.values], [[], { drawn: 2, hidden: [] }]);
    await page.evaluate(() => {
      const cover = document.createElement('div');
      cover.className = 'cover';
      cover.style.cssText = 'position: absolute; inset: 0; z-index: 9';
      document.querySelector('tracklight-diagram')?.shadowRoot?.querySelector('.frame')?.append(cover);
    });
    const covered = await page.evaluate(readScreen, []);
    assert.deepEqual([covered.covered, covered.values.hidden.length], [['cover'], 2]);
    await page.evaluate(() => (document.querySelector('tracklight-diagram') as any)._viewport.zoom(2));
    const large = await page.evaluate(readScreen, []);
    assert.ok(Math.abs(large.smallestText - 22) < 0.1, `${large.smallestText}`);
  }));
