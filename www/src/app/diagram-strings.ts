// What the region of the diagram says around it: display options, notes over the diagram.

export const displayStrings = {
  title: 'Display options',
  display: 'Display',
  add: 'Add to the diagram',
  kinds: { task: 'Task', state: 'State', context: 'Context', event: 'Event' },
  direction: 'Direction',
  parts: 'Show',
  minimap: 'Minimap',
  wires: 'Lines to contexts',
  wiresWhen: { auto: 'Auto', always: 'Always', demand: 'On demand' },
  part: {
    contexts: 'Contexts',
    data: 'Reads and writes',
    notes: 'Notes',
    inferred: 'References found in prompts',
    attributes: 'Fields',
    prompts: 'Prompts',
  },
};

export const noteStrings = {
  lastValid: 'Showing the last valid version',
  anyway: 'Render anyway',
  slow: 'This diagram is taking longer than usual. The previous one stays until it is ready.',
};
