// One rendering a frame: what changes meanwhile is shown with the next.

export class Frames {
  #requestFrame: (act: () => void) => unknown;
  #isFrameUsed = false;

  /** @param frame calls back with the next frame */
  constructor(frame: (act: () => void) => unknown) {
    this.#requestFrame = frame;
  }

  /** The turn of a rendering: at once where this frame has had none, else with the next frame. */
  turn(): Promise<void> | undefined {
    if (!this.#isFrameUsed) return void this.#useFrame();
    return new Promise((done) => {
      this.#requestFrame(() => {
        this.#useFrame();
        done();
      });
    });
  }

  #useFrame() {
    this.#isFrameUsed = true;
    this.#requestFrame(() => {
      this.#isFrameUsed = false;
    });
  }
}
