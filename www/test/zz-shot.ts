// throw-away
import { readFileSync } from 'node:fs';
import { visit } from './e2e/visitor.ts';
const [file = '', out = '', steps = '0', theme = 'light', w = '1440', h = '900', ...more] = process.argv.slice(2);
await visit({ viewport: { width: +w, height: +h }, colorScheme: theme as 'light', ...(file.startsWith('#') ? { path: file } : {}) } as any, async (visitor: any, page: any) => {
  page.on('pageerror', (e: any) => console.log('PAGEERROR', e.message));
  page.on('console', (m: any) => m.type() === 'error' && console.log('CONSOLE', m.text()));
  if (!file.startsWith('#')) { await visitor.write(readFileSync(file, 'utf8')); await page.waitForTimeout(3000); }
  if (+steps) await visitor.step(+steps);
  for (const m of more) {
    if (m.startsWith('hover=')) { await page.locator(`tracklight-diagram g#${m.slice(6)}`).hover(); }
    if (m.startsWith('click=')) { await page.locator(`tracklight-diagram g#${m.slice(6)}`).click(); }
    if (m === 'fit') await page.locator('.tool-fit').click();
  }
  await page.waitForTimeout(1500);
  await page.screenshot({ path: out });
});
