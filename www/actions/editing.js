// @ts-check
// Between the editor and the core: answers about the shown file, and changes that the core proposes, in one file or in
// several.

import { textOf } from '../engine/sources.js';
import { applyEdits } from '../files.js';
import { lineAround, lineNumbers } from '../lines.js';
import { words } from '../strings.js';

/**
 * @typedef {import('../engine/types.d.ts').Engine} Engine
 * @typedef {import('../engine/types.d.ts').Edit} Edit
 * @typedef {import('../engine/types.d.ts').Fix} Fix
 * @typedef {import('../engine/types.d.ts').Span} Span
 * @typedef {import('../engine/types.d.ts').Diagnostic} Diagnostic
 * @typedef {import('../editor/types.d.ts').Assistant} Assistant
 * @typedef {{ value: string, apply(edits: Edit[], userEvent: string): void, replace(text: string): void }} Editor what of the editor is used
 */

/** @implements {Assistant} */
export class Editing {
  #store;
  #engine;
  #running;
  #opening;
  #editor;
  #show;

  /**
   * @param {object} parts
   * @param {import('../store.js').Store} parts.store
   * @param {Engine} parts.engine
   * @param {{ flush(): Promise<void> }} parts.running
   * @param {{ change(sources: import('../engine/types.d.ts').Sources, whole: boolean): void }} parts.opening
   * @param {() => Editor | null} parts.editor null until its code has arrived
   * @param {(span: Span) => void} parts.show moves the caret to a place of a file
   */
  constructor({ store, engine, running, opening, editor, show }) {
    this.#store = store;
    this.#engine = engine;
    this.#running = running;
    this.#opening = opening;
    this.#editor = editor;
    this.#show = show;
  }

  get #file() {
    return this.#store.state.file;
  }

  /** @param {string} text @param {number} offset */
  complete(text, offset) { return quiet(this.#engine.complete(this.#file, text, offset)); }
  /** @param {string} text @param {number} offset */
  hover(text, offset) { return quiet(this.#engine.hover(this.#file, text, offset)); }
  /** @param {string} text @param {number} offset */
  async definition(text, offset) {
    const span = await quiet(this.#engine.definition(this.#file, text, offset));
    return span && this.#local(span);
  }

  /** @param {string} text @param {number} offset */
  async references(text, offset) {
    const spans = await quiet(this.#engine.references(this.#file, text, offset));
    return spans && spans.map((span) => this.#local(span));
  }

  /** @param {string} text @param {number} from @param {number} to */
  fixes(text, from, to) { return quiet(this.#engine.fixes(this.#file, text, from, to)); }

  /** A span of the shown file names no file. @param {Span} span @returns {Span} */
  #local({ from, to, file }) {
    return file === undefined || file === this.#file ? { from, to } : { from, to, file };
  }

  /** @param {Span[]} spans @returns {import('../editor/types.d.ts').Use[]} */
  uses(spans) {
    const { document, file: shown } = this.#store.state;
    return [...new Set(spans.map((span) => span.file))].flatMap((file) => {
      const text = textOf(document, file ?? shown);
      const own = text === null ? [] : spans.filter((span) => span.file === file && span.to <= text.length);
      const lines = lineNumbers(text ?? '', own.map((span) => span.from));
      return own.map((span, i) => ({ span, file: file ?? null, line: lines[i] ?? 1, ...lineAround(text ?? '', span.from, span.to) }));
    });
  }

  /** @param {Fix} fix of the shown file */
  apply(fix) {
    if (!this.#edit(fix.edits, this.#file, 'fix')) this.#store.notify({ kind: 'warning', text: words.editor.fixGone });
    else this.say(words.editor.fixed(fix.title));
  }

  /** @param {Span} span */
  open(span) {
    this.#show({ ...span, file: span.file ?? this.#file });
  }

  /** @param {string} text */
  say(text) {
    this.#store.set({ live: text });
  }

  /**
   * A fix from the list of problems. Problems may be older than the text; then it is the fix of the same problem as it
   * stands now.
   * @param {Diagnostic} problem @param {string} title
   */
  async repair(problem, title) {
    await this.#running.flush();
    const { analysis, aside, document } = this.#store.state;
    const list = [...(analysis?.diagnostics ?? []), ...(aside?.diagnostics ?? []).map((d) => ({ ...d, file: aside?.file }))];
    const same = list.filter((d) => d.code === problem.code && d.message === problem.message && d.file === problem.file);
    const now = same.find((d) => d.from === problem.from) ?? same[0];
    const fix = now?.fixes?.find((one) => one.title === title);
    if (!fix || !this.#edit(fix.edits, now?.file ?? document.entry, 'fix')) this.#store.notify({ kind: 'warning', text: words.editor.fixGone });
    else this.say(words.editor.fixed(title));
  }

  /** Puts the shown file into the core's form. */
  async format() {
    await this.#running.flush();
    const { document } = this.#store.state;
    const file = this.#file;
    const text = textOf(document, file);
    if (text === null) return;
    const answer = await quiet(this.#engine.format(file, text));
    // A text that was changed meanwhile is left alone.
    if (answer === null || file !== this.#file || textOf(this.#store.state.document, file) !== text) return;
    if (!answer.ok) this.#store.notify({ kind: 'warning', text: words.editor.notFormatted(answer.error.message) });
    else if (answer.text === text) this.say(words.editor.wasFormatted);
    else {
      const editor = this.#editor();
      if (editor) editor.replace(answer.text);
      else this.#edit([{ from: 0, to: text.length, insert: answer.text }], file, 'format');
      this.say(words.editor.formatted);
    }
  }

  /**
   * Edits of any files; those of the shown one go through the editor, as one step of its history.
   * @param {Edit[]} edits @param {string} base the file of edits that name none @param {string} userEvent
   * @returns {boolean} whether they could be made
   */
  #edit(edits, base, userEvent) {
    const { document, file } = this.#store.state;
    const changed = applyEdits(document, edits, base);
    if (changed === null) return false;
    const editor = this.#editor();
    const here = edits.filter((edit) => (edit.file ?? base) === file);
    const elsewhere = edits.filter((edit) => (edit.file ?? base) !== file);
    const through = editor !== null && editor.value === textOf(document, file);
    const rest = through ? applyEdits(document, elsewhere, base) : changed;
    if (rest !== null && rest !== document) this.#opening.change(rest, true);
    if (through && here.length > 0) editor.apply(here, userEvent);
    return true;
  }
}

/** The engine says itself when it is lost. @template T @param {Promise<T>} answer @returns {Promise<T | null>} */
function quiet(answer) {
  return answer.catch(() => null);
}
