// @ts-check
// The words of forms made from a schema, and of a value that is edited.

/** @param {string} name */
const bare = (name) => name.replace(/^New value of /, '');

export const formWords = {
  form: 'Form', json: 'JSON', optional: 'optional', leaveOut: 'leave out',
  fieldJson: (/** @type {string} */ name) => `${name} (JSON)`, badField: (/** @type {string} */ name) => `${name} is not JSON.`,
  newValue: (/** @type {string} */ key) => `New value of ${key}`, how: 'How the value is given', isNull: (/** @type {string} */ name) => `${name} is null`,
  thisPath: (/** @type {string} */ path) => `path ${path} only`, allPaths: 'all paths', forWhich: 'For which paths', startsOver: 'This is what the run starts with. Applying starts the run over.',
  emptyList: 'No item yet.', add: (/** @type {string} */ name) => `Add to ${bare(name)}`, drop: (/** @type {string} */ name, /** @type {number} */ i) => `Remove item ${i + 1} of ${bare(name)}`,
  up: (/** @type {string} */ name, /** @type {number} */ i) => `Move item ${i + 1} of ${bare(name)} up`,
};
