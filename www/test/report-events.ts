// A reporter of node:test that tells results as data: as messages to the parent process where there is one, else as
// lines of JSON.

import { inspect } from 'node:util';

/** A test that ended. */
export interface Result {
  file: string;
  /** The titles of its suites and its own. */
  name: string;
  ms: number;
  /** Why it failed. */
  error?: string;
}

export interface TestEvent {
  type: string;
  data: unknown;
}
interface Data {
  name: string;
  nesting: number;
  file?: string;
  details: { duration_ms: number; type?: string; error?: Error & { failureType?: string } };
}

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
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

/** The title of a suite at the top that ended: all its results have been told. */
function endOfSuite({ type, data }: TestEvent): string | null {
  const { name, nesting, details } = data as Data;
  return (type === 'test:pass' || type === 'test:fail') && nesting === 0 && details.type === 'suite' ? name : null;
}

/** Makes results of the events of node:test. A suite passes and fails with its tests, which have told already. */
export class Results {
  #titles: string[] = [];

  of({ type, data }: TestEvent): Result | null {
    const { name, nesting, file = '', details } = data as Data;
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
