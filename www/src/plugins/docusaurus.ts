// Docusaurus: `export default withTracklight(config)`. Fences and `<Machine>` become elements in docs, blog and pages,
// and every page loads the element's files, of which the site gets a copy. A plugin alone would come too late: what
// compiles the pages is made from the configuration.

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, itemsOf } from '../protocol/plain-data.ts';
import { SiteMachines, checkVersion, shortPath, type IntegrationOptions } from './integration.ts';
import { declaresMachine, elementOfTag } from './mdx-machine.ts';
import { packageFolder, packageVersion, pageFiles } from './package.ts';
import { changeNodes, elementOf, placesIn, type File, type Node } from './remark.ts';

export type { IntegrationOptions } from './integration.ts';

/** A configuration, what gives it, or a promise of it. */
type Given = object | Promise<object> | ((...given: never[]) => object | Promise<object>);
type Config = Record<string, unknown>;

/** Of the classic preset, each with what its pages are compiled from. */
const PRESET_PARTS = ['docs', 'blog', 'pages'];
const CLASSIC = /^(classic|.*[@/\\]preset-classic\b.*)$/;
const CONTENT_PLUGIN = /^(.*[/\\])?(plugin-)?content-(docs|blog|pages)\b.*$/;
const OLDEST = 3;

/** Adds machines to the pages of a site. @param config as it would be exported without machines */
export function withTracklight<T extends Given>(config: T, options: IntegrationOptions = {}): T {
  if (typeof config === 'function')
    return (async (...given: never[]) => withMachines((await config(...given)) as Config, options)) as unknown as T;
  if (config instanceof Promise) return config.then((made) => withMachines(made as Config, options)) as unknown as T;
  return withMachines(config as Config, options) as T;
}

function withMachines(config: Config, options: IntegrationOptions): Config {
  const plugins = itemsOf(config.plugins);
  if (plugins.includes(filesPlugin)) return config;
  const remark = remarkMachines(options);
  return {
    ...config,
    ...(Array.isArray(config.presets) ? { presets: config.presets.map((preset) => withPreset(preset, remark)) } : {}),
    plugins: [...plugins.map((given) => withPlugin(given, remark)), filesPlugin],
  };
}

type RemarkPlugin = () => (tree: Node, file: File) => Promise<void>;

/** A preset, alone or with its options: in the classic one, each part that is not turned off reads fences. */
function withPreset(preset: unknown, remark: RemarkPlugin): unknown {
  const [name, options = {}] = Array.isArray(preset) ? preset : [preset];
  if (typeof name !== 'string' || !CLASSIC.test(name) || !isRecord(options)) return preset;
  const parts = PRESET_PARTS.filter((part) => options[part] !== false).map((part) => [
    part,
    withRemark(options[part], remark),
  ]);
  return [name, { ...options, ...Object.fromEntries(parts) }];
}

/** A plugin, alone or with its options. */
function withPlugin(plugin: unknown, remark: RemarkPlugin): unknown {
  const [name, options] = Array.isArray(plugin) ? plugin : [plugin];
  return typeof name === 'string' && CONTENT_PLUGIN.test(name) ? [name, withRemark(options, remark)] : plugin;
}

function withRemark(options: unknown, remark: RemarkPlugin) {
  const given = isRecord(options) ? options : {};
  return { ...given, remarkPlugins: [...itemsOf(given.remarkPlugins), remark] };
}

/** Makes elements of fences and of `<Machine>`. */
function remarkMachines(options: IntegrationOptions): RemarkPlugin {
  const machines = new SiteMachines(options);
  return () => (tree, file) =>
    machines.in({ key: file.path ?? '', text: String(file.value) }, (fences) => {
      const placeOf = placesIn({ ...file, ...(file.path ? { path: shortPath(file.path) } : {}) });
      const hasOwn = declaresMachine(tree);
      changeNodes(
        tree,
        (node) =>
          elementOf(node, placeOf(node), fences, 'react') ??
          (hasOwn ? null : elementOfTag(node, placeOf(node), fences)),
      );
    });
}

/** The part of Docusaurus's context that is used. */
interface Context {
  siteDir: string;
  baseUrl: string;
}

/** The element's files: a copy in the built site, the package's own while the author writes. */
function filesPlugin({ siteDir, baseUrl }: Context) {
  checkVersion(siteDir, '@docusaurus/core', ['Docusaurus', OLDEST]);
  // With the version: browsers may keep files for as long as they like.
  const folder = `tracklight-${packageVersion()}`;
  const address = `${baseUrl}${folder}/`;
  return {
    name: 'tracklight',
    injectHtmlTags: () => ({
      headTags: [
        { tagName: 'link', attributes: { rel: 'stylesheet', href: `${address}style.css` } },
        { tagName: 'script', attributes: { type: 'module', src: `${address}define.js` } },
      ],
    }),
    configureWebpack: () => ({
      devServer: { static: [{ directory: packageFolder, publicPath: address, watch: false }] },
    }),
    postBuild: async ({ outDir }: { outDir: string }) => {
      for (const file of pageFiles()) await cp(join(packageFolder, file), join(outDir, folder, file));
    },
  };
}

export default withTracklight;
