// Graphviz behind messages: in a worker, or in the page where no worker may be started.

import { instance, type Viz } from '@viz-js/viz';
import type { Scope } from '../core/worker-scope.ts';

interface Job {
  id: number;
  dots: string[];
}

export function serveLayout(scope: Scope) {
  let graphviz: Promise<Viz> | null = null;

  /** Compiles Graphviz and says so: from then on a job has its time. */
  async function load() {
    const loaded = await instance();
    scope.postMessage({ ready: true });
    return loaded;
  }

  scope.onmessage = async ({ data: { id, dots } }: MessageEvent<Job>) => {
    graphviz ??= load();
    const loaded = await graphviz.catch((error) => {
      graphviz = null;
      scope.postMessage({ failed: reasonOf(error) });
    });
    if (!loaded) return;
    try {
      const svgs = [];
      for (const dot of dots) {
        const result = loaded.render(dot, { format: 'svg' });
        if (result.status !== 'success')
          throw new Error(result.errors.map((e) => e.message).join('; ') || 'Graphviz gave no drawing');
        svgs.push(result.output);
      }
      scope.postMessage({ id, svgs });
    } catch (error) {
      // After an abort the instance is in an unknown state: the next job gets a fresh one.
      graphviz = null;
      scope.postMessage({ id, error: reasonOf(error) });
    }
  };
  scope.postMessage({ up: true });
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
