// Reads a text by its format.

import { ImportError, type Imported, type Reader } from './types.ts';

/** What a reader gives. A text that is nested too deep for it is refused. */
export function readWith(reader: Reader, text: string): Imported {
  try {
    return reader(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new ImportError('refused', 'nested too deep');
    throw thrown;
  }
}
