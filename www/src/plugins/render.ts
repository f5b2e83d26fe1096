// Pictures of machines in Node. The core and Graphviz are loaded once; drawing is then synchronous.

import type { RenderOptions, Renderer } from './types.ts';

export { RenderError } from './error.ts';
export { readRunScript, type RunScript } from './run-script.ts';
export type * from './types.ts';

let loaded: Promise<Renderer> | null = null;

/** Loads the core and Graphviz. Later calls give the same renderer. */
export function loadRenderer(): Promise<Renderer> {
  loaded ??= import('./renderer.ts').then(({ makeRenderer }) => makeRenderer());
  return loaded;
}

/** The picture of one machine as SVG text, for a page that is made on a server. @throws RenderError */
export async function machinePicture(source: string, options: RenderOptions = {}): Promise<string> {
  const render = await loadRenderer();
  return render(source, options);
}
