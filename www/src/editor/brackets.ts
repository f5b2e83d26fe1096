// Brackets and quotes close as they are typed, and typing the closing one steps over the one that is there already.
// The library closes them; it forgets what it has closed as soon as the caret is on another line.

import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import {
  EditorState,
  MapMode,
  StateField,
  type Extension,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { placeAt } from './line-place.ts';

const CLOSERS = new Set(['}', ']', ')', '>', '"', "'"]);
/** White space may be left between the caret and these in code. */
const BRACKETS = new Set(['}', ']', ')']);

/** Before an angle bracket that opens the type of a field, or of the items of one: `count<`, `tags<List<`. */
const TYPED = /(?:^\s+|[{;,<]\s*)[\p{L}_][\p{L}\p{N}_]*<?$/u;
/** Behind an opening bracket that is closed; the library's own, and a comma. */
const BEFORE = ')]}:;>,';

/** What the library closes at a position. */
function closedAt(state: EditorState, pos: number): { brackets: string[]; before: string } {
  const place = placeAt(state, pos);
  // Around a selection none disturbs.
  const around = state.selection.main.empty ? [] : ['(', '[', '{'];
  if (place.in === 'comment') return { brackets: around, before: BEFORE };
  if (place.in === 'string') {
    const { quote, escaped } = place;
    // Of quotes only the one that closes the string, where it is there: it is stepped over, or deleted with the other.
    const own = !escaped && state.sliceDoc(pos, pos + 1) === quote ? [quote] : [];
    return { brackets: ['{', ...around, ...own], before: BEFORE + quote };
  }
  const { from } = state.doc.lineAt(pos);
  const type = TYPED.test(state.sliceDoc(from, pos)) ? ['<'] : [];
  return { brackets: ['(', '[', '{', '"', "'", ...type], before: BEFORE };
}

/** A bracket or quote that typing or completion put behind the caret. */
interface Pending {
  /** Where what was put in begins. */
  from: number;
  at: number;
}

/** Those that are still to be typed: the caret is before them and has not left what was put in. */
const pendingField = StateField.define<readonly Pending[]>({
  create: () => [],
  update(pending, transaction) {
    if (pending.length === 0 && !isTyped(transaction)) return pending;
    const { head } = transaction.newSelection.main;
    const stillPending = pending.flatMap(({ from, at }) => {
      const mapped = transaction.changes.mapPos(at, 1, MapMode.TrackAfter);
      return mapped === null ? [] : [{ from: transaction.changes.mapPos(from, -1), at: mapped }];
    });
    return [...stillPending, ...addedBehind(transaction)].filter(({ from, at }) => from < head && head <= at);
  },
});

const isTyped = (transaction: Transaction) =>
  transaction.docChanged && (transaction.isUserEvent('input.type') || transaction.isUserEvent('input.complete'));

function addedBehind(transaction: Transaction): Pending[] {
  if (!isTyped(transaction)) return [];
  const { head } = transaction.newSelection.main;
  const added: Pending[] = [];
  transaction.changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    const text = inserted.toString();
    for (let at = Math.max(from, head); at < to; at += 1)
      // Around a selection, what was put in begins before it.
      if (CLOSERS.has(text.charAt(at - from))) added.push({ from: Math.min(from, head - 1), at });
  });
  return added;
}

/** Typing the next closing sign that is there already moves behind it, and takes away the blanks before it. */
export function stepOver(state: EditorState, text: string): TransactionSpec | null {
  const pending = state.field(pendingField);
  const { main, ranges } = state.selection;
  if (pending.length === 0 || !main.empty || ranges.length > 1) return null;
  const { head } = main;
  const next = Math.min(...pending.map(({ at }) => at));
  const wanted = state.sliceDoc(next, next + 1);
  // An arrow, `<-` or `<=`, is no type.
  const isArrow = wanted === '>' && next === head && /^[-=]$/.test(text) && state.sliceDoc(head - 1, head) === '<';
  if (!isArrow && !(text === wanted && isReached(state, head, next))) return null;
  const line = state.doc.lineAt(head);
  const closing = state.doc.lineAt(next);
  // From a line without text the closing line goes up as it is.
  const goesUp = closing.number > line.number && isBlank(line.text);
  const from = goesUp ? line.from : head;
  // That of a template keeps one, which may have been typed.
  const isSpaced = next > head && placeAt(state, head).in === 'string' && !isBlank(state.sliceDoc(head - 1, head));
  const insert = (goesUp ? state.sliceDoc(closing.from, next) : isSpaced ? ' ' : '') + text;
  return {
    changes: { from, to: next + 1, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.type',
  };
}

/** Whether nothing but blanks is between the caret and a closing sign, and what is typed there would close. */
function isReached(state: EditorState, pos: number, next: number) {
  const place = placeAt(state, pos);
  if (place.in === 'comment' || (place.in === 'string' && place.escaped)) return false;
  if (next === pos) return true;
  const closing = state.sliceDoc(next, next + 1);
  // In a string the brace is that of a template, in which blanks mean nothing.
  const isFree = place.in === 'code' ? BRACKETS.has(closing) : closing === '}';
  return isFree && isBlank(state.sliceDoc(pos, next));
}

/** A blank in an empty template has another one behind it: `{{ | }}`. */
export function spaceTemplate(state: EditorState, text: string): TransactionSpec | null {
  const { empty, head } = state.selection.main;
  const isClosed = state.field(pendingField).some(({ at }) => at === head);
  if (text !== ' ' || !empty || !isClosed || state.sliceDoc(head - 2, head + 2) !== '{{}}') return null;
  return {
    changes: { from: head, insert: '  ' },
    selection: { anchor: head + 1 },
    scrollIntoView: true,
    userEvent: 'input.type',
  };
}

const isBlank = (text: string) => text.trim() === '';

export const brackets: Extension = [
  pendingField,
  EditorView.inputHandler.of((view, _from, _to, text) => {
    if (view.composing || view.state.readOnly) return false;
    const change = stepOver(view.state, text) ?? spaceTemplate(view.state, text);
    if (change) view.dispatch(change);
    return change !== null;
  }),
  // It is asked for other facts of the language with every key: only who asks for this one pays for it.
  EditorState.languageData.of((state, pos) => [
    {
      get closeBrackets() {
        return closedAt(state, pos);
      },
    },
  ]),
  closeBrackets(),
  keymap.of(closeBracketsKeymap),
];
