// Expressions of JavaScript as values, as far as they are data.

import type { AnyNode, Expression, Identifier, Program } from 'acorn';
import { asJson, writtenText, type Value } from './script-value.ts';
import { ImportError } from './types.ts';

/** Initial values of constants, by name. */
export type Constants = ReadonlyMap<string, Expression>;
const NONE: Constants = new Map();
/** Constants that name each other are followed this far. */
const MAX_DEPTH = 120;
/** Values that a short text may have. */
const MIN_BUDGET = 20_000;

/** @param text what the expression was parsed from */
export function valueOfExpression(expression: Expression, text: string, constants: Constants = NONE): Value {
  const reader = new Evaluator(text, constants);
  const value = reader.value(expression, 0);
  return { ...value, tokens: reader.tokens, replaced: reader.replaced };
}

/** The constants of a program's top. */
export function constantsOf(program: Program): Constants {
  const constants: Map<string, Expression> = new Map();
  for (const statement of program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    if (declared.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations)
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
  }
  return constants;
}

/** What TypeScript puts around expressions. */
const WRAPPERS = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
]);

export function unwrapped(node: AnyNode): AnyNode {
  let at = node;
  while (WRAPPERS.has(at.type)) at = (at as unknown as { expression: AnyNode }).expression;
  return at;
}

class Evaluator {
  readonly #text: string;
  readonly #constants: Constants;
  tokens = 0;
  readonly replaced: { line: number; what: string }[] = [];

  constructor(text: string, constants: Constants) {
    this.#text = text;
    this.#constants = constants;
  }

  value(wrapped: AnyNode, depth: number): Value {
    this.tokens += 1;
    if (this.tokens > MIN_BUDGET + this.#text.length)
      throw new ImportError('refused', 'constants within constants make too many values', wrapped.loc?.start.line, 1);
    const node = unwrapped(wrapped);
    const line = node.loc?.start.line ?? 1;
    if (depth > MAX_DEPTH) return this.#code(node, line);
    switch (node.type) {
      case 'Literal':
        if (typeof node.value === 'string') return { kind: 'string', value: node.value, line };
        if (typeof node.value === 'number') return { kind: 'number', value: node.value, line };
        if (typeof node.value === 'boolean') return { kind: 'boolean', value: node.value, line };
        return node.value === null && node.raw === 'null' ? { kind: 'null', line } : this.#code(node, line);
      case 'TemplateLiteral': {
        const cooked = node.quasis[0]?.value.cooked;
        if (node.expressions.length > 0 || typeof cooked !== 'string') return this.#code(node, line);
        return { kind: 'string', value: cooked, line };
      }
      case 'UnaryExpression': {
        const inner = node.operator === '-' ? this.value(node.argument, depth + 1) : null;
        return inner?.kind === 'number' ? { kind: 'number', value: -inner.value, line } : this.#code(node, line);
      }
      case 'ArrayExpression':
        return {
          kind: 'list',
          line,
          items: node.elements.flatMap((item) => this.#item(item, depth + 1)),
        };
      case 'ObjectExpression':
        return {
          kind: 'object',
          line,
          entries: this.#lastOfEach(node.properties.flatMap((one) => this.#property(one, depth + 1))),
        };
      case 'Identifier':
        return this.#named(node, line, depth);
      case 'CallExpression':
        return {
          ...this.#code(node, line),
          callee: this.#source(node.callee),
          args: node.arguments.map((argument) => this.value(argument, depth + 1)),
        };
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement')
          return { ...this.#code(node, line), returned: this.value(node.body, depth + 1) };
        return this.#code(node, line);
      default:
        return this.#code(node, line);
    }
  }

  #lastOfEach(entries: [string, Value][]): [string, Value][] {
    const last = new Map(entries);
    if (last.size === entries.length) return entries;
    return entries.filter(([name, value]) => {
      if (last.get(name) === value) return true;
      this.replaced.push({ line: value.line, what: `${name}: ${writtenText(value)}` });
      return false;
    });
  }

  #named(node: Identifier, line: number, depth: number): Value {
    if (node.name === 'undefined') return { kind: 'null', line };
    const found = this.#constants.get(node.name);
    // A constant is looked up once on the way, so that those that name each other end.
    return found && depth < MAX_DEPTH ? { ...this.value(found, depth + 20), line } : this.#code(node, line);
  }

  #item(node: AnyNode | null, depth: number): Value[] {
    if (node === null) return [];
    if (node.type !== 'SpreadElement') return [this.value(node, depth)];
    const value = this.value(node.argument, depth);
    return value.kind === 'list' ? value.items : [{ ...this.#code(node, node.loc?.start.line ?? 1) }];
  }

  #property(node: AnyNode, depth: number): [string, Value][] {
    const line = node.loc?.start.line ?? 1;
    if (node.type === 'SpreadElement') {
      const value = this.value(node.argument, depth);
      return value.kind === 'object' ? value.entries : [['...', this.#code(node, line)]];
    }
    if (node.type !== 'Property') return [];
    const key = this.#key(node.key, node.computed, depth);
    if (key === null) return [[`[${this.#source(node.key)}]`, this.#code(node, line)]];
    const value = this.value(node.value, depth);
    return [[key, { ...value, line: node.key.loc?.start.line ?? line }]];
  }

  #key(node: AnyNode, isComputed: boolean, depth: number): string | null {
    if (!isComputed && node.type === 'Identifier') return node.name;
    const value = this.value(node, depth);
    const data = asJson(value);
    return typeof data === 'string' || typeof data === 'number' ? String(data) : null;
  }

  #source(node: AnyNode): string {
    return this.#text.slice(node.start, node.end);
  }

  #code(node: AnyNode, line: number): Value & { kind: 'code' } {
    return { kind: 'code', text: this.#source(node), line };
  }
}
