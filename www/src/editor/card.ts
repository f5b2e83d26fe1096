// Cards at a place of the text: what the core says there, on hover and by key; and short words of the editor itself.

import { editorWords } from './strings.ts';
import { StateEffect, StateField, type Extension, type StateEffectType } from '@codemirror/state';
import {
  closeHoverTooltips,
  hasHoverTooltips,
  hoverTooltip,
  keymap,
  showTooltip,
  tooltips,
  type EditorView,
  type Tooltip,
} from '@codemirror/view';
import { forEachDiagnostic } from '@codemirror/lint';
import { messageOf } from './language.ts';
import { parseMarkdown, renderBlocks, textOfBlocks } from './markdown.ts';
import { textOf } from './text.ts';
import { sentenceCase, unticked } from '../ui/code-spans.ts';
import type { Assistant } from './types.ts';
import type { Diagnostic, Hover } from '../protocol/types.ts';

const HOVER_MS = 350;
const noHover = matchMedia('(hover: none)');

const setCard: StateEffectType<Tooltip | null> = StateEffect.define();

/** The card that was asked for by key. It goes with the next change or move of the caret. */
const cardField = StateField.define({
  create: () => null as Tooltip | null,
  update(card, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

export function cards(assistant: () => Assistant | null): Extension {
  return [
    cardField,
    tooltips({ tooltipSpace: roomOf }),
    hoverTooltip(
      async (view, at) => {
        // A tap sets the caret; a card over the text would be in the way of what comes next.
        if (noHover.matches) return null;
        const text = textOf(view.state.doc);
        const hover = await assistant()?.hover(text, at);
        // The pointer may have gone on before the core answered.
        return hover && view.dom.matches(':hover') && textOf(view.state.doc) === text ? cardOf(view, hover) : null;
      },
      { hoverTime: HOVER_MS, hideOnChange: true },
    ),
    keymap.of([
      { key: 'Mod-i', run: (view) => showHere(view, assistant()), preventDefault: true },
      { key: 'Escape', run: closeCard },
    ]),
  ];
}

/** Shows short words at the caret. */
export function showWords(view: EditorView, assistant: Pick<Assistant, 'say'> | null, text: string) {
  showAtCaret(view, () => document.createTextNode(text));
  assistant?.say(text);
}

/**
 * Shows a problem and its fixes at the caret, as a pointer that rests on its mark would.
 * @param repair takes a fix by its title
 */
export function showProblem(view: EditorView, problem: Diagnostic, repair: (title: string) => void) {
  showAtCaret(view, () => {
    const content = document.createDocumentFragment();
    content.append(messageOf(problem), ...(problem.fixes ?? []).map(({ title }) => fixButton(title, repair)));
    return content;
  });
}

/** As the library's tooltip of a problem has it. */
function fixButton(title: string, repair: (title: string) => void) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cm-diagnosticAction';
  button.textContent = unticked(sentenceCase(title));
  button.addEventListener('click', () => repair(title));
  return button;
}

function showAtCaret(view: EditorView, content: () => Node) {
  const pos = view.state.selection.main.head;
  view.dispatch({ effects: setCard.of({ pos, above: true, create: () => ({ dom: box(content()) }) }) });
}

/** What stands above the code stays in sight: a card that finds no room above its line comes below it. */
function roomOf({ scrollDOM }: EditorView) {
  const { clientWidth, clientHeight } = document.documentElement;
  return { left: 0, top: scrollDOM.getBoundingClientRect().top, right: clientWidth, bottom: clientHeight };
}

function closeCard(view: EditorView) {
  if (view.state.field(cardField) === null && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [setCard.of(null), closeHoverTooltips] });
  return true;
}

function showHere(view: EditorView, assistant: Assistant | null) {
  const { doc, selection } = view.state;
  void assistant?.hover(textOf(doc), selection.main.head).then((hover) => {
    if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
    const card = hover && cardOf(view, hover);
    if (!hover || !card) return showWords(view, assistant, editorWords.nothingHere);
    view.dispatch({ effects: setCard.of(card) });
    assistant.say(textOfBlocks(parseMarkdown(hover.markdown)));
  });
  return true;
}

/** The card of an answer; null when it says only what the tooltip of a problem says already. */
function cardOf(view: EditorView, hover: Hover): Tooltip | null {
  const from = Math.min(hover.from, view.state.doc.length);
  const to = Math.min(Math.max(hover.to, from), view.state.doc.length);
  const lines: string[] = [];
  forEachDiagnostic(view.state, (d, start, end) => {
    if (start <= to && end >= from) lines.push(unticked(d.message.split('\n')[0] ?? ''));
  });
  const blocks = parseMarkdown(hover.markdown).filter(
    (block) => !lines.some((message) => message !== '' && textOfBlocks([block]).includes(message)),
  );
  if (blocks.length === 0) return null;
  return { pos: from, end: to, above: true, create: () => ({ dom: box(renderBlocks(blocks)) }) };
}

function box(content: Node) {
  const dom = document.createElement('div');
  dom.className = 'cm-card';
  dom.append(content);
  return dom;
}
