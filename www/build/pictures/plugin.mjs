// Pictures that the site has: the start example's in index.html, seen before any script has come, and one per example
// of the gallery and theme; with them the names of the examples' nodes, for the search.

import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { painter } from './pictures.mjs';

const at = (/** @type {string} */ name) => new URL(`../../${name}`, import.meta.url);
/** Fit does not enlarge a drawing further than this. */
const MAX_FIT = 1.25;

/** @type {Promise<typeof import('../../pkg/tracklight.js')> | null} */
let loaded = null;
/** The core of the package, as built. */
const core = () => (loaded ??= load());

async function load() {
  const made = await import('../../pkg/tracklight.js');
  made.initSync({ module: readFileSync(at('pkg/tracklight_bg.wasm')) });
  return made;
}

/** @param {string} slug */
const sourceOf = (slug) => readFileSync(at(`examples/${slug}.dygram`), 'utf8');

/**
 * What the search of the gallery finds beside the words of an example.
 * @param {typeof import('../../pkg/tracklight.js').Machine} Machine
 * @param {string} source
 */
function nodeNames(Machine, source) {
  const machine = Machine.parse(source);
  const { nodes } = /** @type {{ nodes: { name: string }[] }} */ (machine.toJSON());
  machine.free();
  return [...new Set(nodes.map(({ name }) => name))];
}

/**
 * Leaves the network and the main thread to the picture: the page's modules are preloaded from the end of the body with
 * low priority, and `first.ts` starts them after the first frame.
 * @param {string} html
 */
function behindPicture(html) {
  const start = /\s*<script type="module"[^>]*\bsrc="([^"]+)"[^>]*><\/script>/.exec(html);
  if (!start) throw new Error('index.html has no module to start');
  const rest = html.replace(start[0], '');
  const preloads = [...rest.matchAll(/\s*<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g)];
  const addresses = [...preloads.map(([, address]) => address ?? ''), start[1] ?? ''];
  const links = addresses
    .map((address) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="${address}">\n`)
    .join('');
  const page = preloads
    .reduce((text, [link]) => text.replace(link, ''), rest)
    .replace(/\s*<\/body>/, `\n${links}  </body>`);
  return { page, start: start[1] ?? '' };
}

/**
 * @param {string} dist where the site goes
 * @returns {import('vite').Plugin}
 */
export function addPictures(dist) {
  /** @type {ReturnType<typeof painter> | null} */
  let made = null;
  const pictures = () => (made ??= core().then(painter));
  return {
    name: 'tracklight-pictures',
    apply: 'build',
    generateBundle() {
      // Types and comments are for readers of the source.
      const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true };
      const source = ts.transpileModule(readFileSync(at('build/pictures/first.ts'), 'utf8'), {
        compilerOptions,
      }).outputText;
      this.emitFile({ type: 'asset', fileName: 'assets/first.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { svg, width, height } = (await pictures()).first(sourceOf('refund-desk'));
        svg.setAttribute('width', String(width * MAX_FIT));
        svg.setAttribute('height', String(height * MAX_FIT));
        if (!html.includes('<!--first-picture-->')) throw new Error('index.html has no place for the first picture');
        const { page, start } = behindPicture(html);
        return {
          html: page.replace('<!--first-picture-->', svg.outerHTML),
          tags: [{ tag: 'script', attrs: { src: './assets/first.js', 'data-start': start }, injectTo: 'head' }],
        };
      },
    },
    async closeBundle() {
      await mkdir(`${dist}/examples`, { recursive: true });
      const { tile } = await pictures();
      const { Machine } = await core();
      /** @type {Record<string, string[]>} */
      const nodes = {};
      for (const name of readdirSync(at('examples')).filter((file) => file.endsWith('.dygram'))) {
        const slug = name.replace(/\.dygram$/, '');
        const { light, dark } = tile(sourceOf(slug));
        nodes[slug] = nodeNames(Machine, sourceOf(slug));
        await writeFile(`${dist}/examples/${slug}.svg`, light.svg.outerHTML);
        await writeFile(`${dist}/examples/${slug}-dark.svg`, dark.svg.outerHTML);
      }
      await writeFile(`${dist}/examples/nodes.json`, JSON.stringify(nodes));
    },
  };
}
