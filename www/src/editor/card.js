// @ts-check
// Cards at a place of the text: what the core says there, on hover and by key; and short words of the editor itself.

import { StateEffect, StateField } from '@codemirror/state';
import { closeHoverTooltips, hasHoverTooltips, hoverTooltip, keymap, showTooltip } from '@codemirror/view';
import { forEachDiagnostic } from '@codemirror/lint';
import { words } from '../strings.js';
import { parseMarkdown, renderBlocks, textOfBlocks } from './markdown.js';
import { unticked } from './ticks.js';

/**
 * @typedef {import('@codemirror/view').EditorView} EditorView
 * @typedef {import('@codemirror/view').Tooltip} Tooltip
 * @typedef {import('./types.ts').Assistant} Assistant
 * @typedef {import('../protocol/types.ts').Hover} Hover
 */

const HOVER_MS = 350;
const noHover = matchMedia('(hover: none)');

/** @type {import('@codemirror/state').StateEffectType<Tooltip | null>} */
const setCard = StateEffect.define();

/** The card that was asked for by key. It goes with the next change or move of the caret. */
const cardField = StateField.define({
  create: () => /** @type {Tooltip | null} */ (null),
  update(card, transaction) {
    for (const effect of transaction.effects) if (effect.is(setCard)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : card;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * @param {() => Assistant | null} assistant
 * @returns {import('@codemirror/state').Extension}
 */
export function cards(assistant) {
  return [
    cardField,
    hoverTooltip(async (view, at) => {
      // A tap sets the caret; a card over the text would be in the way of what comes next.
      if (noHover.matches) return null;
      const text = view.state.doc.toString();
      const hover = await assistant()?.hover(text, at);
      return hover && view.state.doc.toString() === text ? cardOf(view, hover) : null;
    }, { hoverTime: HOVER_MS, hideOnChange: true }),
    keymap.of([
      { key: 'Mod-i', run: (view) => showHere(view, assistant()), preventDefault: true },
      { key: 'Escape', run: closeCard },
    ]),
  ];
}

/** Shows short words at the caret. @param {EditorView} view @param {Assistant | null} assistant @param {string} text */
export function showWords(view, assistant, text) {
  view.dispatch({ effects: setCard.of({ pos: view.state.selection.main.head, above: true, create: () => ({ dom: box(document.createTextNode(text)) }) }) });
  assistant?.say(text);
}

/** @param {EditorView} view */
function closeCard(view) {
  if (view.state.field(cardField) === null && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [setCard.of(null), closeHoverTooltips] });
  return true;
}

/** @param {EditorView} view @param {Assistant | null} assistant */
function showHere(view, assistant) {
  const { doc, selection } = view.state;
  void assistant?.hover(doc.toString(), selection.main.head).then((hover) => {
    if (view.state.doc !== doc || !view.state.selection.eq(selection)) return;
    const card = hover && cardOf(view, hover);
    if (!hover || !card) return showWords(view, assistant, words.editor.nothingHere);
    view.dispatch({ effects: setCard.of(card) });
    assistant.say(textOfBlocks(parseMarkdown(hover.markdown)));
  });
  return true;
}

/** The card of an answer; null when it says only what the tooltip of a problem says already. @param {EditorView} view @param {Hover} hover @returns {Tooltip | null} */
function cardOf(view, hover) {
  const from = Math.min(hover.from, view.state.doc.length);
  const to = Math.min(Math.max(hover.to, from), view.state.doc.length);
  /** @type {string[]} */
  const told = [];
  forEachDiagnostic(view.state, (d, start, end) => {
    if (start <= to && end >= from) told.push(unticked(d.message.split('\n')[0] ?? ''));
  });
  const blocks = parseMarkdown(hover.markdown).filter((block) => !told.some((message) => message !== '' && textOfBlocks([block]).includes(message)));
  if (blocks.length === 0) return null;
  return { pos: from, end: to, above: true, create: () => ({ dom: box(renderBlocks(blocks)) }) };
}

/** @param {Node} content */
function box(content) {
  const dom = document.createElement('div');
  dom.className = 'cm-card';
  dom.append(content);
  return dom;
}
