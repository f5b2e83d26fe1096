// The guides as a site. Every machine in them is a fence that runs in place, with its picture drawn while the site is
// built. The element and the fences come from the npm package as built, like in any other site.

import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { dygramFence } from 'tracklight/markdown-it';
import { loadRenderer } from 'tracklight/render';
import { defineConfig } from 'vitepress';

const docs = fileURLToPath(new URL('..', import.meta.url));
const render = await loadRenderer();
/** The site is built for the folder that it lies in. */
const base = process.env.DOCS_BASE ?? '/docs/';

/** Guides in the order of reading; others follow by name. */
const ORDER = ['tour', 'language', 'runtime', 'contexts', 'agents', 'keys', 'embed', 'links', 'glossary', 'dependencies'];
/** What a box takes beside its drawing, and its bounds, in pixels. */
const BOX = { column: 656, around: 32, bar: 46, least: 180, most: 560, step: 20 };

const pages = readdirSync(docs)
  .filter((name) => name.endsWith('.md') && name !== 'index.md')
  .map((name) => name.replace(/\.md$/, ''))
  .sort((a, b) => place(a) - place(b) || a.localeCompare(b));

function place(name) {
  const at = ORDER.indexOf(name);
  return at < 0 ? ORDER.length : at;
}

function titleOf(name) {
  const [, title = name] = /^# (.+)$/m.exec(readFileSync(`${docs}${name}.md`, 'utf8')) ?? [];
  return title;
}

/** As high as the drawing needs at the width of the column. */
function heightFor(source) {
  let svg;
  try {
    svg = render(source);
  } catch {
    return null;
  }
  const [width, height] = ['width', 'height'].map((name) => Number(new RegExp(` ${name}="(\\d+)"`).exec(svg)?.[1] ?? 0));
  const scale = Math.min(1, (BOX.column - BOX.around) / width);
  const whole = height * scale + BOX.around + BOX.bar;
  return Math.min(BOX.most, Math.max(BOX.least, Math.ceil(whole / BOX.step) * BOX.step));
}

/** A link that holds the machine. */
const playground = (source) => `../#t1.b${deflateRawSync(source, { level: 9 }).toString('base64url')}`;

/** Vue reads `{{ }}` wherever it is not told otherwise; the guides mean it as it stands. */
function keepBraces(md) {
  const { text, code_inline: code } = md.renderer.rules;
  const inert = (html) => html.replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.code_inline = (...given) => code(...given).replace('<code', '<code v-pre');
  md.renderer.rules.text = (...given) => inert(text(...given));
}

/** Below each machine stands a link that opens it in the playground. */
function addLinks(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (!/^dygram\b.*\blive\b/.test(token.info)) {
      // Kinds of blocks that only the tests of the guides know.
      token.info = token.info.replace(/^(dygram|broken|values|trace)\b/, 'txt');
      return fence(tokens, index, ...rest);
    }
    const height = /\bheight=/.test(token.info) ? null : heightFor(token.content);
    if (height !== null) token.info += ` height=${height}`;
    const link = `<a href="${playground(token.content)}" target="_self">Open in playground</a>`;
    return `${fence(tokens, index, ...rest)}<p class="open-in-playground">${link}</p>\n`;
  };
}

export default defineConfig({
  title: 'Tracklight',
  description: 'Executable state machines for agents: the guides',
  lang: 'en-US',
  base,
  outDir: '../dist/docs',
  cacheDir: './node_modules/.cache',
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    config(md) {
      dygramFence(md, { render });
      addLinks(md);
      keepBraces(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'tracklight-machine' } } },
  vite: { build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    siteTitle: 'Tracklight',
    sidebar: [
      {
        text: 'Guides',
        items: pages.map((name) => ({ text: titleOf(name), link: `/${name}` })),
      },
    ],
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
