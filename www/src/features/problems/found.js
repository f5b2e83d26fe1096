// @ts-check
// What the core found in the texts, by file.

/** @typedef {import('../../workspace/store.js').State} State */
/** @typedef {import('../../protocol/types.ts').Diagnostic} Diagnostic */

/**
 * The problems by file, the entry's first: those of the machine, and those of the shown file where the machine does not
 * import it.
 * @param {State} state
 * @returns {[file: string, list: Diagnostic[]][]}
 */
export function problemsByFile({ analysis, aside, document, file }) {
  /** @type {Map<string, Diagnostic[]>} */
  const groups = new Map([[document.entry, []]]);
  for (const d of analysis?.diagnostics ?? []) {
    const path = d.file ?? document.entry;
    const list = groups.get(path);
    if (list) list.push(d);
    else groups.set(path, [d]);
  }
  if (aside && aside.file === file && !analysis?.imported.includes(file)) {
    groups.set(file, aside.diagnostics.map((d) => (d.file === undefined ? { ...d, file } : d)).filter((d) => d.file === file));
  }
  return [...groups].filter(([, list]) => list.length > 0);
}

/** @type {Diagnostic[]} */
const NONE = [];
/** @type {{ analysis: State['analysis'], aside: State['aside'], file: string, entry: string, list: Diagnostic[] }} */
let last = { analysis: null, aside: null, file: '', entry: '', list: NONE };

/** Those of the shown file; the same list as long as nothing changed, because the editor paints every new one. @param {State} state */
export function shownProblems(state) {
  const { analysis, aside, file, document: { entry } } = state;
  if (last.analysis !== analysis || last.aside !== aside || last.file !== file || last.entry !== entry) {
    last = { analysis, aside, file, entry, list: problemsByFile(state).find(([path]) => path === file)?.[1] ?? NONE };
  }
  return last.list;
}
