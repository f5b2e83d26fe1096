// What the run shows in the text: breakpoints, watches and standing paths beside the lines, values at their ends. Marks
// move with the text until the page tells the next ones.

import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type StateEffectType,
} from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, WidgetType, gutter, keymap, type DecorationSet } from '@codemirror/view';
import type { RunMarks } from './types.ts';

interface Painted {
  marks: RangeSet<GutterMarker>;
  ghosts: DecorationSet;
}

const SIGNS = { stop: '●', watch: '◉' };
const NONE = { marks: RangeSet.empty, ghosts: Decoration.none };

class LineMark extends GutterMarker {
  line: RunMarks['lines'][number];

  constructor(line: RunMarks['lines'][number]) {
    super();
    this.line = line;
  }

  override eq(other: GutterMarker) {
    return other instanceof LineMark && JSON.stringify(other.line) === JSON.stringify(this.line);
  }

  override toDOM() {
    const { stop, off, paths, title } = this.line;
    const dom = document.createElement('span');
    dom.title = title;
    if (stop) dom.append(part(`cm-${stop}${off ? ' cm-off' : ''}`, SIGNS[stop]));
    if (paths.length > 0)
      dom.append(part(`cm-path path-${paths[0]?.colour}`, paths.length > 1 ? String(paths.length) : '▶'));
    return dom;
  }
}

class Ghost extends WidgetType {
  text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Ghost) {
    return other.text === this.text;
  }

  override toDOM() {
    const dom = part('cm-ghost', this.text);
    dom.ariaHidden = 'true';
    return dom;
  }
}

function part(name: string, text: string) {
  const dom = document.createElement('span');
  dom.className = name;
  dom.textContent = text;
  return dom;
}

const setPainted: StateEffectType<Painted> = StateEffect.define();

const field: StateField<Painted> = StateField.define({
  create: () => NONE as Painted,
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
 */
export function paintRun({ source, lines, ghosts }: RunMarks, state: EditorState) {
  const text = state.doc;
  if (source.length !== text.length || source !== text.toString()) return null;
  const next = {
    marks: RangeSet.of(
      lines.map((line) => new LineMark(line).range(text.lineAt(line.from).from)),
      true,
    ),
    ghosts: Decoration.set(
      ghosts.map((ghost) =>
        Decoration.widget({ widget: new Ghost(ghost.text), side: 1 }).range(text.lineAt(ghost.at).to),
      ),
      true,
    ),
  };
  const painted = state.field(field);
  return RangeSet.eq([painted.marks], [next.marks]) && RangeSet.eq([painted.ghosts], [next.ghosts])
    ? null
    : setPainted.of(next);
}

/** The column of marks; a press on it or on a line number, and F9, tell the line. */
export function runMarks(told: (from: number, to: number, caret: number | null) => void) {
  const column: Extension = gutter({
    class: 'cm-run',
    markers: (view) => view.state.field(field).marks,
    domEventHandlers: { mousedown: (_view, line) => press(line) },
  });
  const press = (line: { from: number; to: number }) => {
    told(line.from, line.to, null);
    return true;
  };
  const key = (view: EditorView) => {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    told(line.from, line.to, head);
    return true;
  };
  return { column: [field, column, keymap.of([{ key: 'F9', run: key }])], press };
}
