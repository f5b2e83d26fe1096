// From the document of a link to a session record.

import { lastTick } from './document.ts';
import { rootedFiles } from './files.ts';
import type { LinkDocument } from './types.ts';
import type { SessionRecord, Sources } from '../protocol/types.ts';

/** @param entry path of its source, where the document says it */
export function recordOfLink(
  { s, f, i, r, t = [], k, n, v }: LinkDocument,
  entry?: string,
): { sources: Sources; record: SessionRecord } {
  const { files, entry: path } = rootedFiles(f ?? {}, entry);
  const l = r?.l ?? [];
  const record = {
    s,
    ...(f === undefined && entry === undefined ? {} : { f: files, e: path }),
    ...(i === undefined ? {} : { i }),
    r: {
      ...(r?.m === undefined ? {} : { m: r.m }),
      ...(r?.n === undefined ? {} : { n: r.n }),
      l,
      ...(l.length > 0 ? { given: l.length } : {}),
    },
    t,
    k: k ?? lastTick(t),
    ...(n === undefined ? {} : { n }),
    ...(v === undefined ? {} : { v }),
  };
  return { sources: { source: s, files, entry: path }, record };
}

/** Whether there is more to open than a text. */
export function hasRun({ i, r, t, k }: SessionRecord) {
  return i !== undefined || r.m !== undefined || r.n !== undefined || r.l.length > 0 || t.length > 0 || k > 0;
}
