// Lit's templates are indented for people. In what is built, a line break and the blanks around it are one blank, which
// means the same in HTML, SVG and CSS. Text that is shown as it stands (`pre`) is in one line of its template.

import { parseAst } from 'vite';

const TAGS = ['html', 'svg', 'css'];

/**
 * Source maps would no longer fit, so a build with them keeps its templates.
 * @returns {import('vite').Plugin}
 */
export function closeTemplates() {
  return {
    name: 'tracklight-templates',
    apply: ({ build }, { command }) => command === 'build' && !build?.sourcemap,
    enforce: 'post',
    transform: (code, id) => (/\/www\/src\/.*\.ts$/.test(id) ? closed(code) : null),
  };
}

/** @param {string} code JavaScript */
export function closed(code) {
  let [short, end] = ['', 0];
  for (const { start, end: next } of textsOf(parseAst(code))) {
    short += code.slice(end, start) + code.slice(start, next).replace(/\s*\n\s*/g, ' ');
    end = next;
  }
  return short + code.slice(end);
}

/**
 * The texts of the templates below a node, in their order.
 * @param {any} node
 * @returns {Generator<{ start: number, end: number }>}
 */
function* textsOf(node) {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'TaggedTemplateExpression' && TAGS.includes(node.tag.name)) {
    const { quasis, expressions } = node.quasi;
    for (const [i, text] of quasis.entries()) {
      yield text;
      yield* textsOf(expressions[i]);
    }
  } else for (const child of Object.values(node)) yield* textsOf(child);
}
