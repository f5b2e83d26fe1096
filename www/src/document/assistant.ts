// Between the editor and the core: answers about the shown file, and changes that the core proposes, in one file or in
// several.

import { FOREIGN_FORMAT } from '../exchange/foreign-text.ts';
import { editorWords } from '../editor/strings.ts';
import { sameSources, textOf } from '../protocol/sources.ts';
import { applyEdits } from '../protocol/files.ts';
import { sentenceCase, unticked } from '../ui/code-spans.ts';
import { lineAround, lineNumbers } from '../editor/lines.ts';
import { JointChanges, type JointChangesDependencies } from './joint-changes.ts';
import type { Assistant, SideEffects, Use } from '../editor/types.ts';
import type { Diagnostic, Edit, Engine, Fix, Json, Span } from '../protocol/types.ts';

/** What of the editor is used. */
interface Editor {
  value: string;
  apply(edits: Edit[], userEvent: string, sideEffects?: SideEffects | null, select?: Span): void;
  beginRenaming(): void;
  replace(text: string): void;
  undo(): void;
  redo(): void;
}

export interface AssistantDependencies extends Omit<JointChangesDependencies, 'editor'> {
  engine: Engine;
  /** null until its code has arrived. */
  editor: () => Editor | null;
  /** Converts the text of the entry, which is in another notation. */
  convert: () => void;
  /** Moves the caret to a place of a file. */
  show: (span: Span) => void;
}

export class EditorAssistant implements Assistant {
  readonly #deps: AssistantDependencies;
  /** Those of all files, as steps of the editor's history. */
  readonly changes: JointChanges;

  constructor(deps: AssistantDependencies) {
    this.#deps = deps;
    this.changes = new JointChanges(deps);
  }

