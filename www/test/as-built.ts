// What the build lets modules import beside modules: data, and texts as they are. Loaded before the tests (`--import`).

import { register } from 'node:module';

const hooks = `
import { readFile } from 'node:fs/promises';
export async function load(url, context, next) {
  const { pathname, search } = new URL(url);
  if (search !== '?raw' && !pathname.endsWith('.json')) return next(url, context);
  const text = await readFile(new URL(url.replace('?raw', '')), 'utf8');
  const source = 'export default ' + (search === '?raw' ? JSON.stringify(text) : text);
  return { format: 'module', shortCircuit: true, source };
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
