// A machine as a node of MDX. It is an element of JSX with its content as HTML, as if the author had written it: themes
// replace the `<pre>` and the `<svg>` of Markdown by components of their own.

import { contentOf, type Machine } from './fence.ts';

/** What compiles the MDX: React takes its HTML by another attribute than Astro. */
export type MdxRuntime = 'react' | 'astro';

interface JsxAttribute {
  type: 'mdxJsxAttribute';
  name: string;
  value: string | { type: 'mdxJsxAttributeValueExpression'; value: string; data: { estree: unknown } } | null;
}

export interface JsxElement {
  type: 'mdxJsxFlowElement';
  name: string;
  /** Those of the author that stay as they are can be of any kind. */
  attributes: unknown[];
  children: never[];
  /** Theme components do not replace what is marked so. */
  data: { _mdxExplicitJsx: true };
}

/** @param own attributes of the author that stay as they are */
export function jsxOf(machine: Machine, runtime: MdxRuntime, own: unknown[] = []): JsxElement {
  const given = machine.attributes.map(([name, value]) => attribute(name, value));
  const content = contentOf(machine);
  return {
    type: 'mdxJsxFlowElement',
    name: 'tracklight-machine',
    attributes: [...own, ...given, runtime === 'astro' ? attribute('set:html', content) : innerHtml(content)],
    children: [],
    data: { _mdxExplicitJsx: true },
  };
}

const attribute = (name: string, value: JsxAttribute['value']): JsxAttribute => ({
  type: 'mdxJsxAttribute',
  name,
  value,
});

/** `dangerouslySetInnerHTML={{ __html: "…" }}`, as a parser of JavaScript gives it. */
function innerHtml(html: string): JsxAttribute {
  const literal = (value: string) => ({ type: 'Literal', value, raw: JSON.stringify(value) });
  const property = {
    type: 'Property',
    kind: 'init',
    method: false,
    shorthand: false,
    computed: false,
    key: { type: 'Identifier', name: '__html' },
    value: literal(html),
  };
  const expression = { type: 'ObjectExpression', properties: [property] };
  return attribute('dangerouslySetInnerHTML', {
    type: 'mdxJsxAttributeValueExpression',
    value: `{ __html: ${JSON.stringify(html)} }`,
    data: { estree: { type: 'Program', sourceType: 'module', body: [{ type: 'ExpressionStatement', expression }] } },
  });
}
