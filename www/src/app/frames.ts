// One rendering a frame: what changes meanwhile is shown with the next.

export class Frames {
  #frame: (act: () => void) => unknown;
  #taken = false;

  /** @param frame calls back with the next frame */
  constructor(frame: (act: () => void) => unknown) {
    this.#frame = frame;
  }

  /** The turn of a rendering: at once where this frame has had none, else with the next frame. */
  turn(): Promise<void> | undefined {
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
    this.#frame(() => {
      this.#taken = false;
    });
  }
}
