// The words of forms made from a schema, and of a value that is edited.

const bare = (name: string) => name.replace(/^New value of /, '');

export const formWords = {
  form: 'Form',
  json: 'JSON',
  optional: 'optional',
  leaveOut: 'leave out',
  fieldJson: (name: string) => `${name} (JSON)`,
  badField: (name: string) => `\`${name}\` must be valid JSON, such as \`"text"\` or \`12\`.`,
  newValue: (key: string) => `New value of ${key}`,
  how: 'How the value is given',
  isNull: (name: string) => `${name} is null`,
  thisPath: (path: string) => `path ${path} only`,
  allPaths: 'all paths',
  forWhich: 'For which paths',
  startsOver: 'The value that the run starts with. Apply restarts the run.',
  branches: 'Apply starts a new branch at this step.',
  emptyList: 'No items yet.',
  add: (name: string) => `Add to ${bare(name)}`,
  drop: (name: string, i: number) => `Remove item ${i + 1} of ${bare(name)}`,
  up: (name: string, i: number) => `Move item ${i + 1} of ${bare(name)} up`,
};
