// Where there is nothing to draw: three ways to begin, each with its picture, and the way to the examples.

import { html, nothing, svg } from 'lit';
import { whyNotEditable } from '../store/editable.ts';
import { diagramStrings } from '../diagram/strings.ts';
import { icon } from '../ui/icon.ts';
import type { State, Action } from '../store/state.ts';
import { STARTERS, starterWords } from './starter-strings.ts';

/** A node of a picture: kind, center, width, name. */
type Node = ['init' | 'task' | 'state' | 'end' | 'context', number, number, number, string];

/** How round the corners of a node's box are, by its kind. */
const CORNER: Record<Node[0], number> = { init: 10, task: 5, state: 5, end: 10, context: 2 };

const PICTURES: Record<string, { nodes: Node[]; edges: string[] }> = {
  task: {
    nodes: [
      ['init', 78, 20, 64, 'begin'],
      ['task', 78, 68, 64, 'work'],
      ['end', 78, 116, 64, 'done'],
    ],
    edges: ['M78 32v22', 'M78 80v22'],
  },
  loop: {
    nodes: [
      ['init', 92, 20, 60, 'begin'],
      ['task', 92, 68, 60, 'add'],
      ['end', 92, 116, 60, 'done'],
      ['context', 30, 116, 48, 'Count'],
    ],
    edges: ['M92 32v22', 'M92 80v22', 'M62 72C44 78 34 90 31 102', 'M122 62c22-6 22 18 2 12'],
  },
  fork: {
    nodes: [
      ['init', 78, 20, 60, 'begin'],
      ['state', 38, 68, 60, 'left'],
      ['state', 118, 68, 60, 'right'],
      ['end', 78, 116, 60, 'done'],
    ],
    edges: ['M70 32 46 54', 'M86 32l24 22', 'M46 80l24 22', 'M110 80 86 102'],
  },
};

function picture(id: string) {
  const { nodes = [], edges = [] } = PICTURES[id] ?? {};
  return html`<svg viewBox="0 0 156 136" width="156" height="136" aria-hidden="true" focusable="false">
    <marker id="starter-${id}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
      <path class="head" d="M0 0 8 4 0 8z" />
    </marker>
    ${edges.map((d) => svg`<path class="line" d=${d} marker-end="url(#starter-${id})" />`)}
    ${nodes.map(
      ([kind, x, y, width, name]) =>
        svg`<g class=${kind}>
          <rect x=${x - width / 2} y=${y - 12} width=${width} height="24" rx=${CORNER[kind]} />
          <text x=${x} y=${y + 4}>${name}</text>
        </g>`,
    )}
  </svg>`;
}

/** While keys are pressed the page is not drawn anew, so the text is asked for when it is needed. */
export function panel(state: State, dispatch: (action: Action) => void, newest: () => State) {
  if (state.document.locked) return nothing;
  const add = ({ text, first }: { text: string; first: string }) => {
    const { source, entry } = newest().document;
    const gap = source === '' || source.endsWith('\n') ? '' : '\n';
    const from = source.length + gap.length + text.indexOf(first);
    dispatch({ type: 'edit', file: entry, text: `${source}${gap}${text}`, whole: true });
    dispatch({ type: 'jump', span: { from, to: from + first.length, file: entry }, newest: true });
  };
  return html`<section class="starters" aria-labelledby="starters">
    ${
      whyNotEditable(state) === ''
        ? html`<button
          type="button"
          class="button filled first-step"
          @click=${() => dispatch({ type: 'draw', act: 'task' })}
        >
          ${icon('plus')}${diagramStrings.firstStep}
        </button>`
        : nothing
    }
    <h2 id="starters">${starterWords.title}</h2>
    <ul>
      ${STARTERS.map(
        (starter) =>
          html`<li>
            <button type="button" class="starter" @click=${() => add(starter)}>
              <span class="pic">${picture(starter.id)}</span><b>${starter.title}</b
              ><span class="hint">${starter.line}</span>
            </button>
          </li>`,
      )}
    </ul>
    <p class="quiet">
      ${starterWords.or}
      <button type="button" class="link" @click=${() => dispatch({ type: 'dialog', name: 'open' })}>
        ${starterWords.browse(state.examples.length)}
      </button>
    </p>
  </section>`;
}
