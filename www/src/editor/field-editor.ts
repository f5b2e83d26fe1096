// A value of the machine that is edited in its place in the drawing: a small editor with completion and problems, of
// one line or of several. What is offered and wrong there is told by who knows where the value would be written.

import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { linter, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, tooltips } from '@codemirror/view';
import { completion } from './completion.ts';
import { lintMarks } from './language.ts';
import { textOf } from './text.ts';
import { theme } from './theme.ts';
import { debounce } from '../ui/timing.ts';
import type { Completion, Diagnostic } from '../protocol/types.ts';

const PROBLEMS_DEBOUNCE_MS = 200;

export interface FieldEditorOptions {
  parent: HTMLElement;
  /** Where its style sheets are adopted. */
  root: ShadowRoot | Document;
  value: string;
  label: string;
  /** Ids of what describes it. */
  describedBy: string;
  isLong: boolean;
  complete: (text: string, at: number) => Promise<Completion[] | null>;
  /** What is wrong with the value, once it rests. */
  problems: (text: string) => Promise<Pick<Diagnostic, 'from' | 'to' | 'severity' | 'message'>[]>;
  say: (text: string) => void;
  onEnter: () => void;
  onTab: () => void;
}

/** The view; who made it destroys it. */
export function fieldEditor(options: FieldEditorOptions): EditorView {
  const { parent, root, value, label, describedBy, isLong, complete, problems, say, onEnter, onTab } = options;
  const around = root instanceof ShadowRoot ? root.host : document.documentElement;
  const assistant = { complete, say, fixes: async () => null, apply: () => {} };
  const check = debounce(async (view: EditorView) => {
    const { doc } = view.state;
    const found = await problems(textOf(doc));
    if (view.state.doc !== doc || !view.dom.isConnected) return;
    const list = found.map((problem) => ({ ...problem, code: '' }));
    view.dispatch(
      setDiagnostics(
        view.state,
        lintMarks(list, doc.length, () => {}),
      ),
    );
  }, PROBLEMS_DEBOUNCE_MS);
  const take = () => {
    onEnter();
    return true;
  };
  const view = new EditorView({
    parent,
    root,
    state: EditorState.create({
      doc: value,
      selection: { anchor: 0, head: value.length },
      extensions: [
        completion(() => assistant),
        history(),
        // Behind the keys of an open list.
        Prec.high(
          keymap.of([
            ...(isLong ? [{ key: 'Mod-Enter', run: take }] : [{ key: 'Enter', run: take }]),
            {
              key: 'Tab',
              run: () => {
                onTab();
                return true;
              },
            },
          ]),
        ),
        keymap.of([...standardKeymap, ...historyKeymap]),
        linter(null),
        tooltips({ tooltipSpace: () => around.getBoundingClientRect() }),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          'aria-describedby': describedBy,
          spellcheck: 'false',
          autocapitalize: 'off',
        }),
        // One line stays one line, also when several are pasted.
        ...(isLong
          ? []
          : [EditorState.transactionFilter.of((transaction) => (transaction.newDoc.lines > 1 ? [] : transaction))]),
        theme,
        EditorView.updateListener.of((update) => update.docChanged && check(update.view)),
      ],
    }),
  });
  check(view);
  return view;
}

export const fieldText = (view: EditorView) => textOf(view.state.doc);
