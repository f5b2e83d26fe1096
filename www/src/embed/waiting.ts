// What callers wait for: a promise that is settled from outside, and what it is rejected with.

import type { Json } from '../protocol/types.ts';

/** What a failed call or a failed machine rejects with. */
export class MachineError extends Error {
  code: string;
  /** Of a machine that could not be shown, where it is known. */
  source: string;
  /** What a refusal names: violations, what is awaited. */
  data: Json | undefined;

  constructor(code: string, message: string, source: string = '', data?: Json) {
    super(message);
    this.code = code;
    this.source = source;
    this.data = data;
  }
}

export interface Waiting {
  promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
  settled: boolean;
}

export function waiting(): Waiting {
  const made = { settled: false } as Waiting;
  made.promise = new Promise((resolve, reject) => {
    made.resolve = () => {
      made.settled = true;
      resolve();
    };
    made.reject = (error) => {
      made.settled = true;
      reject(error);
    };
  });
  // Who does not ask is not told of it as an unhandled rejection.
  made.promise.catch(() => {});
  return made;
}
