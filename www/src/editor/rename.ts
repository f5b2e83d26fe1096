// Renaming the thing at the caret: a field over its name, in the text.

import { editorWords } from './strings.ts';
import { StateEffect, StateField, type Extension, type StateEffectType } from '@codemirror/state';
import { invertedEffects } from '@codemirror/commands';
import { keymap, showTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { showWords } from './card.ts';
import { textOf } from './text.ts';
import type { Assistant, SideEffects } from './types.ts';

const setField: StateEffectType<Tooltip | null> = StateEffect.define();

/** The field goes with the next change of the text. */
const field = StateField.define({
  create: () => null as Tooltip | null,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(setField)) return effect.value;
    return transaction.docChanged ? null : shown;
  },
  provide: (shown) => showTooltip.from(shown),
});

/** What a change of this text goes together with elsewhere; `back` takes that away again. */
export const setBeside: StateEffectType<{ beside: SideEffects; back: boolean }> = StateEffect.define();

const history: Extension = invertedEffects.of((transaction) =>
  transaction.effects
    .filter((effect) => effect.is(setBeside))
    .map(({ value: { beside, back } }) => setBeside.of({ beside, back: !back })),
);

export function renaming(assistant: () => Assistant | null): Extension {
  return [
    field,
    history,
    keymap.of([{ key: 'F2', run: (view) => beginRenaming(view, assistant()), preventDefault: true }]),
  ];
}

/** Opens the field over the name at the caret. */
export function beginRenaming(view: EditorView, assistant: Assistant | null) {
  const { doc, selection, readOnly } = view.state;
  const at = selection.main.head;
  if (!assistant) return false;
  if (readOnly) {
    showWords(view, assistant, editorWords.renamingLocked);
    return true;
  }
  void assistant.references(textOf(doc), at).then((spans) => {
    if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
    const here = spans?.find(({ file, from, to }) => file === undefined && from <= at && at <= to);
    if (!here) return showWords(view, assistant, editorWords.noSymbol);
    const create = () => ({ dom: form(view, assistant, at, doc.sliceString(here.from, here.to)), mount: focusField });
    view.dispatch({ effects: setField.of({ pos: here.from, above: false, create }) });

    function focusField() {
      const input = view.dom.querySelector('.cm-rename input') as HTMLInputElement | null;
      input?.focus();
      input?.select();
    }
  });
  return true;
}

function form(view: EditorView, assistant: Assistant, at: number, written: string) {
  const name = written.replace(/^(["'])(.*)\1$/s, '$2');
  const input = document.createElement('input');
  input.value = name;
  input.size = Math.max(name.length + 6, 16);
  input.spellcheck = false;
  input.autocapitalize = 'off';
  input.setAttribute('autocomplete', 'off');
  input.setAttribute('aria-label', editorWords.newName(name));
  const problem = document.createElement('p');
  problem.id = 'rename-problem';
  problem.setAttribute('role', 'alert');
  input.setAttribute('aria-describedby', problem.id);
  const dom = document.createElement('form');
  dom.className = 'cm-rename';
  dom.append(input, problem);
  const close = () => {
    view.dispatch({ effects: setField.of(null) });
    view.focus();
  };
  const refuse = (why: string) => {
    problem.textContent = why;
    input.setAttribute('aria-invalid', String(why !== ''));
  };
  input.oninput = () => refuse('');
  dom.onkeydown = (event) => {
    // The keys of the page and of the text are not meant here.
    event.stopPropagation();
    if (event.key === 'Escape') close();
  };
  dom.onsubmit = (event) => {
    event.preventDefault();
    const to = input.value.trim();
    if (to === name) return close();
    const { doc } = view.state;
    void assistant.rename(textOf(doc), at, to).then((why) => {
      if (why !== null && view.state.doc === doc) refuse(why);
      else if (why === null) view.focus();
    });
  };
  return dom;
}
