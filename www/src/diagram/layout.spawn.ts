// Starts the layout worker of this build, and tells it where Graphviz is.

import address from './layout.worker.ts?worker&url';
import graphviz from '@viz-js/viz?url';
import { AnyWorker, startMethodsOf } from '../core/any-worker.ts';
import { inPage } from '../core/in-page.ts';
import { tryLoad } from '../load/load.ts';
import { LayoutQueue } from './layout.ts';

export function openLayoutWorker() {
  const page = () => inPage(() => tryLoad(() => import('./run-graphviz.ts')).then(({ serveLayout }) => serveLayout));
  const worker = new AnyWorker(startMethodsOf('layout', address, page));
  worker.postMessage({ graphviz: new URL(graphviz, import.meta.url).href });
  return worker;
}

/** All drawings of a page are laid out by one worker, which ends with the last of them. */
export const layouts = new LayoutQueue({ spawn: openLayoutWorker });
