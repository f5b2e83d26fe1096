// The words of the card of the selected element.

export const selectionWords = {
  title: 'Selected element',
  close: 'Close',
  stop: 'Set breakpoint',
  unstop: 'Remove breakpoint',
  stopKeys: 'The run stops here (F9)',
  when: 'Condition…',
  watch: 'Watch fields',
  watchTitle: 'The run stops when this field changes',
  runTo: 'Run to here',
  force: 'Force this edge',
  forWhich: 'For which path',
  all: 'all paths',
  take: 'Take',
  skip: 'Skip',
  clear: 'Clear',
  takeTitle: 'Paths that leave this node take this edge until cleared, whatever conditions and agents say',
  skipTitle: 'This edge is treated as absent until cleared',
  choose: (path: string) => `Choose for path ${path}`,
  reply: (path: string) => `Reply with this edge for path ${path}`,
};
