// Yields to the message queue.

/**
 * Resolves after `ms` milliseconds; with 0 at the end of the queue, without the 4 ms browsers add to nested timers.
 */
export function rest(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => void setTimeout(resolve, ms)) : yieldOnce();
}

function yieldOnce(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
