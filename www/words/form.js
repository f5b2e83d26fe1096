// @ts-check
// The words of forms made from a schema.

export const formWords = {
  form: 'Form', json: 'JSON', optional: 'optional', leaveOut: 'leave out',
  fieldJson: (/** @type {string} */ name) => `${name} (JSON)`, badField: (/** @type {string} */ name) => `${name} is not JSON.`,
};
