// Astro and Starlight: `integrations: [tracklight()]`. Fences of Markdown and MDX become elements before a highlighter
// sees them, and every page loads the element.

import { fileURLToPath } from 'node:url';
import { itemsOf, memberOf } from '../protocol/plain-data.ts';
import { SiteMachines, checkVersion, shortPath, type IntegrationOptions } from './integration.ts';
import { changeNodes, elementOf, placesIn, type File, type Node } from './remark.ts';
import { strings } from './strings.ts';

export type { IntegrationOptions } from './integration.ts';

const OLDEST = 5;

/** The part of what Astro gives its integrations that is used. */
interface Setup {
  config: { root: URL; markdown?: object };
  updateConfig(config: object): unknown;
  injectScript(stage: 'page' | 'page-ssr', content: string): void;
  logger: { warn(message: string): void };
}

export interface TracklightIntegration {
  name: string;
  hooks: { 'astro:config:setup': (setup: Setup) => void };
}

/** The integration. */
export function tracklight(options: IntegrationOptions = {}): TracklightIntegration {
  return {
    name: 'tracklight',
    hooks: {
      'astro:config:setup': ({ config, updateConfig, injectScript, logger }) => {
        checkVersion(fileURLToPath(config.root), 'astro', ['Astro', OLDEST]);
        const machines = new SiteMachines(options);
        const processor = memberOf(config.markdown, 'processor');
        const name = memberOf(processor, 'name');
        // Lists of the processor: Astro reads them when it renders.
        if (name === 'satteri') itemsOf(memberOf(processor, 'options', 'mdastPlugins')).push(satteriMachines(machines));
        else if (name === 'unified')
          itemsOf(memberOf(processor, 'options', 'remarkPlugins')).push(remarkMachines(machines));
        else if (name === undefined) updateConfig({ markdown: { remarkPlugins: [remarkMachines(machines)] } });
        else logger.warn(strings.otherProcessor(String(name)));
        updateConfig({ vite: { optimizeDeps: { exclude: ['tracklight'] }, ssr: { noExternal: ['tracklight'] } } });
        injectScript('page-ssr', "import 'tracklight/style.css';");
        injectScript('page', "import 'tracklight/define';");
      },
    },
  };
}

const runtimeOf = (path: string | undefined) => (path?.endsWith('.mdx') ? 'astro' : null);

const remarkMachines = (machines: SiteMachines) => () => (tree: Node, file: File) =>
  machines.in({ key: file.path ?? '', text: String(file.value) }, (fences) => {
    const placeOf = placesIn({ ...file, ...(file.path ? { path: shortPath(file.path) } : {}) });
    changeNodes(tree, (node) => elementOf(node, placeOf(node), fences, runtimeOf(file.path)));
  });

/** The part of Sätteri that is used, the Markdown processor of Astro 7. */
interface SatteriContext {
  fileURL?: URL | undefined;
  sourceFormat: 'markdown' | 'mdx';
  source: string;
  replaceNode(node: Node, by: Node): void;
}

/** It reads the positions of nodes only for plugins that ask for them. */
const satteriMachines = (machines: SiteMachines) => ({
  name: 'tracklight',
  options: { position: true },
  async code(node: Node, context: SatteriContext) {
    const path = context.fileURL && fileURLToPath(context.fileURL);
    const placeOf = placesIn({ value: context.source, ...(path ? { path: shortPath(path) } : {}) });
    const text = `${node.lang ?? ''} ${node.value ?? ''}`;
    await machines.in({ key: `${path}:${node.position?.start.line}`, text }, (fences) => {
      const element = elementOf(node, placeOf(node), fences, context.sourceFormat === 'mdx' ? 'astro' : null);
      if (element) context.replaceNode(node, element);
    });
  },
});

export default tracklight;
