// Values of JSON and JavaScript with their lines.

import type { Json } from './text.ts';

interface Placed {
  line: number;
  /** How many values there are in it, on the outermost value. */
  tokens?: number;
  /** Members of it that later ones of the same name replace, on the outermost value. */
  replaced?: { line: number; what: string }[];
}

export type ObjectValue = Placed & { kind: 'object'; entries: [string, Value][] };
export type ListValue = Placed & { kind: 'list'; items: Value[] };
/** A function, a call, or anything else that is no value before a program runs. */
export type CodeValue = Placed & {
  kind: 'code';
  text: string;
  /** Of a call: what is called, with its arguments. */
  callee?: string;
  args?: Value[];
  /** Of a function that only returns a value. */
  returned?: Value;
};

export type Value =
  | ObjectValue
  | ListValue
  | CodeValue
  | (Placed & { kind: 'string'; value: string })
  | (Placed & { kind: 'number'; value: number })
  | (Placed & { kind: 'boolean'; value: boolean })
  | (Placed & { kind: 'null' });

export const entriesOf = (value: Value | undefined): [string, Value][] =>
  value?.kind === 'object' ? value.entries : [];
export const memberOf = (value: Value | undefined, name: string): Value | undefined =>
  value?.kind === 'object' ? value.entries.findLast(([key]) => key === name)?.[1] : undefined;
export const stringOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'string' ? value.value : undefined;
/** The items of a list, or the value as the only one. */
export const itemsOf = (value: Value | undefined): Value[] =>
  value === undefined ? [] : value.kind === 'list' ? value.items : [value];

/** As data; undefined if code is in it. */
export function asJson(value: Value): Json | undefined {
  switch (value.kind) {
    case 'null':
      return null;
    case 'string':
    case 'number':
    case 'boolean':
      return value.value;
    case 'code':
      return undefined;
    case 'list': {
      const items = value.items.map(asJson);
      return items.some((item) => item === undefined) ? undefined : (items as Json[]);
    }
    default: {
      const entries = value.entries.map(([name, entry]) => [name, asJson(entry)] as const);
      return entries.some(([, entry]) => entry === undefined)
        ? undefined
        : (Object.fromEntries(entries) as { [key: string]: Json });
    }
  }
}

/** A value as it could have been written: data as JSON, code as it is. */
export function writtenText(value: Value): string {
  switch (value.kind) {
    case 'code':
      return value.text;
    case 'list':
      return `[${value.items.map(writtenText).join(', ')}]`;
    case 'object':
      return `{ ${value.entries.map(([name, entry]) => `${name}: ${writtenText(entry)}`).join(', ')} }`;
    default:
      return JSON.stringify(asJson(value));
  }
}
