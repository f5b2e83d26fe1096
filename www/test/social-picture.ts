// Makes the picture that is shown where somebody posts a link to the page: a step of *Kettle*, drawn by our own
// renderer, beside the page's name. It is checked in; run this again when the looks of the diagram change.
//
//   node --import ./www/node_modules/tsx/dist/loader.mjs www/test/social-picture.ts

import { fileURLToPath } from 'node:url';
import { loadRenderer } from '../src/plugins/render.ts';
import { KETTLE } from './host-page.ts';
import { inOwnBrowser } from './launch.ts';

/** What posts show whole: 1.91 to 1. */
const SIZE = { width: 1200, height: 630 };
const SAYS =
  'Write an executable state machine for agents, run it step by step, and watch its values change in the diagram.';

const drawing = (await loadRenderer()).file(KETTLE, { tick: 2 });
await inOwnBrowser({}, async (browser) => {
  const page = await browser.newPage({ viewport: SIZE });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>
    body {
      margin: 0; padding: 0 50px; box-sizing: border-box; height: 100vh;
      display: grid; grid-template-columns: 430px 1fr; align-items: center; gap: 40px;
      background: #fafbfd; color: #1a2030; font: 28px/40px Arimo, Arial, sans-serif
    }
    h1 { margin: 0 0 20px; font-size: 64px; line-height: 72px }
    p { margin: 0 }
    svg { width: 100%; height: 540px }
  </style><div><h1>Tracklight</h1><p>${SAYS}</p></div>${drawing.replace(/^<\?xml[^>]*>\s*/, '')}`);
  await page.screenshot({ path: fileURLToPath(new URL('../public/social.png', import.meta.url)) });
});
