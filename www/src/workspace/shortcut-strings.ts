// What the list of keyboard shortcuts says.

export const shortcutStrings = {
  title: 'Keyboard shortcuts',
  press: 'Press the new key, or Escape to cancel',
  change: 'Change',
  changeOf: (what: string) => `Change the shortcut of ${what}`,
  remove: 'Remove',
  removeOf: (what: string) => `Remove the shortcut of ${what}`,
  reset: 'Reset',
  resetOf: (what: string) => `Reset the shortcut of ${what}`,
  resetAll: 'Reset all shortcuts',
  single: 'Single-key shortcuts',
  singleWhy:
    'Single letters, digits and symbols, without Ctrl or Alt. ' +
    'They work in the run bar, the diagram, and the timeline, not in text fields.',
  none: 'no shortcut',
  taken: (chord: string, other: string) => `${chord} is already the shortcut of “${other}”. Press another key.`,
  inTimeline: 'in the timeline',
};
