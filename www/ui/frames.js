// @ts-check
// One rendering a frame: what changes meanwhile is shown with the next.

export class Frames {
  #frame;
  #taken = false;

  /** @param {(act: () => void) => unknown} frame calls back with the next frame */
  constructor(frame) {
    this.#frame = frame;
  }

  /** The turn of a rendering: at once where this frame has had none, else with the next frame. @returns {Promise<void> | undefined} */
  turn() {
    if (!this.#taken) return void this.#take();
    return new Promise((done) => {
      this.#frame(() => {
        this.#take();
        done();
      });
    });
  }

  #take() {
    this.#taken = true;
    this.#frame(() => { this.#taken = false; });
  }
}