  get #file() {
    return this.#deps.store.state.file;
  }

  complete(text: string, offset: number) {
    return quiet(this.#deps.engine.complete(this.#file, text, offset));
  }
  hover(text: string, offset: number) {
    return quiet(this.#deps.engine.hover(this.#file, text, offset));
  }
  async definition(text: string, offset: number) {
    const span = await quiet(this.#deps.engine.definition(this.#file, text, offset));
    return span && this.#local(span);
  }

  async references(text: string, offset: number) {
    const spans = await quiet(this.#deps.engine.references(this.#file, text, offset));
    return spans && spans.map((span) => this.#local(span));
  }

  fixes(text: string, from: number, to: number) {
    const foreign = this.#deps.store.state.run.analysis?.diagnostics.find(({ code }) => code === FOREIGN_FORMAT);
    if (foreign?.fixes && from <= foreign.to && to >= foreign.from) return Promise.resolve(foreign.fixes);
    return quiet(this.#deps.engine.fixes(this.#file, text, from, to));
  }

  beginRenaming() {
    this.#deps.editor()?.beginRenaming();
  }

  /** Renames in all files and in the stubs that stand in for theirs, as one step of the editor's history. */
  async rename(text: string, offset: number, name: string): Promise<string | null> {
    const { document: before, file } = this.#deps.store.state;
    const { settings } = this.#deps.running;
    const json = Object.fromEntries(
      Object.entries(settings.n ?? {}).map(([node, stub]) => [node, JSON.stringify(stub)]),
    );
    const answer = await quiet(this.#deps.engine.rename(file, text, offset, name, json));
    const isUnchanged =
      sameSources(this.#deps.store.state.document, before) &&
      file === this.#file &&
      this.#deps.running.settings === settings;
    if (!answer || !isUnchanged) return editorWords.renamingGone;
    if (!answer.ok) return unticked(sentenceCase(`${answer.error.message}.`));
    const { edits } = answer;
    const stubs: Record<string, Json> = Object.fromEntries(
      answer.stubs.map(({ node, json }) => [node, JSON.parse(json)]),
    );
    if (!(await this.changes.apply(before, { edits, userEvent: 'rename', stubs, file })))
      return editorWords.renamingGone;
    this.say(editorWords.renamed(name, answer.edits.length));
    return null;
  }

  /** A span of the shown file names no file. */
  #local({ from, to, file }: Span): Span {
    return file === undefined || file === this.#file ? { from, to } : { from, to, file };
  }

  uses(spans: Span[]): Use[] {
    const { document, file: shown } = this.#deps.store.state;
    return [...new Set(spans.map((span) => span.file))].flatMap((file) => {
      const text = textOf(document, file ?? shown);
      const own = text === null ? [] : spans.filter((span) => span.file === file && span.to <= text.length);
      const lines = lineNumbers(
        text ?? '',
        own.map((span) => span.from),
      );
      return own.map((span, i) => ({
        span,
        file: file ?? null,
        line: lines[i] ?? 1,
        ...lineAround(text ?? '', span.from, span.to),
      }));
    });
  }

  /** @param fix of the shown file */
  apply(fix: Fix) {
    // The only fix that is no edit: its text is made elsewhere.
    if (fix.edits.length === 0) return this.#deps.convert();
    if (!this.#edit(fix.edits, this.#file, 'fix'))
      this.#deps.store.notify({ kind: 'warning', text: editorWords.fixGone, ofDocument: true });
    else this.say(editorWords.fixed(fix.title));
  }

  open(span: Span) {
    this.#deps.show({ ...span, file: span.file ?? this.#file });
  }

  say(text: string) {
    this.#deps.store.set({ live: text });
  }

  /**
   * A fix from the list of problems. Problems may be older than the text; then it is the fix of the same problem as it
   * stands now.
   */
  async repair(problem: Diagnostic, title: string) {
    if (problem.code === FOREIGN_FORMAT) return this.#deps.convert();
    await this.#deps.running.flush();
    const {
      run: { analysis },
      openFileAnalysis,
      document,
    } = this.#deps.store.state;
    const list = [
      ...(analysis?.diagnostics ?? []),
      ...(openFileAnalysis?.diagnostics ?? []).map((d) => ({ ...d, file: openFileAnalysis?.file })),
    ];
    const same = list.filter(
      (d) => d.code === problem.code && d.message === problem.message && d.file === problem.file,
    );
    const now = same.find((d) => d.from === problem.from) ?? same[0];
    const fix = now?.fixes?.find((fix) => fix.title === title);
    if (!fix || !this.#edit(fix.edits, now?.file ?? document.entry, 'fix'))
      this.#deps.store.notify({ kind: 'warning', text: editorWords.fixGone, ofDocument: true });
    else this.say(editorWords.fixed(title));
  }

  /** Takes back what was changed last: a change of several files in all of them. */
  async undo() {
    if (!(await this.changes.undo())) this.#deps.editor()?.undo();
  }

  undoElsewhere() {
    if (!this.changes.isElsewhere) return false;
    void this.changes.undo();
    return true;
  }

  redo() {
    this.#deps.editor()?.redo();
  }

  /** Puts the shown file into the core's form. */
  async format() {
    await this.#deps.running.flush();
    const { document } = this.#deps.store.state;
    const file = this.#file;
    const text = textOf(document, file);
    if (text === null) return;
    const answer = await quiet(this.#deps.engine.format(file, text));
    // A text that was changed meanwhile is left alone.
    if (answer === null || file !== this.#file || textOf(this.#deps.store.state.document, file) !== text) return;
    if (!answer.ok)
      this.#deps.store.notify({
        kind: 'warning',
        text: editorWords.notFormatted(answer.error.message),
        ofDocument: true,
      });
    else if (answer.text === text) this.say(editorWords.wasFormatted);
    else {
      const editor = this.#deps.editor();
      if (editor) editor.replace(answer.text);
      else this.#edit([{ from: 0, to: text.length, insert: answer.text }], file, 'format');
      this.say(editorWords.formatted);
    }
  }

  /** Puts a text in place of the entry's, as one step of the editor's history. */
  replaceText(text: string) {
    const { document, file } = this.#deps.store.state;
    const editor = this.#deps.editor();
    if (editor && file === document.entry && editor.value === document.source) editor.replace(text);
    else this.#edit([{ from: 0, to: document.source.length, insert: text }], document.entry, 'import');
  }

  /**
   * Edits of any files; those of the shown one go through the editor, as one step of its history.
   * @param base the file of edits that name none
   * @returns whether they could be made
   */
  #edit(edits: Edit[], base: string, userEvent: string): boolean {
    const { document, file } = this.#deps.store.state;
    const changed = applyEdits(document, edits, base);
    if (changed === null) return false;
    const editor = this.#deps.editor();
    const here = edits.filter((edit) => (edit.file ?? base) === file);
    const elsewhere = edits.filter((edit) => (edit.file ?? base) !== file);
    const through = editor !== null && editor.value === textOf(document, file);
    const rest = through ? applyEdits(document, elsewhere, base) : changed;
    if (rest !== null && rest !== document) this.#deps.opening.changeSources(rest, true);
    if (through && here.length > 0) editor.apply(here, userEvent);
    return true;
  }
}

/** The engine says itself when it is lost. */
function quiet<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}
