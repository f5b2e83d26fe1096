// What stands where: the panes of each view, and the toolbar below them.

import { nothing } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';
import { DIAGRAM } from '../../diagram/diagram.ts';
import { diagramStrings } from '../../diagram/strings.ts';
import { standingOf } from '../../diagram/standing.ts';
import { outlineOf } from './outline.ts';
import { words } from './strings.ts';
import { statusOf, toolbar } from './toolbar.ts';
import { shownDrawing } from '../../run/shown-drawing.ts';
import type { ShownMachine } from './types.ts';

export function panes(view: ShownMachine) {
  const { view: chosen, controls } = view.options();
  // A machine that was stopped shows its drawing and its source.
  const kind = view.stopReason === '' ? chosen : 'split';
  const drawing = kind === 'code' ? nothing : html`<div class="pane picture" part="diagram">${diagram(view)}</div>`;
  const { beside } = view;
  const source =
    kind !== 'code' && kind !== 'split'
      ? nothing
      : beside
        ? beside.sourcePane(view)
        : html`<pre class="pane source" tabindex="0" aria-label=${words.source}>${view.text}</pre>`;
  const side =
    beside && kind === 'run'
      ? html`<div class="pane side">${beside.timeline(view)}${beside.contextTable(view)}</div>`
      : nothing;
  return html`<section class="frame" role="region" aria-label=${words.label(view.title)}>
    <div class="panes" data-view=${kind}>${source}${drawing}${side}</div>
    ${view.waits ?? nothing}
    ${
      view.stopReason !== ''
        ? html`<p class="stopped" role="alert">${view.stopReason}</p>`
        : controls.length === 0
          ? html`<p class="heard" role="status">${statusOf(view)}</p>`
          : toolbar(view)
    }
  </section>`;
}

const diagramTag = unsafeStatic(DIAGRAM);

function diagram(view: ShownMachine) {
  const { state } = view;
  const { zoom, editable } = view.options();
  const isEditable = editable && view.stopReason === '';
  const wantEdits = () => {
    if (isEditable && view.edits?.diagram !== view.diagram) void view.wantEdits();
  };
  const { snapshot, analysis } = state;
  const { path } = view;
  const current = (path && snapshot?.view.nodes[path.node]?.diagramId) ?? null;
  return html`<${diagramTag}
    .column=${view.column.view}
    .foldable=${true}
    .picture=${shownDrawing(state)}
    .selected=${view.selected}
    .current=${current}
    .badges=${badges(view)}
    .outline=${outlineOf(state)}
    .documentId=${view.documentId}
    .large=${view.large}
    .follow=${true}
    .flying=${view.player.running && view.speed === 'max'}
    .tools=${zoom === 'none' ? [] : ['out', 'in', 'fit']}
    .wheel=${zoom === 'wheel' ? 'zoom' : zoom === 'none' ? 'none' : 'held'}
    .label=${words.diagram(view.title, analysis?.nodes ?? 0, analysis?.edges ?? 0)}
    @diagram-drawn=${() => view.fit()}
    .editable=${isEditable}
    @pointermove=${wantEdits}
    @focusin=${wantEdits}
    @keydown=${(event: KeyboardEvent) => {
      if (!isEditable) return;
      if (view.edits?.diagram === view.diagram) view.edits?.key(event);
      // A key that comes before the code is not lost.
      else void view.wantEdits().then((edits) => edits?.key(event));
    }}
    @diagram-edit=${({ detail }: CustomEvent) =>
      void view.wantEdits().then((edits) => edits?.edit(detail.id, detail.target))}
    @diagram-select=${({ detail: { id, adds } }: CustomEvent) =>
      adds ? void view.wantEdits().then((edits) => edits?.selectMore(id)) : ((wantEdits(), view.select(id)))}
    @diagram-fold=${(event: CustomEvent) => view.fold(event.detail.id)}
    @diagram-open=${(event: CustomEvent) => view.select(event.detail.id)}
    @diagram-view=${(event: CustomEvent) => view.diagram?.view(event.detail.what)}
  ></${diagramTag}>
  ${
    isEditable && analysis?.nodes === 0
      ? html`<button
        type="button"
        class="first-step"
        @click=${() => void view.wantEdits().then((edits) => edits?.act('task'))}
      >
        ${diagramStrings.firstStep}
      </button>`
      : nothing
  }`;
}

const known: WeakMap<object, unknown[]> = new WeakMap();

/** The same list for the same facts, so that nothing is painted twice. */
function badges({ state: { snapshot, events, shows } }: ShownMachine) {
  if (!snapshot || shows === 'source') return NONE;
  const list = known.get(snapshot.view) ?? standingOf(snapshot.view, events);
  known.set(snapshot.view, list);
  return list;
}
const NONE: unknown[] = [];
