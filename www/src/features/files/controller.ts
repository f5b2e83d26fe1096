// What is done with the files of a document: show, add, name, remove, choose the entry.

import { fileWords } from './strings.ts';
import { applyEdits, freePath, pathOf, renamed, withText, without } from '../../protocol/files.ts';
import { sameSources, textOf, withEntry } from '../../protocol/sources.ts';
import type { Engine, Sources } from '../../protocol/types.ts';
import type { Naming } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';

/** What a new file is called until it is named. */
const NEW = 'part.dygram';

export interface FilesDependencies {
  store: Store;
  engine: Engine;
  running: { onFileShown(): void };
  opening: { changeSources(sources: Sources, whole: boolean): void };
  editor: () => { rename(from: string, to: string): void } | null;
}

export class FilesController {
  readonly #deps: FilesDependencies;

  constructor(deps: FilesDependencies) {
    this.#deps = deps;
  }

  show(path: string) {
    const { document, file } = this.#deps.store.state;
    if (path === file || textOf(document, path) === null) return;
    this.#deps.store.set({ file: path, selected: null });
    this.#deps.running.onFileShown();
  }

  /** Opens the box for a name: of a new file, or another one for a file. */
  beginName(at: Naming['at'], path: string | null) {
    const { document } = this.#deps.store.state;
    this.#deps.store.set({ naming: { at, path, text: path ?? freePath(document, NEW), error: '' } });
  }

  typeName(text: string) {
    const { naming } = this.#deps.store.state;
    if (naming) this.#deps.store.set({ naming: { ...naming, text, error: '' } });
  }

  cancelName() {
    this.#deps.store.set({ naming: null });
  }

  /** The box lost the focus: a typed name that can be is taken, another one and the suggested one are dropped. */
  leaveName() {
    const { naming, document } = this.#deps.store.state;
    if (!naming) return;
    const named = pathOf(naming.text);
    const suggested = naming.path === null && naming.text === freePath(document, NEW);
    if (suggested || 'error' in named || (named.path !== naming.path && textOf(document, named.path) !== null))
      this.cancelName();
    else void this.takeName();
  }

  /**
   * Takes the typed name: adds the file, or renames it with what imports it. A name that cannot be is told beside the
   * box.
   */
  async takeName() {
    const { naming, document } = this.#deps.store.state;
    if (!naming) return;
    const named = pathOf(naming.text);
    if ('error' in named) return this.#wrongName(fileWords.wrong[named.error]);
    const { path } = named;
    if (path === naming.path) return this.cancelName();
    if (textOf(document, path) !== null) return this.#wrongName(fileWords.taken(path));
    if (naming.path === null) this.add(path, '');
    else await this.#rename(naming.path, path);
  }

  #wrongName(error: string) {
    const { naming } = this.#deps.store.state;
    if (naming) this.#deps.store.set({ naming: { ...naming, error } });
  }

  /** Adds a file and shows it; a taken path is counted up. */
  add(path: string, text: string) {
    const { document } = this.#deps.store.state;
    const free = freePath(document, path);
    this.#deps.store.set({ naming: null, file: free, document: { ...document, ...withText(document, free, text) } });
    this.#deps.opening.changeSources(this.#deps.store.state.document, true);
    this.#say(fileWords.added(free));
  }

  async #rename(from: string, to: string) {
    const before = this.#deps.store.state.document;
    const answer = await this.#deps.engine.renameFile(before.entry, before.source, from, to).catch(() => null);
    const { document, file } = this.#deps.store.state;
    // The edits are for the texts that were asked about.
    if (answer === null || !sameSources(document, before)) return this.#wrongName(fileWords.again);
    if (!answer.ok) return this.#wrongName(answer.error.message);
    const edited = applyEdits(document, answer.edits, document.entry);
    if (edited === null) return this.#wrongName(fileWords.again);
    this.#deps.editor()?.rename(from, to);
    this.#deps.store.set({
      naming: null,
      file: file === from ? to : file,
      document: { ...document, ...renamed(edited, from, to) },
    });
    this.#deps.opening.changeSources(this.#deps.store.state.document, true);
    this.#say(fileWords.renamed(from, to, answer.edits.length));
  }

  /** Removes a file; a notice offers to put it back. */
  remove(path: string) {
    const { document } = this.#deps.store.state;
    const text = textOf(document, path);
    if (text === null || path === document.entry) return;
    this.#deps.opening.changeSources(without(document, path), true);
    this.#deps.running.onFileShown();
    this.#deps.store.notify({
      kind: 'info',
      text: fileWords.removed(path),
      action: 'putBack',
      removed: { path, text, of: document.id },
      ofDocument: true,
    });
  }

  /** Undoes a removal. */
  putBack(notice: number) {
    const { notices } = this.#deps.store.state;
    const removed = notices.find((candidate) => candidate.id === notice)?.removed;
    this.#deps.store.set({ notices: notices.filter((candidate) => candidate.id !== notice) });
    if (removed?.of === this.#deps.store.state.document.id) this.add(removed.path, removed.text);
  }

  /** Makes a file the one that is run and drawn. */
  makeEntry(path: string) {
    const { document } = this.#deps.store.state;
    const sources = withEntry(document, path);
    if (sources === document) return;
    this.#deps.opening.changeSources(sources, true);
    this.#say(fileWords.nowEntry(path));
  }

  #say(text: string) {
    this.#deps.store.set({ live: text });
  }
}
