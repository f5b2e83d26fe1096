// An element in a column: what it shows at each width, with a picture and without one, and what a press downloads.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { COLUMN_MACHINES } from '../column-machines.ts';
import { COLUMN_STYLE, allDrawn, columns, pictured, problemsAt } from '../column-widths.ts';
import { machine, withHost, type HostPage } from '../host-page.ts';
import type { TracklightDiagram } from '../../src/diagram/diagram.ts';

const DIST = fileURLToPath(new URL('../../../dist', import.meta.url));
const sourceOf = (name: string) => COLUMN_MACHINES.find(([one]) => one === name)?.[1] ?? '';

/** Gzipped bytes of the files of the element. */
const bytesOf = (paths: readonly string[]) =>
  paths.reduce((sum, path) => sum + gzipSync(readFileSync(DIST + path), { level: 9 }).length, 0);

/** Pixels at the top: the bar below is not as high as that before a press. */
const COMPARED = 320;

/** What of the drawing is on screen, and its scale. */
const view = (host: HostPage, id: string, of: 'picture' | 'drawing') =>
  host.page.evaluate(
    ([id, of, compared]) => {
      const element = document.getElementById(id as string) as HTMLElement;
      const diagram = element.shadowRoot?.querySelector<TracklightDiagram>('tracklight-diagram');
      const picture = [...element.querySelectorAll('.tracklight-pictures > svg')].find(
        (svg) => svg.getBoundingClientRect().width > 0,
      );
      const root = of === 'picture' ? picture : diagram?.shadowRoot?.querySelector('svg.stage');
      const room = (of === 'picture' ? picture?.parentElement : root)?.getBoundingClientRect() as DOMRect;
      const cards = [...(root?.querySelectorAll('text') ?? [])].filter((text) => {
        const { left, top, right, bottom } = text.getBoundingClientRect();
        return (
          text.textContent?.trim() &&
          getComputedStyle(text).visibility !== 'hidden' &&
          left >= room.left &&
          right <= room.right &&
          top >= room.top &&
          bottom <= room.top + compared
        );
      });
      const [card] = root?.querySelectorAll(of === 'picture' ? 'rect[data-class~="card"]' : 'rect.card') ?? [];
      const unit = Number(card?.getAttribute('width'));
      return {
        scale: Math.round(((card as SVGRectElement).getBoundingClientRect().width / unit) * 20) / 20,
        texts: [...new Set(cards.map((text) => text.textContent?.trim()))].sort(),
      };
    },
    [id, of, COMPARED] as const,
  );

test('in columns of several widths nothing leaves an element, and all texts can be read', async () => {
  const body = await columns(['kettle', 'workshop', 'names', 'hikers']);
  await withHost(
    body,
    async (host) => {
      await allDrawn(host);
      assert.equal(await host.shift(), 0);
      for (const width of [280, 320, 430, 560, 640, 760, 1000]) assert.deepEqual(await problemsAt(host, width), []);
    },
    COLUMN_STYLE,
  );
});

for (const width of [358, 688])
  test(`with a picture and without one the first view is the same, at ${width} pixels`, async () => {
    for (const name of ['kettle', 'names', 'workshop']) {
      const source = sourceOf(name);
      const body = `${await pictured('a', source, 'height=420')}${machine('id="b" height="420"', source)}`;
      await withHost(
        body,
        async (host) => {
          await host.until('b', 'ready');
          assert.deepEqual(await view(host, 'a', 'picture'), await view(host, 'b', 'drawing'), name);
          assert.equal(await host.shift(), 0);
        },
        { ...COLUMN_STYLE, viewport: { width: width + 32, height: 1000 } },
      );
    }
  });

test('the form changes at one width, of the picture and of the drawing', async () => {
  const body = `${await pictured('a', sourceOf('kettle'))}${machine('id="b"', sourceOf('kettle'))}`;
  await withHost(
    body,
    async (host) => {
      await host.until('b', 'ready');
      // 400 pixels for the flow, and the rail of this machine.
      for (const [width, isWide] of [
        [589, false],
        [592, true],
        [589, false],
      ] as const) {
        await host.page.setViewportSize({ width: width + 32, height: 900 });
        await host.page.waitForFunction((isWide) => {
          const diagram = document
            .getElementById('b')
            ?.shadowRoot?.querySelector<TracklightDiagram>('tracklight-diagram');
          const seen = [...document.querySelectorAll('#a .tracklight-pictures > svg')].find(
            (svg) => svg.getBoundingClientRect().width > 0,
          );
          const size = diagram?.drawingSize;
          if (!size || !seen || !diagram.settled) return false;
          return size.width > size.height === isWide && seen.matches('[class*="tracklight-from"]') === isWide;
        }, isWide);
      }
    },
    COLUMN_STYLE,
  );
});

