// The SQL worker: loads SQLite, holds one scratch copy. In memory only: no files of the browser, no second worker.

import init, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import address from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url';
import { ScratchDatabase } from './scratch-database.ts';
import type { Request } from './client.ts';

let copy: ScratchDatabase | null = null;

self.postMessage({ up: true });

// What SQLite would do with a browser's storage is not wanted, and its remarks on missing rights are no news.
Object.assign(globalThis, {
  sqlite3ApiConfig: {
    warn() {},
    disable: { vfs: { kvvfs: true, opfs: true, 'opfs-vfs': true, 'opfs-wl': true, 'opfs-sahpool': true } },
  },
});

try {
  const sqlite = await (init as (given: object) => ReturnType<typeof init>)({
    locateFile: () => address,
    print() {},
    printErr() {},
  });
  self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
    try {
      self.postMessage({ re: data.id, value: answer(sqlite, data) });
    } catch (error) {
      self.postMessage({ re: data.id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  self.postMessage({ ready: true });
} catch (error) {
  self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

function answer(sqlite: Sqlite3Static, request: Request) {
  if (request.call === 'fill') {
    copy?.close();
    copy = null;
    copy = new ScratchDatabase(sqlite, JSON.parse(request.database));
    return copy.tables();
  }
  if (copy === null) throw new Error('there is no copy yet');
  if (request.call === 'file') return new Blob([copy.file()], { type: 'application/vnd.sqlite3' });
  const begun = performance.now();
  const found = copy.run(request.text, () => performance.now() > begun + request.ms);
  return { ...found, ms: Math.round(performance.now() - begun) };
}
