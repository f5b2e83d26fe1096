// Times of the parts of a drawing, as measures of the browser's profiler.

/** Measures a part of showing the newest layout, for the benchmark and the browser's profiler. @returns ends it */
export function timed(name: string): () => void {
  const measure = `tracklight-${name}`;
  const start = performance.now();
  return () => {
    performance.clearMeasures(measure);
    performance.measure(measure, { start, end: performance.now() });
  };
}
