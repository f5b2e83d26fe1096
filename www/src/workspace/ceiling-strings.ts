// What the page says when a run reaches a limit of the page itself.

const most = (n: number) => n.toLocaleString('en');
const instead = 'Go back to an earlier step, or run the machine with the npm package.';

export const ceilingStrings = {
  live: (limit: number, asked: number) =>
    `This page runs at most ${most(limit)} live paths; the machine allows ${most(asked)}. ` +
    'A fork beyond that failed. Fork less, join earlier, or run the machine with the npm package.',
  paths: (limit: number) => `This run has ${most(limit)} paths, the limit of this page. ${instead}`,
  events: (limit: number) => `This run has recorded ${most(limit)} events, the limit of this page. ${instead}`,
};
