// What the core found in the texts, by file.
import { computed } from '../../protocol/computed.ts';
import type { Diagnostic } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';

/**
 * The problems by file, the entry's first: those of the machine, and those of the shown file where the machine does not
 * import it.
 */
export function problemsByFile({
  run: { analysis },
  openFileAnalysis,
  document,
  file,
}: State): [file: string, list: Diagnostic[]][] {
  const groups: Map<string, Diagnostic[]> = new Map([[document.entry, []]]);
  for (const d of analysis?.diagnostics ?? []) {
    const path = d.file ?? document.entry;
    const list = groups.get(path);
    if (list) list.push(d);
    else groups.set(path, [d]);
  }
  if (openFileAnalysis && openFileAnalysis.file === file && !analysis?.imported.includes(file)) {
    groups.set(
      file,
      openFileAnalysis.diagnostics
        .map((d) => (d.file === undefined ? { ...d, file } : d))
        .filter((d) => d.file === file),
    );
  }
  return [...groups].filter(([, list]) => list.length > 0);
}

const NONE: Diagnostic[] = [];

/** Those of the shown file; the same list as long as nothing changed, because the editor paints every new one. */
export const shownProblems = computed(
  ({ run: { analysis }, openFileAnalysis, file, document }: State) => [
    analysis,
    openFileAnalysis,
    file,
    document.entry,
  ],
  (state) => problemsByFile(state).find(([path]) => path === state.file)?.[1] ?? NONE,
);

const RANK: Record<Diagnostic['severity'], number> = { error: 0, warning: 1, info: 2 };

/** Errors first; problems of one kind in the order of the text. */
export const inOrder = (list: Diagnostic[]) =>
  [...list].sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.from - b.from);
