// Programs in JavaScript or TypeScript, parsed.

import { tsPlugin } from '@sveltejs/acorn-typescript';
import { Parser, type AnyNode, type Program } from 'acorn';
import { parserError } from './json-text.ts';

const WITH_TYPES = Parser.extend(tsPlugin());

/** @throws {ImportError} with line and column */
export function parseProgram(text: string): Program {
  try {
    return WITH_TYPES.parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (thrown) {
    throw parserError(thrown);
  }
}

/** The nodes of a program from the front, each before what is in it. */
export function* nodesOf(program: Program): Generator<AnyNode> {
  const stack: AnyNode[] = [program];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    const inner: AnyNode[] = [];
    for (const value of Object.values(node)) {
      for (const item of Array.isArray(value) ? value : [value]) if (isNode(item)) inner.push(item);
    }
    stack.push(...inner.reverse());
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
