// The other files of a link are named relative to the folder of the entry file, because a link does not contain the
// name of the entry. The page names all files from the root.

import { ENTRY } from '../protocol/sources.ts';

/**
 * The files of a set, named from the entry's folder.
 * @param files the other files, by path from the root
 * @param entry path of the entry
 * @returns member `f`; undefined where there are none
 */
export function relativeFiles(files: Record<string, string>, entry: string): Record<string, string> | undefined {
  const folder = entry.split('/').slice(0, -1);
  const named = Object.entries(files).map(([path, text]) => [relativeName(path.split('/'), folder), text]);
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

function relativeName(path: string[], folder: string[]) {
  let same = 0;
  while (same < folder.length && same < path.length - 1 && path[same] === folder[same]) same += 1;
  return [...folder.slice(same).map(() => '..'), ...path.slice(same)].join('/');
}

/**
 * Paths from the root for the files of a link. The folders around the entry get names of their own where there are any.
 * @param entry path of the entry, where it is known
 */
export function rootedFiles(
  f: Record<string, string>,
  entry?: string,
): { files: Record<string, string>; entry: string } {
  const names = Object.keys(f);
  const up = names.map((name) => name.split('/').filter((part) => part === '..').length);
  if (entry !== undefined && Math.max(0, ...up) < entry.split('/').length) {
    const home = entry.split('/').slice(0, -1);
    const files = Object.fromEntries(names.map((name) => [rooted(name.split('/'), home), f[name]]));
    if (!Object.hasOwn(files, entry)) return { files, entry };
  }
  const depth = Math.max(0, ...up);
  const folder = Array.from({ length: depth }, () => 'machine');
  const files = Object.fromEntries(names.map((name) => [rooted(name.split('/'), folder), f[name]]));
  let path = [...folder, ENTRY].join('/');
  for (let n = 2; Object.hasOwn(files, path); n += 1) path = [...folder, ENTRY.replace('.', `-${n}.`)].join('/');
  return { files, entry: path };
}

function rooted(name: string[], folder: string[]) {
  const up = name.filter((part) => part === '..').length;
  return [...folder.slice(0, folder.length - up), ...name.slice(up)].join('/');
}
