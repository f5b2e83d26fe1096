// Conditions and values of Step Functions as expressions: comparisons of choice rules, paths, and a table of JSONata's
// forms.

import { translateExpression } from './expression.ts';
import { Guards } from './guards.ts';
import type { MachineText, NodeText, SetEntry } from './machine-text.ts';
import { asJson, entriesOf, itemsOf, memberOf, stringOf, type Value } from './script-value.ts';
import { identifier, isIdentifier, literalText, type Json } from './text.ts';

const MAX_DEPTH = 60;

/** What a comparison means: the value, and what it is compared with. */
const COMPARISONS: Record<string, (value: string, other: string) => string> = {
  Equals: (value, other) => `${value} == ${other}`,
  LessThan: (value, other) => `${value} < ${other}`,
  LessThanEquals: (value, other) => `${value} <= ${other}`,
  GreaterThan: (value, other) => `${value} > ${other}`,
  GreaterThanEquals: (value, other) => `${value} >= ${other}`,
};

const TYPE_TESTS: Record<string, (value: string) => string> = {
  IsPresent: (value) => `has(${value})`,
  IsNull: (value) => `(has(${value}) && ${value} == null)`,
  IsString: (value) => `type(${value}) == 'string'`,
  IsNumeric: (value) => `type(${value}) == 'number'`,
  IsBoolean: (value) => `type(${value}) == 'boolean'`,
};

/** JSONata's functions. */
const CALLS: Record<string, (args: string[]) => string | null> = {
  $exists: ([value]) => `has(${value})`,
  $not: ([value]) => `!(${value})`,
  $count: ([value]) => `size(${value})`,
  $length: ([value]) => `size(${value})`,
  $contains: ([text, part]) => (part === undefined ? null : `${text}.contains(${part})`),
  $uppercase: ([text]) => `${text}.upper()`,
  $lowercase: ([text]) => `${text}.lower()`,
  $trim: ([text]) => `${text}.trim()`,
  $number: ([value]) => `double(${value})`,
  $string: ([value]) => `string(${value})`,
  $boolean: ([value]) => `bool(${value})`,
  $abs: ([value]) => `abs(${value})`,
  $floor: ([value]) => `floor(${value})`,
  $ceil: ([value]) => `ceil(${value})`,
  $min: ([list]) => `min(${list})`,
  $max: ([list]) => `max(${list})`,
};

export class AslExpressions {
  /** The data of the execution, if anything names some. */
  context: NodeText | null = null;
  readonly #machine: MachineText;
  readonly #guards: Guards;
  readonly #isJsonata: boolean;
  #losses: { line: number; what: string }[] = [];

  constructor(machine: MachineText, isJsonata: boolean) {
    this.#machine = machine;
    this.#guards = new Guards(machine);
    this.#isJsonata = isJsonata;
  }

  /** What was not translated since the last call. */
  takeLosses() {
    return this.#losses.splice(0);
  }

  condition(choice: Value): string {
    const jsonata = stringOf(memberOf(choice, 'Condition'));
    if (jsonata !== undefined) return this.#jsonata(jsonata) ?? this.#flag(choice, jsonata);
    const rule = this.#rule(choice, 0);
    return rule ?? this.#flag(choice, JSON.stringify(asJson(choice)));
  }

  /** The field of a list, which exists from the start. */
  list(value: Value | undefined): string {
    const text = stringOf(value);
    const inner = text === undefined ? undefined : (/^\{%(.*)%\}$/s.exec(text.trim())?.[1] ?? text).trim();
    const path = inner?.replace(/^\$states\.input\./, '$.').replace(/^\$(?=[\p{XIDS}_])/u, '$.');
    const found = path === undefined ? null : this.#path(path, []);
    if (value !== undefined && found === null) this.#losses.push({ line: value.line, what: text ?? 'a list' });
    if (found !== null) return found;
    return this.#field('items', []);
  }

