// Turns DOT into SVG text with Graphviz. One job at a time; whoever owns the worker ends it when it takes too long.

import { instance, type Viz } from '@viz-js/viz';

let graphviz: Promise<Viz> | null = null;

/** Loads Graphviz and says so: from then on a job has its time. */
async function load() {
  const loaded = await instance();
  self.postMessage({ ready: true });
  return loaded;
}

self.addEventListener('message', async (message: MessageEvent<{ id: number; dot: string }>) => {
  const { id, dot } = message.data;
  try {
    graphviz ??= load();
    const result = (await graphviz).render(dot, { format: 'svg' });
    if (result.status === 'success') {
      self.postMessage({ id, svg: result.output });
    } else {
      self.postMessage({ id, error: result.errors.map((e) => e.message).join('; ') || 'Graphviz gave no drawing' });
    }
  } catch (error) {
    // After an abort the instance is in an unknown state: the next job gets a fresh one.
    graphviz = null;
    self.postMessage({ id, error: String(error instanceof Error ? error.message : error) });
  }
});
