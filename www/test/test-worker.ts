// Runs the test files that its parent names, one after another. `test-runner.ts` starts it.

import { once } from 'node:events';
import { after, suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { closeBrowser, whileKept } from './launch.ts';

await whileKept(async () => {
  for (;;) {
    process.send?.('next');
    const [file] = (await once(process, 'message')) as [string | null];
    if (file === null) break;
    // Hooks of a file are those of its suite.
    await new Promise<void>((ended) => {
      void suite(file, async () => {
        after(() => ended());
        await import(pathToFileURL(file).href);
      });
    });
  }
});
await closeBrowser();
process.disconnect?.();