  /**
   * @param path where the value goes; without one, its members go to fields of their names
   * @param isTemplate whether names that end in `.$` hold paths
   */
  assignments(value: Value | undefined, path: string | undefined, isTemplate: boolean): SetEntry[] {
    if (value === undefined) return [];
    const named = path === undefined || path === '$' ? null : this.#path(path);
    if (path !== undefined && path !== '$' && named === null) {
      this.#losses.push({ line: value.line, what: `ResultPath: ${path}` });
      return [];
    }
    const entries: [string, Value][] = named === null ? entriesOf(value) : [['', value]];
    if (named === null && value.kind !== 'object')
      this.#losses.push({ line: value.line, what: `Result: ${JSON.stringify(asJson(value))}` });
    return entries.flatMap(([name, entry]) => {
      const expression = this.#valueExpression(name, entry, isTemplate);
      if (expression === null) {
        this.#losses.push({ line: entry.line, what: `${name || path}: ${JSON.stringify(asJson(entry))}` });
        return [];
      }
      return [{ target: named ?? this.#field(name.replace(/\.\$$/, '')), expression }];
    });
  }

  #valueExpression(name: string, value: Value, isTemplate: boolean): string | null {
    const text = stringOf(value);
    if (isTemplate && name.endsWith('.$')) return text === undefined ? null : this.#path(text);
    if (text !== undefined && this.#isJsonata && text.startsWith('{%')) return this.#jsonata(text);
    const json = asJson(value);
    // A template with paths inside is not a literal.
    if (json === undefined || (isTemplate && JSON.stringify(json).includes('.$"'))) return null;
    return literalText(json);
  }

  #flag(choice: Value, text: string): string {
    this.#losses.push({ line: choice.line, what: text });
    return this.#guards.flagForCode(text);
  }

  #rule(rule: Value, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    for (const [name, operator] of [
      ['And', ' && '],
      ['Or', ' || '],
    ] as const) {
      const parts = memberOf(rule, name);
      if (!parts) continue;
      const rules = itemsOf(parts).map((part) => this.#rule(part, depth + 1));
      if (rules.length === 0 || rules.includes(null)) return null;
      return rules.map((one) => (/ (?:&&|\|\|) /.test(one ?? '') ? `(${one})` : one)).join(operator);
    }
    const not = memberOf(rule, 'Not');
    if (not) {
      const inner = this.#rule(not, depth + 1);
      return inner === null ? null : `!(${inner})`;
    }
    const value = this.#path(stringOf(memberOf(rule, 'Variable')) ?? '');
    if (value === null) return null;
    for (const [name, operand] of entriesOf(rule)) {
      if (name === 'Variable' || name === 'Next' || name === 'Comment') continue;
      const test = Object.hasOwn(TYPE_TESTS, name) ? TYPE_TESTS[name] : undefined;
      if (test) return operand.kind !== 'boolean' ? null : operand.value ? test(value) : `!(${test(value)})`;
      if (name === 'StringMatches') return matches(value, stringOf(operand));
      const found = /^(?:String|Numeric|Boolean|Timestamp)(.*?)(Path)?$/.exec(name);
      const compare = found && Object.hasOwn(COMPARISONS, found[1] ?? '') ? COMPARISONS[found[1] ?? ''] : undefined;
      if (!compare) return null;
      const other = found?.[2] ? this.#path(stringOf(operand) ?? '') : literalOf(asJson(operand));
      return other === null ? null : compare(value, other);
    }
    return null;
  }

  /** `$.a.b[0]`. @param value what the field is at the start, if the path names one */
  #path(text: string, value?: Json): string | null {
    const found = /^\$\.([^.[\]$]+)((?:\.[^.[\]$]+|\[\d+\])*)$/.exec(text);
    if (!found) return null;
    const [, first = '', rest = ''] = found;
    const inner = rest
      .split('.')
      .slice(1)
      .map((part) => part.replace(/\[\d+\]/g, ''));
    if (!inner.every(isIdentifier)) return null;
    return this.#field(first, rest === '' ? value : undefined) + rest;
  }

  #field(name: string, value?: Json): string {
    this.context ??= this.#machine.addContext('Data', ['@open']);
    const field = identifier(name, 'field');
    const known = this.context.attributes.find((one) => one.name === field);
    if (known && value !== undefined && known.value === undefined) {
      delete known.type;
      known.value = value;
    }
    if (!known)
      this.context.attributes.push(value === undefined ? { name: field, type: 'any?' } : { name: field, value });
    return `${this.context.name}.${field}`;
  }

  #jsonata(text: string): string | null {
    const inner = /^\s*\{%(.*)%\}\s*$/s.exec(text)?.[1] ?? text;
    return translateExpression(inner, {
      name: (path) => {
        const isInput = path[0] === '$states' && path[1] === 'input';
        const names = isInput
          ? path.slice(2)
          : /^\$[\p{XIDS}_]/u.test(path[0] ?? '')
            ? [path[0]?.slice(1) ?? '', ...path.slice(1)]
            : [];
        const [first, ...rest] = names;
        if (first === undefined || first === 'states' || !names.every(isIdentifier)) return null;
        return [this.#field(first), ...rest].join('.');
      },
      call: (name, args) => (Object.hasOwn(CALLS, name) && args.length > 0 ? (CALLS[name]?.(args) ?? null) : null),
    });
  }
}

const literalOf = (value: Json | undefined) =>
  value === undefined || (typeof value === 'object' && value !== null) ? null : literalText(value);

/** `*` stands for any text, `\*` for itself. */
function matches(value: string, pattern: string | undefined): string | null {
  if (pattern === undefined) return null;
  const parts = pattern.split(/(\\\\|\\\*|\*)/);
  const expression = parts.map((part) =>
    part === '*' ? '.*' : part.replace(/^\\(?=[*\\]$)/, '').replace(/[\\^$.|?*+()[\]{}]/g, '\\$&'),
  );
  return `${value}.matches(${literalText(`^${expression.join('')}$`)})`;
}
