// The steps of the run: one row each, which leads there.

import { html } from 'lit';
import { eventsOf } from '../../run/timeline-marks.ts';
import { indexOfStep, positions } from '../../protocol/positions.ts';
import { words } from './strings.ts';
import type { Event } from '../../protocol/types.ts';
import type { ShownMachine } from './types.ts';

/** Older steps are reached by Back. */
const MOST_ROWS = 200;

export function timeline(view: ShownMachine) {
  const { snapshot, entries, events } = view.state;
  const list = positions(entries);
  const here = snapshot ? indexOfStep(list, snapshot.position.step) : -1;
  const from = Math.max(0, list.length - MOST_ROWS);
  return html`<section part="timeline" aria-label=${words.timeline}>
    <h3>${words.timeline}</h3>
    <ol class="rows">
      ${list.slice(from).map((position, i) => {
        const sentence = from + i > here ? '' : saidOf(eventsOf(events, position));
        return html`<li>
          <button
            type="button"
            class="go"
            aria-current=${from + i === here ? 'step' : 'false'}
            @click=${() => view.goTo(position.step)}
          >
            <span class="number">${position.label}</span><span>${sentence || words.stepOf(position.tick)}</span>
          </button>
        </li>`;
      })}
    </ol>
  </section>`;
}

function saidOf(events: Event[]) {
  return events.flatMap((event) => (event.kind === 'moved' ? [`${event.from} → ${event.to}`] : [])).join(', ');
}
