// Attributes of the element that a fence may set: site builders write them, and the element's own script where there is
// none.

export const FENCE_KEYS = [
  'view',
  'height',
  'max-height',
  'tick',
  'theme',
  'zoom',
  'agent',
  'loading',
  'direction',
  'controls',
  'label',
  'editable',
  'path',
] as const;

/** How site builders mark a block as a machine's text: on its code, its `<pre>` or an element around them. */
export const BLOCK_CLASSES = ['language-dygram', 'lang-dygram', 'highlight-dygram'] as const;
export const BLOCK_ATTRIBUTES = ['data-lang', 'data-language'] as const;
/** Classes of line numbers that are part of a block's text. */
export const LINE_NUMBER_CLASSES = ['lineno', 'linenos', 'linenodiv', 'gutter', 'lnt', 'ln'] as const;
