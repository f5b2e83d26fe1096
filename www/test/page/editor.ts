// <tracklight-editor> without CodeMirror, which needs layout: the text in a plain field, with the properties and events
// of the real one.

import { EditorState } from '@codemirror/state';
import { DeferredDiagnostics } from '../../src/editor/deferred-diagnostics.ts';
import type { SideEffects } from '../../src/editor/types.ts';
import type { Diagnostic, Edit } from '../../src/protocol/types.ts';

interface Content {
  document: string | number;
  file: string;
  value: string;
}

export class TracklightEditor extends HTMLElement {
  #content: Content = { document: '', file: '', value: '' };
  #field = document.createElement('textarea');
  /** What undo and redo go along, and where the text is in it. */
  #texts: string[] = [''];
  #at = 0;
  /** What the change to each text did elsewhere. */
  #sideEffects: Map<number, SideEffects> = new Map();
  #saying = DeferredDiagnostics.forAnnouncements(() => this.#emit('editor-rest', {}));
  #reported = { undo: false, redo: false };

  connectedCallback() {
    if (this.shadowRoot) return;
    this.#field.className = 'cm-content';
    this.attachShadow({ mode: 'open' }).append(this.#field);
    this.#field.addEventListener('input', (event) => {
      const { data } = event as InputEvent;
      this.#saying.onChange((data?.length ?? 0) <= 1);
      this.replace(this.#field.value);
      this.#saying.onCaretMoved(this.#writing);
    });
    for (const name of ['keyup', 'blur'])
      this.#field.addEventListener(name, () => this.#saying.onCaretMoved(this.#writing));
    this.#field.addEventListener('keydown', ({ key, ctrlKey }) => {
      if (ctrlKey && key === 'z') this.undo();
      if (ctrlKey && key === 'y') this.redo();
    });
  }

  get value() {
    return this.#content.value;
  }

  get content() {
    return this.#content;
  }

  set content(next: Content) {
    const { document, file, value } = this.#content;
    const isOther = next.document !== document || next.file !== file;
    if (!isOther && next.value === value) return;
    this.#texts = isOther ? [next.value] : [...this.#texts.slice(0, this.#at + 1), next.value];
    this.#show(next, this.#texts.length - 1);
  }

  get #writing() {
    const { value, selectionEnd } = this.#field;
    const state = EditorState.create({ doc: value, selection: { anchor: selectionEnd } });
    return { hasFocus: this.shadowRoot?.activeElement === this.#field, state };
  }

  announced(list: Diagnostic[]) {
    return this.#saying.filter(list, this.#writing);
  }

  announceAll(list: Diagnostic[]) {
    return this.#saying.showAll(list);
  }

  set locked(locked: boolean) {
    this.#field.readOnly = locked;
  }

  get visible() {
    return { from: 0, to: this.value.length };
  }

  rename(from: string, to: string) {
    if (this.#content.file === from) this.#content = { ...this.#content, file: to };
  }

  show(span: { from: number } | null, how: 'mark' | 'caret' = 'mark') {
    if (!span || how !== 'caret') return;
    this.#field.setSelectionRange(span.from, span.from);
    this.focus();
  }

  apply(edits: Edit[], _userEvent: string, sideEffects: SideEffects | null = null) {
    const fromTheEnd = [...edits].sort((a, b) => b.from - a.from);
    const changed = (text: string, { from, to, insert }: Edit) => text.slice(0, from) + insert + text.slice(to);
    const before = this.#at;
    this.replace(fromTheEnd.reduce(changed, this.value));
    if (!sideEffects || this.#at === before) return;
    this.#sideEffects.set(this.#at, sideEffects);
    sideEffects.make();
  }

  replace(text: string) {
    if (text === this.value) return;
    this.#texts = [...this.#texts.slice(0, this.#at + 1), text];
    this.#sideEffects.delete(this.#at + 1);
    this.#go(1);
  }

  undo() {
    const sideEffects = this.#sideEffects.get(this.#at);
    this.#go(-1);
    sideEffects?.takeBack();
  }

  redo() {
    this.#go(1);
    this.#sideEffects.get(this.#at)?.make();
  }

  override focus() {
    this.#field.focus();
  }

  #go(by: number) {
    const value = this.#texts[this.#at + by];
    if (value === undefined) return;
    const { file } = this.#content;
    this.#show({ ...this.#content, value }, this.#at + by);
    this.#emit('editor-change', { file, value, whole: true });
  }

  #show(content: Content, at: number) {
    this.#content = content;
    this.#at = at;
    if (this.#field.value !== content.value) this.#field.value = content.value;
    const reported = { undo: at > 0, redo: at < this.#texts.length - 1 };
    if (reported.undo !== this.#reported.undo || reported.redo !== this.#reported.redo)
      this.#emit('editor-history', reported);
    this.#reported = reported;
  }

  #emit(name: string, detail: object) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

customElements.define('tracklight-editor', TracklightEditor);
