// Hostile pages with their pictures, in a browser: nothing of them acts that did not before, and they are the same
// pages.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { prerender } from '../../src/plugins/prerender.ts';
import { loadRenderer } from '../../src/plugins/render.ts';
import { withPage } from '../browser.ts';
import { HOSTILE_PAGES, before } from '../hostile-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'tracklight-prerender-'));
after(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Pages</title>');

test('hostile pages do nothing, have their pictures, and are the same but for them', () =>
  withPage({ folder, headers: {} }, async (page, { url }) => {
    const render = await loadRenderer();
    for (const [i, hostile] of HOSTILE_PAGES.entries()) {
      const was = before(hostile);
      const { html, pictures } = prerender(was, { render, warn: () => {} });
      writeFileSync(join(folder, `${i}.html`), html);
      await page.goto(`${url}${i}.html`);
      const found = await page.evaluate(
        ({ was, html }) => {
          /** The page without its pictures and the elements around code blocks. */
          const plain = (text: string) => {
            const { documentElement: root } = new DOMParser().parseFromString(text, 'text/html');
            for (const machine of root.querySelectorAll('tracklight-machine')) {
              machine.querySelector(':scope > .tracklight-pictures')?.remove();
              if (machine.getAttribute('loading') === 'click') machine.removeAttribute('loading');
              const [only, more] = machine.childNodes;
              if (only instanceof HTMLPreElement && !more && only.matches('.live, :has(.live)'))
                machine.replaceWith(only);
            }
            return root.outerHTML;
          };
          const drawings = [
            ...document.querySelectorAll('tracklight-machine > .tracklight-pictures > svg:first-child'),
          ];
          return {
            pictures: drawings.length,
            sized: drawings.every((one) => one.getAttribute('viewBox') !== null && one.querySelector('text') !== null),
            branches: document.querySelectorAll('details').length,
            acted: 'acted' in globalThis,
            before: plain(was),
            after: plain(html),
          };
        },
        { was, html },
      );
      assert.equal(found.after, found.before, hostile.name);
      const { pictures: shown, sized, branches, acted } = found;
      assert.deepEqual({ shown, sized, branches, acted }, { shown: pictures, sized: true, branches: 0, acted: false });
    }
  }));
