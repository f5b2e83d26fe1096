// Types for reading results in a test without a check before each step. Names are still checked; what is absent when
// the test runs fails there.

import type { Json } from '../pkg/tracklight.js';

type Primitive = string | number | boolean | bigint | symbol;
type Opaque =
  | ArrayBufferView
  | ArrayBuffer
  | Blob
  | Error
  | Date
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>;
type AnyFunction = (...args: never[]) => unknown;
type MemberNames<T> = T extends unknown ? keyof T : never;
type Member<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;
type LooseObject<T> = [T] extends [never] ? never : { [K in MemberNames<T>]: Loose<Member<T, K>> };
type LooseArray<T> = [T] extends [never]
  ? never
  : T extends readonly unknown[]
    ? { [K in keyof T]: Loose<T[K]> }
    : never;

/** A JSON value of which any member may be asked for. */
export interface LooseJson {
  [member: string]: LooseJson;
}

/** `T` without null and undefined at any depth; a union of objects has the members of all of them. */
export type Loose<T> = unknown extends T ? T : Json extends T ? LooseJson : LooseValue<NonNullable<T>>;

type LooseValue<T> = [T] extends [Promise<infer R>]
  ? Promise<Loose<R>>
  : [T] extends [AnyFunction]
    ? T extends (...args: infer A) => infer R
      ? (...args: A) => Loose<R>
      : never
    : [T] extends [Opaque]
      ? T
      :
          | Extract<T, Primitive>
          | LooseArray<Extract<T, readonly unknown[]>>
          | LooseObject<Exclude<T, Primitive | readonly unknown[]>>;

export function loose<T>(value: T): Loose<T> {
  return value as Loose<T>;
}

/** The function with a loose result. */
export function loosely<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => Loose<R> {
  return call as (...args: A) => Loose<R>;
}

/** The value, which must be there. */
export function present<T>(value: T): NonNullable<T> {
  if (value === null || value === undefined) throw new Error('a value is missing');
  return value;
}
