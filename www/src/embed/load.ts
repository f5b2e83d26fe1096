// Where the rest comes from: beside this module, or from the folder that the host names.

import type { ViewModule } from './types.ts';

let folder: string | null = null;

/** The classic script does not know where it lies once it has run. */
export function loadFrom(address: string) {
  folder = address;
}

/** @param base the attribute `base-url` */
export function loadView(base: string): Promise<ViewModule> {
  const from = base || folder;
  if (!from) return import('./view/view.ts');
  const address = new URL('view.js', new URL(from.endsWith('/') ? from : `${from}/`, document.baseURI)).href;
  return import(/* @vite-ignore */ address);
}
