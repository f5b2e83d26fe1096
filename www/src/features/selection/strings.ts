// The words of the card of the selected element.

export const selectionWords = {
  title: 'Selected element',
  close: 'Close',
  stop: 'Set breakpoint',
  unstop: 'Remove breakpoint',
  stopKeys: 'Run stops here (F9)',
  when: 'Condition …',
  watch: 'Watch fields',
  watchTitle: 'Run stops when this field changes',
  runTo: 'Run to here',
  force: 'Force this edge',
  forWhich: 'For which path',
  all: 'all paths',
  take: 'Take',
  skip: 'Skip',
  clear: 'Clear',
  takeTitle: 'Paths that leave here take this edge, whatever conditions and agents say, until cleared',
  skipTitle: 'This edge counts as absent until cleared',
  choose: (path: string) => `Choose for path ${path}`,
  reply: (path: string) => `Reply with this edge for path ${path}`,
};
