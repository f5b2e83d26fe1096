// What the run shows in the text: breakpoints, watches and standing paths beside the lines, the tint of the line where
// the chosen path stands, values at the ends of lines. All of it moves with the text until the page tells the next
// ones.

import {
  RangeSet,
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type StateEffectType,
} from '@codemirror/state';
import {
  Decoration,
  EditorView,
  GutterMarker,
  gutter,
  gutterLineClass,
  keymap,
  type DecorationSet,
} from '@codemirror/view';
import { ValueWidget, fitValues } from './inline-values.ts';
import { textOf } from './text.ts';
import type { RunMarks } from './types.ts';

interface Painted {
  marks: RangeSet<GutterMarker>;
  lines: DecorationSet;
  /** The tint of the lines goes on beside them. */
  tints: RangeSet<GutterMarker>;
  values: DecorationSet;
  wide: boolean;
}

const SIGNS = { stop: '●', watch: '◉' };
const NONE: Painted = {
  marks: RangeSet.empty,
  lines: Decoration.none,
  tints: RangeSet.empty,
  values: Decoration.none,
  wide: false,
};
/** More paths on a line are counted; of longer ids the column has room for one. */
const MOST_CHIPS = 2;
const isCounted = (paths: { id: string }[]) =>
  paths.length > MOST_CHIPS || (paths.length > 1 && paths.some(({ id }) => id.length > 1));

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
    dom.className = 'cm-marks';
    if (stop) dom.append(part(`cm-${stop}${off ? ' cm-off' : ''}${paths.length > 0 ? ' cm-beside' : ''}`, SIGNS[stop]));
    if (isCounted(paths)) dom.append(part('cm-path', String(paths.length)));
    else for (const { id, colour } of paths) dom.append(part(`cm-path path-${colour}`, id));
    return dom;
  }
}

class Tint extends GutterMarker {
  override elementClass: string;

  constructor(tone: string) {
    super();
    this.elementClass = tintOf(tone);
  }

  override eq(other: GutterMarker) {
    return other instanceof Tint && other.elementClass === this.elementClass;
  }
}

const tintOf = (tone: string) => `cm-here cm-here-${tone}`;

function part(name: string, text: string) {
  const dom = document.createElement('span');
  dom.className = name;
  dom.textContent = text;
  return dom;
}

const setPainted: StateEffectType<Painted> = StateEffect.define();

const field: StateField<Painted> = StateField.define({
  create: () => NONE,
  update({ marks, lines, tints, values, wide }, transaction) {
    for (const effect of transaction.effects) if (effect.is(setPainted)) return effect.value;
    const { changes } = transaction;
    return {
      marks: marks.map(changes),
      lines: lines.map(changes),
      tints: tints.map(changes),
      values: values.map(changes),
      wide,
    };
  },
  provide: (self) => [
    EditorView.decorations.from(self, (painted) => painted.values),
    EditorView.decorations.from(self, (painted) => painted.lines),
    gutterLineClass.from(self, (painted) => painted.tints),
    EditorView.editorAttributes.from(self, ({ wide }) => ({ class: wide ? 'cm-wide-marks' : '' })),
  ],
});

/**
 * The transaction effect that paints them; null when they are painted already, and when they are of another text than
 * the editor holds.
 */
export function paintRun({ source, wide, lines, values }: RunMarks, state: EditorState) {
  const text = state.doc;
  if (source.length !== text.length || source !== textOf(text)) return null;
  const start = (at: number) => text.lineAt(at).from;
  const next: Painted = {
    wide,
    marks: RangeSet.of(
      lines.map((line) => new LineMark(line).range(start(line.from))),
      true,
    ),
    lines: Decoration.set(
      lines.flatMap(({ from, tone }) => (tone ? [Decoration.line({ class: tintOf(tone) }).range(start(from))] : [])),
      true,
    ),
    tints: RangeSet.of(
      lines.flatMap(({ from, tone }) => (tone ? [new Tint(tone).range(start(from))] : [])),
      true,
    ),
    values: Decoration.set(
      values.map((value) =>
        Decoration.widget({ widget: new ValueWidget(value.fields), side: 1 }).range(text.lineAt(value.at).to),
      ),
      true,
    ),
  };
  const painted = state.field(field);
  return painted.wide === wide &&
    RangeSet.eq([painted.marks], [next.marks]) &&
    RangeSet.eq([painted.lines], [next.lines]) &&
    RangeSet.eq([painted.values], [next.values])
    ? null
    : setPainted.of(next);
}

/** The column of marks; a press on it or on a line number, and F9, tell the line. */
export function runMarks(onChange: (from: number, to: number, caret: number | null) => void) {
  const column: Extension = gutter({
    class: 'cm-run',
    markers: (view) => view.state.field(field).marks,
    domEventHandlers: { mousedown: (_view, line) => press(line) },
  });
  const press = (line: { from: number; to: number }) => {
    onChange(line.from, line.to, null);
    return true;
  };
  const key = (view: EditorView) => {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    onChange(line.from, line.to, head);
    return true;
  };
  return { column: [field, fitValues, column, keymap.of([{ key: 'F9', run: key }])], press };
}
