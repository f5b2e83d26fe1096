// The import worker: reads texts of other notations. A reader is loaded with the first text that needs it.

import { readWith } from '../../exchange/convert.ts';
import { recogniseFormat } from '../../exchange/formats.ts';
import { READERS } from '../../exchange/readers.ts';
import { ImportError } from '../../exchange/types.ts';
import type { ImportResult } from './index.ts';

self.postMessage({ up: true });

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; text: string }>) => {
  void read(data.text).then((result) => self.postMessage({ re: data.id, result }));
});

/** @returns null if the text is in no known notation */
async function read(text: string): Promise<ImportResult | null> {
  const format = recogniseFormat(text);
  if (format === null) return null;
  try {
    const { source, losses, additions } = readWith(await READERS[format.id](), text);
    return { ok: true, name: format.name, source, losses, additions };
  } catch (thrown) {
    const { message } = thrown as Error;
    if (!(thrown instanceof ImportError)) return { ok: false, message };
    const { line, column } = thrown;
    return { ok: false, message, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }) };
  }
}
