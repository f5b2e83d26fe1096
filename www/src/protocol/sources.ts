// The texts of a machine: the entry file and the others it may import.

import type { Sources } from './types.ts';

/** The path of a machine's only file, and of the entry of a link. */
export const ENTRY = 'machine.dygram';

/** A machine of one file. */
export const singleFile = (source: string): Sources => ({ source, files: {}, entry: ENTRY });

export function sameSources(a: Sources, b: Sources) {
  if (a.source !== b.source || a.entry !== b.entry) return false;
  if (a.files === b.files) return true;
  const names = Object.keys(a.files);
  return (
    names.length === Object.keys(b.files).length &&
    names.every((name) => Object.hasOwn(b.files, name) && a.files[name] === b.files[name])
  );
}

/** The text of one of the files; null when there is none of that path. */
export function textOf({ source, files, entry }: Sources, path: string) {
  if (path === entry) return source;
  return Object.hasOwn(files, path) ? files[path] : null;
}

/** The same files with another one as the entry; unchanged when there is none of that path. */
export function withEntry(sources: Sources, path: string): Sources {
  const source = textOf(sources, path);
  if (path === sources.entry || source === null) return sources;
  const { [path]: _, ...others } = sources.files;
  return { source, files: { ...others, [sources.entry]: sources.source }, entry: path };
}