test('an element with a picture is as high as it, at most `max-height`; `height` wins', async () => {
  const body = [
    await pictured('a', sourceOf('door')),
    await pictured('b', sourceOf('fair')),
    await pictured('c', sourceOf('fair'), 'max-height=300'),
    await pictured('d', sourceOf('fair'), 'max-height=300 height=380'),
  ].join('');
  await withHost(
    body,
    async (host) => {
      const heights = () =>
        host.page.evaluate(() =>
          ['a', 'b', 'c', 'd'].map((id) => document.getElementById(id)?.getBoundingClientRect().height ?? 0),
        );
      const [door = 0, ...others] = await heights();
      assert.ok(door > 150 && door < 400, String(door));
      assert.deepEqual(others, [560, 300, 380]);
      for (const id of ['a', 'b', 'c', 'd']) await host.call(id, 'step');
      assert.deepEqual(await heights(), [door, ...others]);
      assert.equal(await host.shift(), 0);
    },
    { viewport: { width: 720, height: 2000 } },
  );
});

test('a step never moves a drawing that is wholly in sight, and keeps the current node in sight else', async () => {
  const body = `${await pictured('a', sourceOf('kettle'))}${await pictured('b', sourceOf('fair'), 'height=300')}`;
  await withHost(
    body,
    async (host) => {
      const camera = () =>
        host.page.evaluate(() => {
          const diagram = document
            .getElementById('a')
            ?.shadowRoot?.querySelector<TracklightDiagram>('tracklight-diagram');
          return diagram?.shadowRoot?.querySelector('.lens')?.getAttribute('transform');
        });
      await host.call('a', 'step');
      const before = await camera();
      for (let i = 0; i < 3; i += 1) await host.call('a', 'step');
      assert.equal(await camera(), before);
      for (let i = 0; i < 4; i += 1) {
        await host.call('b', 'step');
        await host.page.waitForFunction(() => {
          const diagram = document
            .getElementById('b')
            ?.shadowRoot?.querySelector<TracklightDiagram>('tracklight-diagram');
          const seen = diagram?.currentBox;
          const node = diagram?.current ? diagram.shadowRoot?.getElementById(diagram.current) : null;
          return seen && node && seen.bottom - seen.top >= node.getBoundingClientRect().height - 1;
        });
      }
    },
    { reducedMotion: 'reduce', viewport: { width: 720, height: 1200 } },
  );
});

for (const [name, most, isLaidOut] of [
  ['kettle', 520_000, false],
  // It begins with a fork.
  ['hikers', 520_000, false],
  // The path goes into a module, which unfolds: that takes Graphviz and the rest of the core.
  ['workshop', 1_620_000, true],
] as const)
  test(`${name}: until the first step is painted at most ${most / 1000} KB are downloaded, no file twice`, async () => {
    const urls: string[] = [];
    const paths = () => urls.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/embed/'));
    await withHost(
      await pictured('a', sourceOf(name)),
      async (host) => {
        await host.page.locator('#a button.run').click();
        await host.call('a', 'step');
        if (isLaidOut)
          await host.page.waitForFunction(() => {
            const diagram = document.getElementById('a')?.shadowRoot?.querySelector('tracklight-diagram');
            const texts = [...(diagram?.shadowRoot?.querySelectorAll('.lens text') ?? [])];
            return texts.some(({ textContent }) => textContent === 'measure');
          });
        const first = paths();
        assert.equal(
          first.some((path) => path.includes('graphviz')),
          isLaidOut,
          first.join(' '),
        );
        const bytes = bytesOf([...first, '/embed/style.css']);
        assert.ok(bytes <= most, `${bytes} bytes: ${first.join(' ')}`);
        for (let i = 0; i < 4; i += 1) await host.call('a', 'step');
        assert.equal(new Set(paths()).size, paths().length, paths().join(' '));
      },
      {
        // The rest of the core comes a while after the first step, unless a call needs it and blocks until it is there.
        before: async (page) =>
          void page.on('request', (request) => {
            if (!request.url().includes('element-rest') || request.resourceType() === 'xhr') urls.push(request.url());
          }),
      },
    );
  });

test('two machines with two pictures each add at most 130 KB to a page before a press', async () => {
  const body = `${await pictured('a', sourceOf('kettle'))}${await pictured('b', sourceOf('expedition'))}`;
  const added = gzipSync(body, { level: 9 }).length + bytesOf(['/embed/define.js', '/embed/style.css']);
  assert.ok(added <= 130_000, `${added} bytes`);
});
