// The title of a machine, as the text says it. Places come from the core's outline.

import type { OutlineItem } from '../../protocol/types.ts';

interface Edit {
  from: number;
  to: number;
  insert: string;
}

/** A new document. It has no nodes: the diagram offers some to start with. */
export const newMachine = () => ({ source: 'machine "Untitled"\n', files: {}, entry: 'machine.dygram' });

/**
 * The edit that gives a machine another title; a text without a `machine` line gets one, below what it imports.
 * @param outline of this text
 */
export function retitle(source: string, outline: OutlineItem[], title: string): Edit {
  const text = JSON.stringify(title.trim());
  const header = outline.find((item) => item.class === 'machine' && item.file === undefined);
  if (header) {
    const { from, to } = header.select;
    const titled = /^["']/.test(source.slice(from, to));
    return titled
      ? { from, to, insert: text }
      : { from: to, to, insert: `${/^machine$/.test(source.slice(from, to)) ? '' : 'machine'} ${text}` };
  }
  const imports = [...source.matchAll(/^import\b.*$/gm)].at(-1);
  const at = imports ? imports.index + imports[0].length : 0;
  return { from: at, to: at, insert: imports ? `\nmachine ${text}` : `machine ${text}\n` };
}
