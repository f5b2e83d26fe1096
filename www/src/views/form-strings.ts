// The words of forms made from a schema, and of a value that is edited.

import { withArticle } from '../run/parts.ts';

const bare = (name: string) => name.replace(/^New value of /, '');

export const formWords = {
  form: 'Form',
  json: 'JSON',
  optional: 'optional',
  leaveOut: 'leave out',
  fieldJson: (name: string) => `${name} (JSON)`,
  badField: (name: string) => `\`${name}\` must be valid JSON, such as \`"text"\` or \`12\`.`,
  badNumber: (name: string) => `\`${name}\` must be a number.`,
  wrongFields: (n: number) => (n === 1 ? 'Correct the marked field.' : `Correct the ${n} marked fields.`),
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
  /** By the code of a violation. */
  must: {
    minimum: (n) => `must be at least ${n}`,
    maximum: (n) => `must be at most ${n}`,
    'exclusive-minimum': (n) => `must be more than ${n}`,
    'exclusive-maximum': (n) => `must be less than ${n}`,
    'multiple-of': (n) => `must be a multiple of ${n}`,
    'min-length': (n) => `must have at least ${n} characters`,
    'max-length': (n) => `must have at most ${n} characters`,
    'min-items': (n) => `must have at least ${n} items`,
    'max-items': (n) => `must have at most ${n} items`,
    'type-mismatch': (kinds) => `must be ${kinds.split(' or ').map(withArticle).join(' or ')}`,
    'const-mismatch': (value) => `must be ${value}`,
    'enum-mismatch': (values) => `must be one of ${values}`,
    'pattern-mismatch': (pattern) => `must match ${pattern}`,
    'format-mismatch': (format) => `must be a valid ${format}`,
  } as Record<string, (expected: string) => string>,
  got: (actual: string) => `got ${actual}`,
  isRequired: 'is required',
};
