// What a screen reader is told: at most one message a second, the last one wins; during Run its start, its end, and
// where it is every ten seconds.

import { positionText } from '../protocol/positions.ts';
import { sentenceCase, unticked } from '../ui/code-spans.ts';
import { systemClock, throttle, type Clock } from '../ui/timing.ts';
import { liveStrings } from './strings.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';

const MESSAGE_INTERVAL_MS = 1_000;
const RUN_REPORT_INTERVAL_MS = 10_000;
const MAX_PARTS_PER_MESSAGE = 6;

export class LiveRegion {
  #say: (text: string) => void;
  #clock: Clock;
  #report;
  /** Whether a message stands in the region. */
  #hasMessage = false;
  /** When a run was reported last. */
  #reportedAt = 0;

  constructor(store: Store, say: (text: string) => void, clock: Clock = systemClock) {
    this.#say = say;
    this.#clock = clock;
    this.#report = throttle((text: string) => this.#announce(unticked(text)), MESSAGE_INTERVAL_MS, clock);
    // What was said of another machine, or of another text, is not true of this one.
    store.watch(
      ({ document }) => document.id,
      () => this.#clear(),
    );
    store.watch(
      ({ run }) => run.snapshot?.source,
      (_, { run }, before) => run.snapshot && before.run.snapshot && this.#clear(),
    );
    store.watch(
      ({ live }) => live,
      (live) => live && this.#report(live),
    );
    store.watch(
      ({ run }) => [run.activity === 'running', run.snapshot],
      (_, state, before) => this.#reportRun(state, before),
    );
  }

  #reportRun(state: State, before: State) {
    const [ran, runs] = [before.run.activity === 'running', state.run.activity === 'running'];
    if (runs && !ran) {
      this.#reportedAt = this.#clock.now();
      this.#report(liveStrings.running);
    } else if (ran && !runs) this.#report(state.run.status.text);
    else if (runs && this.#clock.now() - this.#reportedAt >= RUN_REPORT_INTERVAL_MS && state.run.snapshot) {
      this.#reportedAt = this.#clock.now();
      this.#report(liveStrings.at(positionText(state.run.snapshot.position)));
    } else if (!runs && moved(before, state)) this.#report(stepSentence(before, state));
  }

  #announce(text: string) {
    this.#hasMessage = true;
    this.#say(text);
  }

  /** Takes back what was said, and what waits to be said. */
  #clear() {
    this.#report.cancel();
    if (this.#hasMessage) this.#say('');
    this.#hasMessage = false;
  }
}

function moved(before: State, state: State) {
  const [was, now] = [before.run.snapshot?.position, state.run.snapshot?.position];
  return (
    was !== undefined &&
    now !== undefined &&
    before.document.id === state.document.id &&
    (was.step !== now.step || was.branch !== now.branch)
  );
}

/**
 * What a tick or an action brought: `Step 3: path 1 moved from heat to done. Water.celsius is now 95.` Then why the run
 * stands, if it does. Going back only says where.
 */
function stepSentence(before: State, state: State) {
  const say = liveStrings;
  const position = state.run.snapshot?.position;
  if (!position) return '';
  const parts = [];
  const was = before.run.snapshot?.position;
  if (was && was.branch === position.branch && position.step < was.step) return state.run.status.text;
  const since = was && was.branch === position.branch ? was.step : position.step - 1;
  for (const event of state.run.branchEvents) {
    if (event.step <= since || event.step > position.step || parts.length >= MAX_PARTS_PER_MESSAGE) continue;
    if (event.kind === 'moved') parts.push(say.moved(event.path, event.from, event.to));
    if (event.kind === 'contextWritten')
      for (const { field, after } of event.changes)
        parts.push(say.value(`${event.context}.${field}`, JSON.stringify(after)));
    if (event.kind === 'requestOpened') parts.push(say.asks(event.path, event.query));
  }
  const stands = (state.run.snapshot?.view.paths ?? []).some((path) => path.status === 'active')
    ? ''
    : state.run.status.text.replace(/^Step [\d.]+\. /, '');
  if (parts.length === 0) return state.run.status.text;
  const [first = '', ...rest] = parts;
  return [`${say.at(positionText(position)).replace(/\.$/, '')}: ${first}`, ...rest.map(sentenceCase), stands]
    .filter(Boolean)
    .join(' ');
}
