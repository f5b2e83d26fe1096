// @ts-check
// What the run shows in the text: breakpoints, watches and standing paths beside the lines, values at their ends. Marks
// move with the text until the page tells the next ones.

import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap } from '@codemirror/view';

/** @typedef {import('./types.ts').RunMarks} RunMarks */
/** @typedef {{ marks: RangeSet<GutterMarker>, ghosts: import('@codemirror/view').DecorationSet }} Painted */

const SIGNS = { stop: '●', watch: '◉' };
const NONE = { marks: RangeSet.empty, ghosts: Decoration.none };

class LineMark extends GutterMarker {
  /** @param {RunMarks['lines'][number]} line */
  constructor(line) {
    super();
    this.line = line;
  }

  /** @override @param {GutterMarker} other */
  eq(other) {
    return other instanceof LineMark && JSON.stringify(other.line) === JSON.stringify(this.line);
  }

  /** @override */
  toDOM() {
    const { stop, off, paths, title } = this.line;
    const dom = document.createElement('span');
    dom.title = title;
    if (stop) dom.append(part(`cm-${stop}${off ? ' cm-off' : ''}`, SIGNS[stop]));
    if (paths.length > 0) dom.append(part(`cm-path path-${paths[0]?.colour}`, paths.length > 1 ? String(paths.length) : '▶'));
    return dom;
  }
}

class Ghost extends WidgetType {
  /** @param {string} text */
  constructor(text) {
    super();
    this.text = text;
  }

  /** @override @param {Ghost} other */
  eq(other) {
    return other.text === this.text;
  }

  /** @override */
  toDOM() {
    const dom = part('cm-ghost', this.text);
    dom.ariaHidden = 'true';
    return dom;
  }
}

/** @param {string} name @param {string} text */
function part(name, text) {
  const dom = document.createElement('span');
  dom.className = name;
  dom.textContent = text;
  return dom;
}

/** @type {import('@codemirror/state').StateEffectType<Painted>} */
const setPainted = StateEffect.define();

/** @type {StateField<Painted>} */
const field = StateField.define({
  create: () => /** @type {Painted} */ (NONE),
  update({ marks, ghosts }, transaction) {
    let next = { marks: marks.map(transaction.changes), ghosts: ghosts.map(transaction.changes) };
    for (const effect of transaction.effects) if (effect.is(setPainted)) next = effect.value;
    return next;
  },
  provide: (self) => EditorView.decorations.from(self, (painted) => painted.ghosts),
});

/**
 * The transaction effect that paints them; null when they are painted already, and when they are of another text than the
 * editor holds.
 * @param {RunMarks} list @param {import('@codemirror/state').EditorState} state
 */
export function paintRun({ source, lines, ghosts }, state) {
  const text = state.doc;
  if (source.length !== text.length || source !== text.toString()) return null;
  const next = {
    marks: RangeSet.of(lines.map((line) => new LineMark(line).range(text.lineAt(line.from).from)), true),
    ghosts: Decoration.set(ghosts.map((ghost) => Decoration.widget({ widget: new Ghost(ghost.text), side: 1 }).range(text.lineAt(ghost.at).to)), true),
  };
  const painted = state.field(field);
  return RangeSet.eq([painted.marks], [next.marks]) && RangeSet.eq([painted.ghosts], [next.ghosts]) ? null : setPainted.of(next);
}

/**
 * The column of marks; a press on it or on a line number, and F9, tell the line.
 * @param {(from: number, to: number, caret: number | null) => void} told
 */
export function runMarks(told) {
  /** @type {import('@codemirror/state').Extension} */
  const column = gutter({ class: 'cm-run', markers: (view) => view.state.field(field).marks, domEventHandlers: { mousedown: (_view, line) => press(line) } });
  const press = (/** @type {{ from: number, to: number }} */ line) => {
    told(line.from, line.to, null);
    return true;
  };
  const key = (/** @type {EditorView} */ view) => {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    told(line.from, line.to, head);
    return true;
  };
  return { column: [field, column, keymap.of([{ key: 'F9', run: key }])], press };
}
