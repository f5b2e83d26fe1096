// What the shell says. The view has sentences of its own, which come with it.

export const words = {
  run: 'Run this machine',
  loading: 'Loading…',
  removed: 'The element was removed from the page.',
  view: (reason: string) => `The viewer could not be loaded: ${reason}`,
  forbidden: (directive: string) => `This page's content security policy forbids it: \`${directive}\`.`,
  twice: (other: string, own: string) => `tracklight: version ${own} is ignored, ${other} is defined already.`,
};
