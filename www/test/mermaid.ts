// Mermaid itself in a browser, and texts that mean something in it.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { withPage } from './browser.ts';

/** Opens a page that has Mermaid. The visit fails when something is asked for. */
export async function withMermaid(act: (page: Page) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), 'tracklight-mermaid-'));
  try {
    const page = '<!doctype html><title>Mermaid</title><script src="mermaid.min.js"></script>';
    writeFileSync(join(folder, 'index.html'), page);
    const built = dirname(createRequire(import.meta.url).resolve('mermaid'));
    copyFileSync(join(built, 'mermaid.min.js'), join(folder, 'mermaid.min.js'));
    await withPage({ folder, headers: {} }, act);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Mermaid makes of a text. */
export function drawn(page: Page, text: string) {
  return page.evaluate(async (text) => {
    const { mermaid } = globalThis as unknown as {
      mermaid: { render(id: string, text: string): Promise<{ svg: string }>; mermaidAPI: { getConfig(): unknown } };
    };
    const { svg } = await mermaid.render('drawing', text);
    document.body.innerHTML = svg;
    const all = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent ?? '');
    // The config of a drawing holds until the next one.
    const config = JSON.stringify(mermaid.mermaidAPI.getConfig());
    return {
      config,
      style: all('style').join(''),
      title: all('.flowchartTitleText')[0] ?? '',
      nodes: all('.node .nodeLabel'),
      groups: all('.cluster-label .nodeLabel'),
      edges: all('.edgeLabel .edgeLabel'),
      marks: document.querySelectorAll('foreignObject :is(a, b, i, em, strong, img, li, br, math, script)').length,
      acted: 'acted' in globalThis,
    };
  }, text);
}

const ASKS = 'https://example.invalid/asked';
/** Texts that mean something in Mermaid, YAML, Markdown or HTML. */
export const MERMAID_TEXTS = [
  `%%{init: {"theme": "forest", "themeCSS": ".node { background: url(${ASKS}) }", "fontFamily": "x"}}%%`,
  `%%{init: {'themeVariables': {'lineColor': 'red'}}}%% %%{wrap}%%`,
  'a %% comment',
  `"]:::x; click n0 href "${ASKS}"; n9["`,
  `"|b`,
  '`**bold** and _more_`',
  '*a* **b** _c_ __d__ ~~e~~ a_b my_var_ 2*3*4',
  'end',
  'subgraph x',
  'graph TD; a-->b',
  'click n1 call alert(1)',
  `style n1:#<b>; fill:url(${ASKS});`,
  'classDef taskNode:#f00; stroke',
  'style: <b>',
  '@{ shape: x }',
  `<img src="${ASKS}" onerror="acted = 1"> <b class="x">bold</b> <script>acted = 1</script> <br> &lt;b&gt; &amp;`,
  `[link](javascript:alert(1)) ![image](${ASKS}) <${ASKS}> ${ASKS} www.example.invalid a@example.invalid`,
  '1. first',
  '- item',
  '+ item',
  '# heading',
  '> quote',
  '| a | b |',
  '--- ...',
  '---\ntitle: other\nconfig:\n  theme: forest\n---',
  'fa:fa-car mdi:home',
  '$$x^2$$ \\(y\\) \\frac12 \\n \\u0041 \\',
  '#quot; #35; #lt; &#62; &lt',
  'key: "value" \'x\' {a: b} [c] , - ? ! & * | > @ `',
  ' two\n lines\tand a tab\u2028and more ',
  'Größe ≥ 5 µm 🌊 水 نص 👩‍🚀',
  'control \u0001 \u007f \u0085 \u009f \ufeff end',
];
