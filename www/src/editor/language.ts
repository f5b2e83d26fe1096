// What the core says about a text, as marks of the editor: token classes, diagnostics, one marked range.
// Old marks move with the text until the answer for the new text is there.

import {
  StateEffect,
  StateField,
  type EditorState,
  type Range,
  type StateEffectType,
  type Transaction,
} from '@codemirror/state';
import { setDiagnosticsEffect, type Diagnostic as LintDiagnostic } from '@codemirror/lint';
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view';
import { textOf } from './text.ts';
import { sentenceCase, tickedParts, unticked } from '../ui/code-spans.ts';
import { tokenClass } from '../ui/highlight.ts';
import type { Diagnostic, PackedTokens } from '../protocol/types.ts';

const setTokens: StateEffectType<{ from: number; to: number; list: Range<Decoration>[] }> = StateEffect.define();
const setMarked: StateEffectType<{ from: number; to: number } | null> = StateEffect.define();

const tokenField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    let next = grown(marks.map(transaction.changes), transaction);
    for (const effect of transaction.effects) {
      if (!effect.is(setTokens)) continue;
      const { from, to, list } = effect.value;
      next =
        from <= 0 && to >= transaction.newDoc.length
          ? Decoration.set(list)
          : next.update({
              filterFrom: from,
              filterTo: to,
              filter: (start, end) => end <= from || start >= to,
              add: list,
            });
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The token that begins before a position and ends behind it. */
export function tokenOver(state: EditorState, pos: number): { from: number; to: number; isComment: boolean } | null {
  let found: { from: number; to: number; isComment: boolean } | null = null;
  state.field(tokenField, false)?.between(pos, pos, (from, to, mark) => {
    if (from < pos && pos < to) found = { from, to, isComment: mark.spec.class === tokenClass('comment') };
  });
  return found;
}

const WORD = /^[\p{L}\p{N}_]+$/u;

/** What is written on at the end of a word is coloured like the word until the core has answered. */
function grown(marks: DecorationSet, { changes, newDoc }: Transaction) {
  let next = marks;
  changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    if (from === 0 || !WORD.test(newDoc.sliceString(from - 1, from) + inserted)) return;
    marks.between(from - 1, from, (start, end, mark) => {
      if (end === from)
        next = next.update({
          filterFrom: start,
          filterTo: end,
          filter: (_start, other) => other !== end,
          add: [mark.range(start, to)],
        });
    });
  });
  return next;
}

const markedField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    // What is written there next is another text, and where the user puts the caret, that is meant from then on.
    let next = transaction.docChanged || transaction.isUserEvent('select') ? Decoration.none : marks;
    for (const effect of transaction.effects) {
      if (!effect.is(setMarked)) continue;
      next =
        effect.value && effect.value.from < effect.value.to
          ? Decoration.set([Decoration.mark({ class: 'cm-marked' }).range(effect.value.from, effect.value.to)])
          : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Whether problems were marked last. The library forgets one whose text is deleted, but its mark in the gutter stays
 * until others are given, if only none.
 */
export const lintedField = StateField.define({
  create: () => false,
  update: (linted, { effects }) =>
    effects.reduce((last, effect) => (effect.is(setDiagnosticsEffect) ? effect.value.length > 0 : last), linted),
});

/** The state that holds the marks. */
export const marks = [tokenField, markedField, lintedField];

/** One mark for each class of tokens, so that equal ones are the same. */
const kinds: Map<string, Decoration> = new Map();

function kindOf(name: string) {
  const known = kinds.get(name) ?? Decoration.mark({ class: tokenClass(name) });
  kinds.set(name, known);
  return known;
}

/**
 * The transaction effect that paints tokens, of the whole text or of a part, where they are not painted yet; null when
 * all are, and when they are of another text than the editor holds.
 */
export function paintTokens({ source, classes, tokens, within }: PackedTokens, state: EditorState) {
  const { doc } = state;
  if (source.length !== doc.length || source !== textOf(doc)) return null;
  const marks = classes.map(kindOf);
  const count = tokens.length / 3;
  // A token that begins before the part, or ends behind it, takes the place of what was there.
  const part = {
    from: Math.min(within?.from ?? 0, tokens[0] ?? Infinity),
    to: Math.max(within?.to ?? doc.length, tokens.at(-2) ?? 0),
  };
  const old = overlapping(state.field(tokenField), part);
  const same = (i: number, j: number) =>
    old[j]?.from === tokens[3 * i] &&
    old[j]?.to === tokens[3 * i + 1] &&
    old[j]?.value === marks[tokens[3 * i + 2] ?? 0];
  let first = 0;
  while (first < count && same(first, first)) first += 1;
  if (first === count && first === old.length) return null;
  let last = 0;
  while (last < Math.min(count, old.length) - first && same(count - 1 - last, old.length - 1 - last)) last += 1;
  const list: Range<Decoration>[] = [];
  for (let i = 3 * first; i < 3 * (count - last); i += 3)
    list.push((marks[tokens[i + 2] ?? 0] as Decoration).range(tokens[i] ?? 0, tokens[i + 1]));
  const gone = old.slice(first, old.length - last);
  return setTokens.of({
    from: Math.min(gone[0]?.from ?? Infinity, list[0]?.from ?? Infinity),
    to: Math.max(gone.at(-1)?.to ?? 0, list.at(-1)?.to ?? 0),
    list,
  });
}

function overlapping(
  marks: DecorationSet,
  part: { from: number; to: number },
): { from: number; to: number; value: Decoration }[] {
  const list: { from: number; to: number; value: Decoration }[] = [];
  marks.between(part.from, part.to, (from, to, value) => {
    if (to > part.from && from < part.to) list.push({ from, to, value });
  });
  return list;
}

/**
 * The transaction effect that marks one range of the source, or none.
 * @param length of the text
 */
export function markRange(span: { from: number; to: number } | null, length: number) {
  return setMarked.of(span && { from: Math.min(span.from, length), to: Math.min(span.to, length) });
}

/** Its words, and below them what helps. */
export function messageOf({ message, hint }: Diagnostic) {
  const dom = document.createElement('span');
  for (const text of hint ? [message, hint] : [message]) {
    const line = document.createElement('span');
    line.className = 'cm-diagnosticLine';
    line.append(
      ...tickedParts(sentenceCase(text)).map((part) =>
        part.code ? Object.assign(document.createElement('code'), { textContent: part.text }) : part.text,
      ),
    );
    dom.append(line);
  }
  return dom;
}

/**
 * Diagnostics of the core in the editor's shape; empty ranges widened by one.
 * @param length of the text
 * @param repair takes a fix, named by its title, of the range as it is by then
 */
export function lintMarks(
  diagnostics: Diagnostic[],
  length: number,
  repair: (title: string, from: number, to: number) => void,
): LintDiagnostic[] {
  // A new machine is no mistake: the status row and the diagram say how to begin.
  const marked = diagnostics.filter(({ code }) => code !== 'nothing-to-run');
  return marked.map((d) => {
    const from = Math.min(d.from, length);
    const to = Math.min(Math.max(d.to, from), length);
    return {
      from: from === to && from > 0 && from === length ? from - 1 : from,
      to: from === to ? Math.min(from + 1, length) : to,
      severity: d.severity,
      source: d.code,
      message: d.hint ? `${d.message}\n${d.hint}` : d.message,
      renderMessage: () => messageOf(d),
      actions: (d.fixes ?? []).map(({ title }) => ({
        name: unticked(sentenceCase(title)),
        apply: (_view, start, end) => repair(title, start, end),
      })),
    };
  });
}
