// `<Machine source="…" height={320} />` in MDX: the element, with its picture where the source is a text and no
// expression.

import { isRecord, itemsOf, memberOf } from '../protocol/plain-data.ts';
import { machineOf, type FenceOptions, type Place } from './fence.ts';
import { jsxOf } from './mdx.ts';
import { strings } from './strings.ts';
import type { Node } from './remark.ts';

const NAME = 'Machine';
/** Of React; all others are attributes of the element. */
const OF_REACT = ['key', 'ref', 'className', 'style', 'dangerouslySetInnerHTML'];

/** Whether a text has a `Machine` of its own, such as the component of `tracklight/react`. */
export const declaresMachine = (tree: Node) =>
  (tree.children ?? []).some(({ type, value }) => type === 'mdxjsEsm' && /\bMachine\b/.test(value ?? ''));

/** @returns null for any other node */
export function elementOfTag(node: Node, place: Place, options: FenceOptions): Node | null {
  if (memberOf(node, 'name') !== NAME || !/^mdxJsx(Flow|Text)Element$/.test(node.type)) return null;
  const all = itemsOf(memberOf(node, 'attributes')).map(renamed);
  const values = all.map((attribute) => [attribute, valueOf(attribute)] as const);
  const source = values.find(([attribute, value]) => attribute.name === 'source' && typeof value === 'string')?.[1];
  if (typeof source !== 'string' || node.type === 'mdxJsxTextElement') {
    if (typeof source === 'string') options.warn?.(strings.at(place.file, place.line, strings.inText));
    return { ...node, attributes: all, name: 'tracklight-machine' } as Node;
  }
  const given = values.flatMap(([{ name }, value]): [string, string][] =>
    name !== 'source' && typeof value === 'string' ? [[name, value]] : [],
  );
  const own = values.flatMap(([attribute, value]) => (value === undefined ? [attribute] : []));
  return jsxOf(machineOf({ attributes: given, notes: [] }, source, place, options), 'react', own);
}

type Attribute = Record<string, unknown> & { name: string };

/** `maxTicks` → `max-ticks`. What is spread has no name. */
function renamed(attribute: unknown): Attribute {
  const given = isRecord(attribute) ? attribute : {};
  const name = typeof given.name === 'string' ? given.name : '';
  const isOfReact = OF_REACT.includes(name) || /^on[A-Z]/.test(name);
  return { ...given, name: isOfReact ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) };
}

/** The text of an attribute, null for one that is off, undefined for what only React can work out. */
function valueOf(attribute: Attribute): string | null | undefined {
  const { name, value } = attribute;
  if (attribute.type !== 'mdxJsxAttribute' || OF_REACT.includes(name)) return undefined;
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  const [statement] = itemsOf(memberOf(value, 'data', 'estree', 'body'));
  const literal = literalOf(memberOf(statement, 'expression'));
  if (literal === true) return '';
  if (literal === false || literal === null) return null;
  return literal === undefined ? undefined : String(literal);
}

/** @returns undefined for any other expression */
function literalOf(expression: unknown): string | number | boolean | null | undefined {
  const type = memberOf(expression, 'type');
  const value = memberOf(expression, 'value');
  if (type === 'Literal' && (value === null || /^(string|number|boolean)$/.test(typeof value)))
    return value as string | number | boolean | null;
  const [text, ...others] = itemsOf(memberOf(expression, 'quasis'));
  const cooked = memberOf(text, 'value', 'cooked');
  return type === 'TemplateLiteral' && others.length === 0 && typeof cooked === 'string' ? cooked : undefined;
}
