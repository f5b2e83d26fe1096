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
