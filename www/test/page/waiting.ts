// Waits for states of the page: looks again after turns of the event loop, until patience ends.

const { setTimeout: wait } = globalThis;
/** What a test waits for comes long before this, except on a machine that is busy with other things. */
const PATIENCE_MS = Number(process.env.PATIENCE ?? 20_000);
/** So many turns in a row belong to one act of the page; what comes later comes by a timer. */
const TURNS = 10;
const LATER_MS = 4;

/** Not there yet; thrown by what is looked for. */
export class NotYet extends Error {
  why: () => string;

  /** @param why put into words only where it never comes */
  constructor(why: () => string) {
    super();
    this.why = why;
  }
}

/**
 * @param look throws `NotYet` as long as there is nothing
 * @param what said where it never comes
 */
export async function until<T>(look: () => T | Promise<T>, what: string, patience: number = PATIENCE_MS): Promise<T> {
  const end = performance.now() + patience;
  for (let looks = 0; ; looks += 1) {
    try {
      return await look();
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      if (performance.now() > end) throw late(what, error.why());
    }
    await new Promise<void>((done) => void (looks < TURNS ? setImmediate(done) : wait(done, LATER_MS)));
  }
}

function late(what: string, why: string) {
  return Object.assign(new Error(`${what}: ${why}`), { name: 'TimeoutError' });
}
