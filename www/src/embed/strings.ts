// What the shell says. The view has sentences of its own, which come with it.

export const words = {
  run: 'Run this machine',
  loading: 'Loading…',
  removed: 'The element was removed from the page.',
  view: (reason: string) => `The viewer could not be loaded: ${reason}`,
  forbidden: (directive: string) => `This page's content security policy forbids it: \`${directive}\`.`,
  twice: (other: string | undefined, own: string) =>
    `tracklight: \`<tracklight-machine>\` is defined already, by ${other ? `version ${other}` : 'another library'}: ` +
    `version ${own} is not used.`,
};
