// Which drawing is shown when: not a new one while the keys are busy, and while positions fly by only what a patch can
// show, with a full drawing once they rest.

import { FOREIGN_FORMAT } from '../exchange/foreign-text.ts';
import { sameSources } from '../protocol/sources.ts';
import { shownDrawing } from '../run/shown-drawing.ts';
import type { Store } from '../store/store.ts';
import type { RunState } from '../run/types.ts';

/** After the last key the text is drawn anew. */
const DRAW_MS = 300;
/** At full speed the drawing follows this often. */
const RUN_DRAW_MS = 250;
/** A position that was scrubbed to is laid out after this rest, and the rows of the timeline follow. */
export const REST_MS = 120;

export class DrawingSchedule {
  #store: Store;
  #newest: () => RunState;
  #now: () => number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** No new drawing is shown before this moment. */
  #calmAt = 0;
  /** No layout is made for a position before this moment. */
  #restAt = 0;
  /** When the drawing was last changed. */
  #shownAt = 0;

  /** @param now in milliseconds */
  constructor(store: Store, newest: () => RunState, now: () => number = () => performance.now()) {
    this.#store = store;
    this.#newest = newest;
    this.#now = now;
  }

  /** The text is being changed. @param whole a change that is complete */
  typed(whole: boolean) {
    this.#calmAt = whole ? 0 : this.#now() + DRAW_MS;
  }

  /** The timeline is being dragged. */
  scrubbed() {
    this.#restAt = this.#now() + REST_MS;
  }

  /** Nothing is waited for. */
  forget() {
    this.#calmAt = 0;
    this.#restAt = 0;
  }

  show(run: RunState) {
    if (this.#isUndecided(run)) return;
    const drawing = shownDrawing(run);
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { picture } = this.#store.state;
    const now = this.#now();
    const fast = run.activity === 'running' && run.speed === 'max';
    const isOther = drawing !== null && picture !== null && drawing.key !== picture.key;
    const wait = fast ? this.#shownAt + RUN_DRAW_MS - now : isOther ? this.#calmAt - now : 0;
    if (drawing && picture && wait > 0) {
      this.#again(wait);
      return;
    }
    const resting = this.#restAt - now;
    // What is known of one machine is never put on the drawing of another.
    if (
      drawing &&
      picture &&
      isOther &&
      drawing.machine === picture.machine &&
      run.shows === 'run' &&
      (fast || resting > 0)
    ) {
      if (!fast) this.#again(resting);
      this.#shownAt = now;
      this.#store.set({ picture: { ...picture, overlay: drawing.overlay } });
      return;
    }
    const errors = run.analysis?.errors ?? 0;
    const ofThisText = run.snapshot !== null && sameSources(run.snapshot, run);
    const stale =
      errors > 0 &&
      drawing !== null &&
      drawing.of !== run.source &&
      (run.shows === 'source' || (!run.isOutdated && !ofThisText && run.snapshot !== null));
    this.#shownAt = now;
    if (drawing !== picture || stale !== this.#store.state.isDrawingOutdated)
      this.#store.set({ picture: drawing, isDrawingOutdated: stale });
  }

  /** A text of another notation is not drawn before it is converted, kept as it is, or run. */
  #isUndecided(run: RunState) {
    const { analysis, source, snapshot } = run;
    const isForeign = analysis?.source === source && analysis.diagnostics.some(({ code }) => code === FOREIGN_FORMAT);
    if (!isForeign || this.#store.state.import.keptText === source) return false;
    return !(snapshot && snapshot.view.step > 0 && sameSources(snapshot, run));
  }

  #again(ms: number) {
    this.#timer = setTimeout(() => this.show(this.#newest()), ms);
  }
}
