// What breakpoints and watches say.

export const breakpointStrings = {
  title: 'Breakpoints and watches',
  close: 'Close',
  none: 'No breakpoints. Click beside a line number, press F9 on a node or an edge, or watch a field here.',
  watch: 'Watch field',
  add: 'Watch',
  noField: (at: string) => (at ? `There is no field ${at}.` : 'Enter a field, such as Water.celsius.'),
  when: 'only if',
  always: 'always',
  hits: 'from hit',
  hitsTitle: 'Stop from this hit on. Only hits where the condition is true count, from the start of the run.',
  path: 'on path',
  anyPath: 'any',
  gone: 'not in this version',
  on: (at: string) => `Stop at ${at}`,
  show: (at: string) => `Show ${at} in the diagram`,
  remove: (at: string) => `Remove ${at}`,
  nothing: 'There is no node or edge on this line.',
  added: (at: string) => `Breakpoint set at ${at}.`,
  removed: (at: string) => `Breakpoint removed from ${at}.`,
};
