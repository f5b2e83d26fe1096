// What the region of the diagram says around it: display options, notes over the diagram.

export const displayStrings = {
  title: 'Display options',
  display: 'Display',
  direction: 'Direction',
  parts: 'Show',
  minimap: 'minimap',
  part: {
    contexts: 'contexts',
    data: 'data edges',
    notes: 'notes',
    inferred: 'inferred references',
    attributes: 'attribute rows',
    prompts: 'prompts',
  },
};

export const noteStrings = {
  lastValid: 'Showing the last valid version',
  anyway: 'Render anyway',
  backToRun: 'Back to run',
  runText: 'Show its source',
  restart: 'Restart with this version',
  slow: 'This diagram is taking longer than usual. The previous one stays until it is ready.',
};
