// What a page and its workers hold: JavaScript, what the DOM keeps, and the memories of WebAssembly, in MB.

import type { BrowserContext, Page } from 'playwright-core';

interface Use {
  usedSize: number;
  embedderHeapUsedSize?: number;
  backingStorageSize?: number;
}

export async function memoryOf(page: Page, context: BrowserContext): Promise<number> {
  const session = await context.newCDPSession(page);
  const waiting = new Map<number, (use: Use) => void>();
  const workers: string[] = [];
  session.on('Target.attachedToTarget', ({ sessionId }) => workers.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  let lastId = 0;
  const ask = (sessionId: string, method: string) =>
    new Promise<Use>((done) => {
      lastId += 1;
      waiting.set(lastId, done);
      void session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: lastId, method }) });
    });
  await session.send('HeapProfiler.collectGarbage');
  const uses: Use[] = [await session.send('Runtime.getHeapUsage')];
  for (const worker of workers) uses.push(await ask(worker, 'Runtime.getHeapUsage'));
  await session.detach();
  return (
    uses.reduce(
      (sum, { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 }) =>
        sum + usedSize + embedderHeapUsedSize + backingStorageSize,
      0,
    ) / 1e6
  );
}
