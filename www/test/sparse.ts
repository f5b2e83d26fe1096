// Made-up values for tests, with only the members that the tested code reads. Names and kinds are still checked.

import type { Json } from '../pkg/tracklight.js';

type Primitive = string | number | boolean | bigint | symbol | null | undefined;
type Whole =
  | Primitive
  | ArrayBufferView
  | ArrayBuffer
  | Blob
  | Error
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;
type AnyFunction = (...args: never[]) => unknown;

/** `T` of which any member may be missing, at any depth. */
export type Sparse<T> = unknown extends T
  ? T
  : Json extends T
    ? T
    : T extends Whole
      ? T
      : T extends Promise<infer R>
        ? Promise<Sparse<R>>
        : T extends AnyFunction
          ? T extends (...args: infer A) => infer R
            ? (...args: A) => Sparse<R>
            : never
          : { [K in keyof T]?: Sparse<T[K]> };

export function sparse<T>(part: Sparse<T>): T {
  return part as T;
}

/** The function, taking sparse arguments. */
export function sparsely<A extends unknown[], R>(
  call: (...args: A) => R,
): (...args: { [I in keyof A]: Sparse<A[I]> }) => R {
  return call as (...args: unknown[]) => R;
}

/** A thing made with sparse parts. */
export function madeOf<P, T>(Made: new (parts: P) => T, parts: Sparse<P>): T {
  return new Made(parts as P);
}
