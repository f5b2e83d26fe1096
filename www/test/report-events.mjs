// A reporter of node:test that tells results as data: as messages to the parent process where there is one, else as
// lines of JSON. In JavaScript, because Node's own runner loads its reporters without tsx.

import { inspect } from 'node:util';

/**
 * A test that ended; `name` holds the titles of its suites and its own, `error` why it failed.
 * @typedef {{ file: string, name: string, ms: number, error?: string }} Result
 * @typedef {{ type: string, data: unknown }} TestEvent
 * @typedef {{ duration_ms: number, type?: string, error?: Error & { failureType?: string } }} Details
 * @typedef {{ name: string, nesting: number, file?: string, details: Details }} Data
 */

/** @param {AsyncIterable<TestEvent>} events @returns {AsyncGenerator<string>} */
export default async function* report(events) {
  const results = new Results();
  for await (const event of events) {
    const result = results.of(event);
    if (process.send) {
      if (result) process.send(result);
      const ended = endOfSuite(event);
      if (ended !== null) process.send({ ended });
    } else if (result) yield `${JSON.stringify(result)}\n`;
  }
}

/**
 * The title of a suite at the top that ended: all its results have been told.
 * @param {TestEvent} event
 * @returns {string | null}
 */
function endOfSuite({ type, data }) {
  const { name, nesting, details } = /** @type {Data} */ (data);
  return (type === 'test:pass' || type === 'test:fail') && nesting === 0 && details.type === 'suite' ? name : null;
}

/** Makes results of the events of node:test. A suite passes and fails with its tests, which have told already. */
export class Results {
  /** @type {string[]} */
  #titles = [];

  /** @param {TestEvent} event @returns {Result | null} */
  of({ type, data }) {
    const { name, nesting, file = '', details } = /** @type {Data} */ (data);
    if (type === 'test:start') this.#titles.splice(nesting, Infinity, name);
    if (type !== 'test:pass' && type !== 'test:fail') return null;
    const error = type === 'test:fail' ? details.error : undefined;
    if (details.type === 'suite' && (!error || error.failureType === 'subtestsFailed')) return null;
    return {
      file,
      name: [...this.#titles.slice(0, nesting), name].join(' › '),
      ms: details.duration_ms,
      ...(error ? { error: inspect(error.cause ?? error) } : {}),
    };
  }
}
