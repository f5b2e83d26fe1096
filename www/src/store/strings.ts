// What several parts of the page say: why something does not work now, panels that load, marks on lines.

export const workspaceStrings = {
  loading: 'Loading the engine…',
  noRun: 'No run yet.',
  noNode: 'Select a node in the diagram first.',
  running: 'Pause the run first.',
  path: (path: string) => `path ${path}`,
  shared: 'shared',
  locked: 'Input: read-only during the run',
  noPath: 'No path has this value. Press Restart to start a run.',
  apply: 'Apply',
  cancel: 'Cancel',
  panelLoading: 'Loading the panel…',
  panelFailed: 'The panel could not be loaded.',
  tryAgain: 'Try again',
  reload: 'Reload',
  selectAndCopy: 'The browser blocked copying. Copy the selected text:',
  textToCopy: 'Text to copy',
};

/** Of an edit that the run proposes and that was put off. */
export const proposalNotice = { text: 'A proposed edit is waiting for your decision.', show: 'Review' };

/** Of a line of the source, with the marks of the run on it. */
export const lineStrings = {
  breakpoint: (at: string) => `Breakpoint at ${at.replace(/#0$/, '').replace('>', ' → ')}`,
  watch: (at: string) => `Run stops when ${at} changes`,
  here: (ids: string[]) => (ids.length === 1 ? `Path ${ids[0]} is here` : `Paths ${ids.join(', ')} are here`),
};

/** Why a machine cannot be edited by its drawing. */
export const editableStrings = {
  off: 'Editing in the drawing is off. Turn it on in Settings.',
  locked: 'This machine is read-only.',
  loading: 'Loading…',
  outdated: 'The drawing shows an older version of the machine.',
};
