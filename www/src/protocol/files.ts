// The files of a document: names, additions, removals, edits. Pure functions; each gives new sources.

import { textOf } from './sources.ts';
import type { Edit, Sources } from './types.ts';

/** Endings the core looks for; the first is given to a name without any. */
const ENDINGS = ['.dygram', '.dy', '.mach'];
const NAME_LENGTH = 200;

/** All paths, the entry first. */
export function paths({ files, entry }: Sources) {
  return [entry, ...Object.keys(files).sort()];
}

/** A typed name as a path from the root of the set, with an ending; or why it is none. */
export function pathOf(typed: string): { path: string } | { error: 'empty' | 'form' | 'long' } {
  const name = typed.trim().replace(/^\.\//, '');
  if (name === '') return { error: 'empty' };
  const parts = name.split('/');
  if (
    /[\\"\u0000-\u001f]|^[A-Za-z]:/.test(name) ||
    parts.some((part) => part.trim() !== part || part === '' || part === '.' || part === '..')
  )
    return { error: 'form' };
  const path = ENDINGS.some((ending) => name.endsWith(ending)) ? name : `${name}${ENDINGS[0]}`;
  return path.length > NAME_LENGTH ? { error: 'long' } : { path };
}

/** A path that is not taken: `part.dygram`, else `part-2.dygram` and so on. */
export function freePath(sources: Sources, path: string) {
  const at = path.lastIndexOf('.') > path.lastIndexOf('/') ? path.lastIndexOf('.') : path.length;
  let free = path;
  for (let n = 2; textOf(sources, free) !== null; n += 1) free = `${path.slice(0, at)}-${n}${path.slice(at)}`;
  return free;
}

/** The sources with another text for a file, which need not be there yet. */
export function withText(sources: Sources, path: string, text: string): Sources {
  const { source, files, entry } = sources;
  return path === entry ? { source: text, files, entry } : { source, files: { ...files, [path]: text }, entry };
}

/** The sources without a file; the entry stays. */
export function without({ source, files, entry }: Sources, path: string): Sources {
  const { [path]: _, ...others } = files;
  return { source, files: others, entry };
}

/** The sources with a file under another path. */
export function renamed(sources: Sources, from: string, to: string): Sources {
  const { source, files, entry } = sources;
  if (from === entry) return { source, files, entry: to };
  const text = textOf(sources, from);
  return text === null ? sources : withText(without(sources, from), to, text);
}

/**
 * The sources after edits.
 * @param edits with places in the texts before all of them
 * @param base the file of edits that name none
 * @returns null when an edit is of no file or outside of it, or two overlap
 */
export function applyEdits(sources: Sources, edits: Edit[], base: string): Sources | null {
  let result = sources;
  for (const [path, own] of editsByFile(edits, base)) {
    const text = textOf(sources, path);
    const changed = text === null ? null : applyTo(text, own);
    if (changed === null) return null;
    result = withText(result, path, changed);
  }
  return result;
}

function editsByFile(edits: Edit[], base: string): Map<string, Edit[]> {
  const groups: Map<string, Edit[]> = new Map();
  for (const edit of edits) {
    const path = edit.file ?? base;
    const own = groups.get(path);
    if (own) own.push(edit);
    else groups.set(path, [edit]);
  }
  return groups;
}

function applyTo(text: string, edits: Edit[]): string | null {
  // Of two insertions at one place the first given stays first.
  const sorted = edits.map((edit, i) => ({ ...edit, i })).sort((a, b) => a.from - b.from || a.to - b.to || a.i - b.i);
  let result = '';
  let end = 0;
  for (const { from, to, insert } of sorted) {
    if (from < end || to < from || to > text.length) return null;
    result += text.slice(end, from) + insert;
    end = to;
  }
  return result + text.slice(end);
}
