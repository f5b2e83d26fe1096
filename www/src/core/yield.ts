// Yields to the message queue.

/**
 * Resolves after `ms` milliseconds. With 0 it resolves when the message queue was processed, without the 4 ms that
 * browsers add to nested timers.
 */
export function sleep(ms: number): Promise<void> {
  return ms > 0 ? new Promise((resolve) => void setTimeout(resolve, ms)) : nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
