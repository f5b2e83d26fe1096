// What the Outline panel says beside what the drawing says as text.

export const outlineWords = {
  none: 'No nodes yet.',
  breakpoint: 'Set or remove a breakpoint',
};
