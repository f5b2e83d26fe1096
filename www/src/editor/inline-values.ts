// Values at the ends of lines. A value has no width of its own and stands at the right edge of its line's last visual
// row, so that no text is wrapped anew when values come, change or go. Where text and value do not fit, only what
// changed is shown, then a dot; hover shows all.

import { type EditorView, ViewPlugin, WidgetType, type ViewUpdate } from '@codemirror/view';
import { editorWords } from './strings.ts';
import type { InlineValue } from './types.ts';

/** Between the text and its value, in pixels. */
const GAP = 8;

export class ValueWidget extends WidgetType {
  fields: InlineValue['fields'];

  constructor(fields: InlineValue['fields']) {
    super();
    this.fields = fields;
  }

  override eq(other: ValueWidget) {
    return JSON.stringify(other.fields) === JSON.stringify(this.fields);
  }

  override toDOM() {
    const changed = this.fields.filter((field) => field.changed);
    const dom = document.createElement('span');
    dom.className = `cm-value${changed.length > 0 ? ' cm-changed' : ''}`;
    dom.ariaHidden = 'true';
    dom.title = editorWords.values;
    const named = this.fields.length > 1;
    dom.append(form('all', this.fields, named));
    if (named && changed.length > 0 && changed.length < this.fields.length) dom.append(form('short', changed, true));
    return dom;
  }

  /** A press beside the text sets the caret. */
  override ignoreEvent() {
    return false;
  }
}

function form(name: string, fields: InlineValue['fields'], named: boolean) {
  const dom = document.createElement('span');
  dom.className = `cm-value-${name}`;
  // Over what a dot shows, because a finger gets no title.
  if (name === 'all') dom.dataset.name = editorWords.values;
  fields.forEach((field, i) => {
    if (i > 0) dom.append(' · ');
    if (named) dom.append(`${field.name} `);
    const value = document.createElement('span');
    value.textContent = field.value;
    if (field.changed) value.className = 'cm-now';
    dom.append(value);
  });
  return dom;
}

/** How much of a value is shown, by the room that its line leaves. */
export function fitOf(room: number, all: number, short: number): 'all' | 'short' | 'dot' {
  return all + GAP <= room ? 'all' : short > 0 && short + GAP <= room ? 'short' : 'dot';
}

export const fitValues = ViewPlugin.fromClass(
  class {
    view: EditorView;

    constructor(view: EditorView) {
      this.view = view;
      this.measure();
    }

    update({ docChanged, viewportChanged, geometryChanged, transactions }: ViewUpdate) {
      if (
        docChanged ||
        viewportChanged ||
        geometryChanged ||
        transactions.some((transaction) => transaction.effects.length > 0)
      )
        this.measure();
    }

    measure() {
      this.view.requestMeasure({
        key: this,
        read: (view) => {
          const all = view.contentDOM.getElementsByClassName('cm-value');
          if (all.length === 0) return [];
          const edge = view.contentDOM.getBoundingClientRect().right;
          return [...all].flatMap((dom) => {
            // Without wrapping the value stands behind the text, where there is always room.
            if (!view.lineWrapping) return [{ dom, fit: 'all' }];
            const end = view.coordsAtPos(view.state.doc.lineAt(view.posAtDOM(dom)).to, -1);
            if (!end) return [];
            const width = (name: string) =>
              (dom.getElementsByClassName(name)[0] as HTMLElement | undefined)?.offsetWidth ?? 0;
            return [{ dom, fit: fitOf(edge - end.right, width('cm-value-all'), width('cm-value-short')) }];
          });
        },
        write: (fits) => {
          for (const { dom, fit } of fits) (dom as HTMLElement).dataset.fit = fit;
        },
      });
    }
  },
);
