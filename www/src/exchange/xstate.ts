// Machines of XState 4 and 5: as JSON, or as a program that creates one.

import type { AnyNode, CallExpression, Expression } from 'acorn';
import { expressionAt } from './json-text.ts';
import { MachineText } from './machine-text.ts';
import { nodesOf, parseProgram } from './script.ts';
import { constantsOf, unwrapped, valueOfExpression, type Constants } from './script-tree.ts';
import { entriesOf, memberOf, type Value } from './script-value.ts';
import { readConfig } from './xstate-config.ts';
import { ImportError, type Imported } from './types.ts';

export function readXState(text: string): Imported {
  const start = /\S/.exec(text)?.index ?? 0;
  if (text[start] === '{') {
    const bare = bareObject(text, start);
    if (bare) return readConfig(bare, {}, new MachineText(namesOf(bare)));
  }
  return readProgram(text);
}

/** Names of states, which contexts must not take. */
function namesOf(config: Value): string[] {
  const names: string[] = [];
  const waiting = [config];
  for (let at = waiting.pop(); at; at = waiting.pop())
    for (const [name, state] of entriesOf(memberOf(at, 'states'))) {
      names.push(name);
      waiting.push(state);
    }
  return names;
}

/** A text that is one object, as JSON or as it stands in a program. Null: it is something else. */
function bareObject(text: string, start: number): Value | null {
  const expression = expressionAt(text, start);
  const rest = text.slice(expression.end).replace(/^[\s;]+/, '');
  if (expression.type !== 'ObjectExpression' || rest !== '') return null;
  return valueOfExpression(expression, text);
}

interface Creation {
  call: CallExpression;
  /** Of `setup({ … }).createMachine`. */
  setup: CallExpression | null;
}

function readProgram(text: string): Imported {
  const program = parseProgram(text);
  const [creation, ...others] = creationsOf(nodesOf(program));
  const config = creation?.call.arguments[0];
  if (!creation || !config)
    throw new ImportError('content', 'no call of `createMachine` or `Machine` with a configuration', 1, 1);
  const constants = constantsOf(program);
  const value = valueOfExpression(config as Expression, text, constants);
  if (value.kind !== 'object')
    throw new ImportError('content', 'the configuration of the machine is no object', value.line, 1);
  const machine = new MachineText(namesOf(value));
  for (const other of others)
    machine.lose(null, lineOf(other.call), 'another machine', 'one machine is read from a file');
  loseStatements(machine, program.body, creation.call, constants, text);
  return readConfig(value, optionsOf(creation, text, constants), machine);
}

function creationsOf(nodes: Iterable<AnyNode>): Creation[] {
  const creations: Creation[] = [];
  for (const node of nodes) {
    if (node.type !== 'CallExpression') continue;
    const callee = unwrapped(node.callee);
    if (callee.type === 'Identifier' && (callee.name === 'createMachine' || callee.name === 'Machine'))
      creations.push({ call: node, setup: null });
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') continue;
    if (callee.property.name !== 'createMachine' && callee.property.name !== 'Machine') continue;
    const object = unwrapped(callee.object);
    const isSetup = object.type === 'CallExpression' && unwrapped(object.callee).type === 'Identifier';
    creations.push({ call: node, setup: isSetup ? (object as CallExpression) : null });
  }
  return creations;
}

const lineOf = (node: AnyNode) => node.loc?.start.line ?? 1;

/** Implementations: of `setup`, of the second argument in version 4, of `withConfig`. */
function optionsOf({ call, setup }: Creation, text: string, constants: Constants): Record<string, Value> {
  const options: Record<string, Value> = {};
  for (const argument of [setup?.arguments[0], call.arguments[1]]) {
    if (!argument || argument.type === 'SpreadElement') continue;
    const value = valueOfExpression(argument, text, constants);
    for (const [name, entry] of entriesOf(value)) options[name] = entry;
  }
  return options;
}

/** What else the program does. Imports, types and constants that are used are no loss. */
function loseStatements(
  machine: MachineText,
  statements: AnyNode[],
  call: CallExpression,
  constants: Constants,
  text: string,
) {
  for (const statement of statements) {
    if (/^(?:Import|TS)/.test(statement.type)) continue;
    const holds = statement.start <= call.start && call.end <= statement.end;
    const declared =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    const isType = /^TS/.test(declared.type);
    const isConstant =
      declared.type === 'VariableDeclaration' &&
      declared.declarations.every(({ id }) => id.type === 'Identifier' && constants.has(id.name));
    if (holds || isType || isConstant) continue;
    machine.lose(null, lineOf(statement), text.slice(statement.start, statement.end), 'code');
  }
}
