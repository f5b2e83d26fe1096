// Graphviz behind messages: in a worker, or in the page where no worker may be started.

import type { Viz } from '@viz-js/viz';

interface Scope {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

/** A job, or where Graphviz is. */
type Message = { id: number; dots: string[] } | { graphviz: string };

export function serveLayout(scope: Scope) {
  let address = '';
  let graphviz: Promise<Viz> | null = null;

  /** Loads Graphviz and says so: from then on a job has its time. */
  async function load() {
    const { instance } = (await import(/* @vite-ignore */ address)) as typeof import('@viz-js/viz');
    const loaded = await instance();
    scope.postMessage({ ready: true });
    return loaded;
  }

  scope.onmessage = async ({ data }: MessageEvent<Message>) => {
    if ('graphviz' in data) {
      address = data.graphviz;
      return;
    }
    const { id, dots } = data;
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
