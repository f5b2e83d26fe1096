// What the build makes of the page's modules, for Node: data and texts as they are, addresses, templates without the
// blanks of their lines, and no style sheets. The editor is a stand-in. To be evaluated
// before any module of the page is loaded.

import { register } from 'node:module';

const editor = new URL('editor.ts', import.meta.url).href;

const templates = new URL('../../build/templates.mjs', import.meta.url).href;

const hooks = `
import { closed } from ${JSON.stringify(templates)};
import { readFile } from 'node:fs/promises';
const made = (source) => ({ format: 'module', shortCircuit: true, source });
const bare = (specifier) => !/^[.\\/]|^[a-z]+:/.test(specifier);
export async function resolve(specifier, context, next) {
  if (/[?&]url$/.test(specifier)) {
    const path = specifier.replace(/\\?.*/, '');
    const url = bare(path) ? (await next(path, context)).url : new URL(path, context.parentURL).href;
    return { url: url + '?url', format: 'module', shortCircuit: true };
  }
  if (specifier.endsWith('.css'))
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  const inside = context.parentURL?.match(/\\/(www\\/src|node_modules\\/(happy-dom|fake-indexeddb))\\//);
  if (inside && /^\\.[^]*\\.(ts|js)$/.test(specifier) && !specifier.endsWith('/editor/editor.ts'))
    return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
  const forBrowsers = /^(lit|@lit|dompurify)\\b/.test(specifier);
  const conditions = forBrowsers ? ['browser', 'import', 'default'] : context.conditions;
  const result = await next(specifier, { ...context, conditions });
  return result.url.endsWith('/src/editor/editor.ts') ? { ...result, url: ${JSON.stringify(editor)} } : result;
}
export async function load(url, context, next) {
  if (url.startsWith('node:')) return next(url, context);
  const file = url.replace(/\\?.*/, '');
  if (url.endsWith('?url')) return made('export default ' + JSON.stringify(file));
  if (url.endsWith('.css')) return made('(globalThis.pageStyles ??= new Set()).add(' + JSON.stringify(file) + ')');
  if (url.endsWith('?raw')) return made('export default ' + JSON.stringify(await readFile(new URL(file), 'utf8')));
  if (file.endsWith('.json')) return made('export default ' + (await readFile(new URL(file), 'utf8')));
  if (/\\/node_modules\\/(happy-dom|fake-indexeddb)\\//.test(file)) return made(await readFile(new URL(file), 'utf8'));
  const loaded = await next(url, context);
  if (!file.includes('/www/src/')) return loaded;
  const source = String(loaded.source).replaceAll('import.meta.env.DEV', 'false');
  return { ...loaded, source: /\\b(html|svg|css)\`/.test(source) ? closed(source) : source };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
