// Takes the pictures of the page that the documents show, from the built site, into `docs/images/`.
//
//   node --import ./www/node_modules/tsx/dist/loader.mjs www/test/screenshots.ts

import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chooseLayout, visit, type Visitor } from './e2e/visitor.ts';
import type { PageOptions } from './browser.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** The guides show the one of the reader's theme. */
const inBothThemes = (name: string, options: PageOptions, act: (visitor: Visitor) => Promise<unknown>) =>
  (['light', 'dark'] as const).map(
    (colorScheme) => [`${name}-${colorScheme}`, { ...options, colorScheme }, act] as const,
  );

const pictures = [
  ...inBothThemes('desktop', {}, (visitor) => visitor.step(2)),
  ...inBothThemes('layout-run', { path: '#example=parts-order' }, async (visitor) => {
    await visitor.step(2);
    await chooseLayout(visitor.page, 'Run');
  }),
  ...inBothThemes('phone', { viewport: { width: 390, height: 844 }, touch: true }, async (visitor) => {
    await visitor.page.getByRole('navigation', { name: 'Panes' }).getByRole('button', { name: 'Diagram' }).tap();
    await visitor.press('step');
    await visitor.hasClass('n3', 'r-current');
    await visitor.press('step');
    await visitor.shows('v1-0', '60');
  }),
];

await mkdir(folder, { recursive: true });
for (const [name, options, act] of pictures) {
  await visit(options, async (visitor, page) => {
    await act(visitor);
    // What is said about a slow machine is not what the picture is of.
    for (const notice of await page.getByRole('button', { name: 'Close notice' }).all()) await notice.click();
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${folder}${name}.png` });
  });
}
