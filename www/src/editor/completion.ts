// Completion and quick fixes as one list at the caret. The core says what it offers and in which order; nothing is kept
// from one text to the next.

import { editorWords } from './strings.ts';
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionKeymap,
  pickedCompletion,
  selectedCompletion,
  startCompletion,
  type Completion as Option,
  type CompletionContext as Context,
  type CompletionResult as Result,
} from '@codemirror/autocomplete';
import { Prec, type Extension, type Text } from '@codemirror/state';
import { keymap, type EditorView } from '@codemirror/view';
import { showWords } from './card.ts';
import { caretIn, textOf } from './text.ts';
import { unticked } from '../ui/code-spans.ts';
import type { Assistant } from './types.ts';
import type { Completion, Fix } from '../protocol/types.ts';

/**
 * Behind these the list opens by itself; elsewhere by key, so that Enter and Tab stay what they are. Behind a bare
 * brace a new line comes next, behind one with a blank a map in the line.
 */
const OPENS = /[\p{L}\p{N}_.@<(]$|(?:-|=)>\s?$|-$|:\s?["']?$|\{\{\s?$|\{\s$/u;
/** More than this nobody reads; typing narrows. */
const MOST = 200;

/** What the core offers, as an option of the list. */
interface Offered extends Option {
  /** Whether the text holds it already, so that to accept it would change nothing. */
  written: boolean;
}

/** What of an assistant it asks. */
type Offers = Pick<Assistant, 'complete' | 'fixes' | 'apply' | 'say'>;

export function completion(assistant: () => Offers | null): Extension {
  /** The fixes that the next opening of the list shows. */
  let asked: { view: EditorView; doc: unknown; fixes: Fix[] } | null = null;

  const source = async (context: Context): Promise<Result | null> => {
    const { state, pos, view } = context;
    const fixes = asked;
    asked = null;
    if (fixes && fixes.view === view && fixes.doc === state.doc) return fixesAt(pos, fixes.fixes, assistant());
    const line = state.doc.lineAt(pos);
    if (!context.explicit && !OPENS.test(line.text.slice(0, pos - line.from))) return null;
    // Asked anew when the text changes meanwhile: the core has no answer about a text that it no longer has, and
    // CodeMirror takes that for its answer to what was typed since.
    context.addEventListener('abort', () => {}, { onDocChange: true });
    const offered = await assistant()?.complete(textOf(state.doc), pos);
    if (!offered || offered.length === 0 || context.aborted) return null;
    // Sorted by the core's key; a sort of our own would be a second opinion.
    const sorted = offered
      .slice()
      .sort((a, b) => (a.sort < b.sort ? -1 : a.sort > b.sort ? 1 : 0))
      .slice(0, MOST);
    return {
      from: Math.min(...sorted.map((candidate) => candidate.from)),
      to: pos,
      options: sorted.map((candidate) => optionOf(candidate, state.doc)),
      filter: false,
    };
  };

  const showFixes = (view: EditorView) => {
    const { doc, selection } = view.state;
    const { from, to } = selection.main;
    void assistant()
      ?.fixes(textOf(doc), from, to)
      .then((fixes) => {
        if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
        if (!fixes || fixes.length === 0) return showWords(view, assistant(), editorWords.noFix);
        asked = { view, doc, fixes };
        startCompletion(view);
      });
    return true;
  };

  return [
    autocompletion({
      override: [source],
      icons: false,
      defaultKeymap: false,
      closeOnBlur: true,
      interactionDelay: 60,
      tooltipClass: () => 'cm-offers',
      optionClass: (option) => (option.type === 'fix' ? 'cm-offer-fix' : ''),
      addToOptions: [{ position: 90, render: (option) => kindOf(option.type ?? '') }],
    }),
    Prec.highest(
      keymap.of([{ key: 'Enter', run: leaveWritten }, ...completionKeymap, { key: 'Tab', run: acceptCompletion }]),
    ),
    keymap.of([{ key: 'Mod-.', run: showFixes, preventDefault: true }]),
  ];
}

/** Closes the list over a word that is complete: Enter behind it is for the text, not for the list. */
function leaveWritten(view: EditorView) {
  const option = selectedCompletion(view.state) as Partial<Offered> | null;
  if (option?.written) closeCompletion(view);
  return false;
}

/** @param doc the text it was offered for */
function optionOf(offered: Completion, doc: Text): Offered {
  const { from, to, label, kind, detail, insert } = offered;
  return {
    label,
    written: doc.sliceString(from, to) === insert,
    type: kind,
    ...(detail ? { detail: detail.replaceAll('`', '') } : {}),
    apply(view, option) {
      if (!view.state.doc.eq(doc)) return;
      const { text, anchor, head } = caretIn(insert);
      view.dispatch({
        changes: { from, to, insert: view.state.toText(text) },
        selection: { anchor: from + anchor, head: from + head },
        scrollIntoView: true,
        userEvent: 'input.complete',
        annotations: pickedCompletion.of(option),
      });
    },
  };
}

function fixesAt(pos: number, fixes: Fix[], assistant: Offers | null): Result {
  return {
    from: pos,
    filter: false,
    options: fixes.map((fix) => ({
      label: unticked(fix.title),
      type: 'fix',
      apply(view) {
        // A fix that changes the text elsewhere leaves the list open.
        closeCompletion(view);
        assistant?.apply(fix);
      },
    })),
  };
}

function kindOf(kind: string) {
  const dom = document.createElement('span');
  dom.className = 'cm-offer-kind';
  dom.textContent = kind === 'fix' ? '' : kind;
  return dom;
}
