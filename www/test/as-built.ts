// What the build lets modules import beside modules: data, texts as they are, and style sheets, of
// which Node needs none. Loaded before the tests (`--import`).

import { register } from 'node:module';

const hooks = `
import { readFile } from 'node:fs/promises';
export async function load(url, context, next) {
  const { pathname, search } = new URL(url);
  if (pathname.endsWith('.css')) return { format: 'module', shortCircuit: true, source: '' };
  if (search !== '?raw' && !pathname.endsWith('.json')) return next(url, context);
  const text = await readFile(new URL(url.replace('?raw', '')), 'utf8');
  const source = 'export default ' + (search === '?raw' ? JSON.stringify(text) : text);
  return { format: 'module', shortCircuit: true, source };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
