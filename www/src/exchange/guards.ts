// Conditions of diagrams and configurations that no program evaluates here: fields of a context, which people set.

import { translateExpression } from './expression.ts';
import type { MachineText, NodeText } from './machine-text.ts';
import { identifier, isIdentifier } from './text.ts';

export class Guards {
  readonly #machine: MachineText;
  readonly #wanted: string;
  #context: NodeText | null = null;
  /** Names of fields, by what they stand for. */
  readonly #fields: Map<string, string> = new Map();
  readonly #taken: Set<string> = new Set();
  readonly #codes: Map<string, string> = new Map();

  constructor(machine: MachineText, wanted = 'Guard') {
    this.#machine = machine;
    this.#wanted = wanted;
  }

  /** A field that is false until somebody sets it. @returns the expression that reads it */
  flag(text: string): string {
    return this.#field(text, 'boolean', false);
  }

  /** A flag for code, which is no name: `guard1`, `guard2`, … */
  flagForCode(code: string): string {
    const known = this.#codes.get(code) ?? `guard${this.#codes.size + 1}`;
    this.#codes.set(code, known);
    return this.#field(code, 'boolean', false, known);
  }

  /** A value that is unset until somebody sets it. */
  value(path: string[]): string {
    const [first = '', ...rest] = path;
    return [this.#field(first, 'any?'), ...rest].join('.');
  }

  /** The condition as it is if it is an expression, with its names as fields; a field for all of it otherwise. */
  condition(text: string): string {
    const trimmed = text.trim();
    if (isIdentifier(trimmed)) return this.flag(trimmed);
    // Without a comparison, names stand for what is true or false.
    const isOfFlags = !/[<>=+\-*/%.'"?[]/.test(trimmed);
    const translated = translateExpression(trimmed, {
      name: (path) => (path.every(isIdentifier) ? (isOfFlags ? this.flag(path[0] ?? '') : this.value(path)) : null),
    });
    return translated ?? this.flag(trimmed);
  }

  #field(text: string, type: string, value?: boolean, wanted: string = identifier(text, 'guard')): string {
    this.#context ??= this.#machine.addContext(this.#wanted);
    const known = this.#fields.get(text);
    if (known !== undefined) return `${this.#context.name}.${known}`;
    let name = wanted;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${wanted}_${n}`;
    this.#taken.add(name);
    this.#fields.set(text, name);
    this.#context.attributes.push({ name, type, ...(value === undefined ? {} : { value }) });
    return `${this.#context.name}.${name}`;
  }
}
