// The guides as a site. Every machine in them is a fence that runs in place, with its picture drawn while the site is
// built. The element and the fences come from the npm package as built, like in any other site.

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { dygramFence } from 'tracklight/markdown-it';
import { loadRenderer } from 'tracklight/render';
import { defineConfig } from 'vitepress';

/** The guides. */
const docs = fileURLToPath(new URL('../../../docs/', import.meta.url));
/** A file of this project, whose packages the pages use: there are none beside the guides. */
const project = fileURLToPath(new URL('../package.json', import.meta.url));
const render = await loadRenderer();
/** The site is built for the folder that it lies in. */
const base = process.env.DOCS_BASE ?? '/docs/';

/** Guides in the order of reading; others follow by name. */
const ORDER = [
  'tour',
  'language',
  'runtime',
  'contexts',
  'agents',
  'keys',
  'embed',
  'links',
  'glossary',
  'dependencies',
];
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

/** A link that holds the machine. */
const playground = (source) => `../#t1.b${deflateRawSync(source, { level: 9 }).toString('base64url')}`;

/** Vue reads `{{ }}` wherever it is not told otherwise; the guides mean it as it stands. */
function keepBraces(md) {
  const { text, code_inline: code } = md.renderer.rules;
  const inert = (html) => html.replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.code_inline = (...given) => code(...given).replace('<code', '<code v-pre');
  md.renderer.rules.text = (...given) => inert(text(...given));
}

/**
 * Each machine has its text above its box, and below it a link that opens it in the playground.
 * The first page shows a run, and teaches nothing of the text.
 */
function addBoxes(md) {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const rest = [options, env, self];
    if (env.indexed) return `<pre>${md.utils.escapeHtml(token.content)}</pre>`;
    if (!/^dygram\b.*\blive\b/.test(token.info)) {
      // Kinds of blocks that only the tests of the guides know.
      token.info = token.info.replace(/^(dygram|broken|values|trace)\b/, 'txt');
      return fence(tokens, index, ...rest);
    }
    const link = `<a href="${playground(token.content)}" target="_self">Open in playground</a>`;
    const text = env.relativePath === 'index.md' ? '' : fence([{ ...token, info: 'txt' }], 0, ...rest);
    return `${text}${fence(tokens, index, ...rest)}<p class="open-in-playground">${link}</p>\n`;
  };
}

/** Pictures of the page are there in both themes. The reader's is shown, and the other one is not loaded. */
function addThemes(md) {
  const { image } = md.renderer.rules;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index];
    const light = token.attrGet('src') ?? '';
    const dark = light.replace(/-light\.png$/, '-dark.png');
    token.attrSet('loading', 'lazy');
    const draw = () => image(tokens, index, options, env, self);
    if (dark === light || !existsSync(docs + dark)) return draw();
    const both = [
      [light, 'in-light'],
      [dark, 'in-dark'],
    ];
    return both
      .map(([src, name]) => {
        token.attrSet('src', src);
        token.attrSet('class', name);
        return draw();
      })
      .join('');
  };
}

/** Pages become modules that import packages, which are looked up beside this project and not beside the guides. */
const packagesOfProject = {
  name: 'packages-of-project',
  enforce: 'pre',
  resolveId(id, importer) {
    const isPackage = /^[a-z@]/.test(id) && importer?.startsWith(docs);
    return isPackage ? this.resolve(id, project, { skipSelf: true }) : null;
  },
};

/** What is shown where somebody posts a link to a page; the picture is the playground's. */
const social = {
  'og:type': 'website',
  'og:site_name': 'Tracklight',
  'og:image': `${process.env.SITE_URL ?? '../'}social.png`,
  'og:image:width': '1200',
  'og:image:height': '630',
  'og:image:alt': 'The diagram of a machine that heats water, in its second step',
};

export default defineConfig({
  title: 'Tracklight',
  description: 'Executable state machines for agents: the documentation',
  lang: 'en-US',
  base,
  srcDir: '../../docs',
  outDir: '../../dist/docs',
  cacheDir: './node_modules/.cache',
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ...Object.entries(social).map(([property, content]) => ['meta', { property, content }]),
    ['meta', { name: 'twitter:card', content: 'summary_large_image' }],
  ],
  transformHead: ({ title, description }) => [
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
  ],
  markdown: {
    config(md) {
      dygramFence(md, { render, page: '../' });
      addBoxes(md);
      addThemes(md);
      keepBraces(md);
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === 'tracklight-machine' } } },
  vite: { plugins: [packagesOfProject], build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    siteTitle: 'Tracklight',
    sidebar: [
      {
        text: 'Documentation',
        items: pages.map((name) => ({ text: titleOf(name), link: `/${name}` })),
      },
    ],
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      // What is searched is the text as it was written, without pictures.
      options: { _render: (text, env, md) => md.render(text, Object.assign(env, { indexed: true })) },
    },
    docFooter: { prev: 'Previous', next: 'Next' },
  },
});
