// What can wait until the page is about to paint.

/** Runs once, before the next frame; a hidden page has none and does not wait for one. @returns cancels it */
export function beforeFrame(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(run);
  return () => cancelAnimationFrame(frame);
}
