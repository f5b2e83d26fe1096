// Where a name is declared and used: the other uses of the name at the caret as marks, definition by key and click,
// references as a list below the text.

import { editorWords } from './strings.ts';
import { StateEffect, StateField, type Extension, type StateEffectType } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, keymap, showPanel, type Panel, type ViewUpdate } from '@codemirror/view';
import { showWords } from './card.ts';
import { textOf } from './text.ts';
import { debounce } from '../ui/timing.ts';
import type { Assistant, Use } from './types.ts';

/** More rows than this nobody reads. */
const MOST = 300;
/** A caret that rests this long is asked about. */
const REST_MS = 200;

const setOccurrences: StateEffectType<{ from: number; to: number }[]> = StateEffect.define();
const setUses: StateEffectType<Use[] | null> = StateEffect.define();

const occurrence = Decoration.mark({ class: 'cm-occurrence' });

const occurrences = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setOccurrences))
        return Decoration.set(
          effect.value.map(({ from, to }) => occurrence.range(from, to)),
          true,
        );
    }
    return transaction.docChanged ? Decoration.none : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function usesOf(assistant: () => Assistant | null): Extension {
  const list = StateField.define({
    create: () => null as Use[] | null,
    update(uses, transaction) {
      for (const effect of transaction.effects) if (effect.is(setUses)) return effect.value;
      // The places are those of the text that was asked about.
      return transaction.docChanged ? null : uses;
    },
    provide: (field) =>
      showPanel.from(field, (uses) => uses && ((view) => panel(view, uses, assistant, () => leave(view)))),
  });
  // The last question asked; leaving the list withdraws it, or a late answer would open the list again.
  let asked = 0;
  const leave = (view: EditorView) => {
    asked += 1;
    if (view.state.field(list) === null) return false;
    view.dispatch({ effects: setUses.of(null) });
    view.focus();
    return true;
  };
  const define = (view: EditorView, at: number) => {
    const { doc } = view.state;
    void assistant()
      ?.definition(textOf(doc), at)
      .then((span) => {
        if (view.state.doc !== doc) return;
        if (span) assistant()?.open(span);
        else showWords(view, assistant(), editorWords.noDefinition);
      });
    return true;
  };
  const refer = (view: EditorView) => {
    const { doc, selection } = view.state;
    asked += 1;
    const turn = asked;
    void assistant()
      ?.references(textOf(doc), selection.main.head)
      .then((spans) => {
        if (turn !== asked || view.state.doc !== doc) return;
        const uses = spans && assistant()?.uses(spans);
        if (!uses || uses.length === 0) return showWords(view, assistant(), editorWords.noReferences);
        view.dispatch({ effects: setUses.of(uses) });
        (view.dom.querySelector('.cm-uses li button') as HTMLElement | null)?.focus();
      });
    return true;
  };
  return [
    list,
    occurrences,
    followCaret(assistant),
    keymap.of([
      { key: 'F12', run: (view) => define(view, view.state.selection.main.head), preventDefault: true },
      { key: 'Shift-F12', run: refer, preventDefault: true },
      { key: 'Escape', run: leave },
    ]),
    // Ctrl and a click go to the definition, so further carets are set with Alt.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.ctrlKey && !event.metaKey),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (event.button !== 0 || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null) return false;
        event.preventDefault();
        view.dispatch({ selection: { anchor: at } });
        view.focus();
        return define(view, at);
      },
    }),
  ];
}

/** Marks the uses of the name the caret rests on. */
function followCaret(assistant: () => Assistant | null) {
  return ViewPlugin.fromClass(
    class {
      markUses = debounce((view: EditorView) => void this.ask(view), REST_MS);

      update(update: ViewUpdate) {
        if (!update.selectionSet && !update.docChanged) return;
        this.markUses(update.view);
      }

      async ask(view: EditorView) {
        const { doc, selection } = view.state;
        const spans = selection.main.empty ? await assistant()?.references(textOf(doc), selection.main.head) : null;
        if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
        const here = (spans ?? []).filter(({ file, from, to }) => file === undefined && from < to && to <= doc.length);
        // A name that stands alone needs no mark; and nothing is dispatched where nothing changes.
        const shown = here.length > 1 ? here : [];
        if (shown.length > 0 || view.state.field(occurrences).size > 0)
          view.dispatch({ effects: setOccurrences.of(shown) });
      }

      destroy() {
        this.markUses.cancel();
      }
    },
  );
}

function panel(view: EditorView, uses: Use[], assistant: () => Assistant | null, leave: () => void): Panel {
  const dom = document.createElement('section');
  dom.className = 'cm-uses';
  dom.setAttribute('aria-label', editorWords.references(uses.length));
  const title = document.createElement('h2');
  title.textContent = editorWords.references(uses.length);
  const shut = document.createElement('button');
  shut.type = 'button';
  shut.textContent = '×';
  shut.title = editorWords.closeReferences;
  shut.setAttribute('aria-label', editorWords.closeReferences);
  shut.onclick = leave;
  const list = document.createElement('ul');
  list.append(...uses.slice(0, MOST).map((use) => row(use, assistant)));
  if (uses.length > MOST) list.append(editorWords.moreReferences(uses.length - MOST));
  dom.append(title, shut, list);
  dom.onkeydown = (event) => {
    const rows = Array.from(list.querySelectorAll('button')) as HTMLElement[];
    const at = rows.findIndex((row) => row === view.root.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === 'Escape') leave();
    else if (to !== undefined) rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { dom };
}

function row({ span, file, line, text, from, to }: Use, assistant: () => Assistant | null) {
  const button = document.createElement('button');
  button.type = 'button';
  const place = document.createElement('span');
  place.className = 'cm-use-place';
  place.textContent = file === null ? String(line) : `${file} ${line}`;
  const code = document.createElement('code');
  const mark = document.createElement('mark');
  mark.textContent = text.slice(from, to);
  code.append(text.slice(0, from), mark, text.slice(to));
  button.append(place, code);
  button.onclick = () => assistant()?.open(span);
  const item = document.createElement('li');
  item.append(button);
  return item;
}
