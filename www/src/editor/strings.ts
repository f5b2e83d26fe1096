// What the editor says, and what is said about the text in it.

import { count } from '../strings.ts';

export const editorWords = {
  label: 'Source of the machine',
  keys:
    'Tab indents. Press Escape, then Tab, to leave the editor. ' +
    'Control Space completes, Control I shows hover info, F12 goes to the definition, ' +
    'Shift F12 lists references, F2 renames, Control period offers fixes.',
  format: 'Format',
  formatKeys: 'Format (Shift+Alt+F)',
  noFormat: 'Fix the syntax errors to format.',
  openProblems: 'Open Problems',
  leave: 'Press Escape, then Tab to leave the editor.',
  formatted: 'Formatted.',
  wasFormatted: 'Already formatted.',
  notFormatted: (why: string) => `Not formatted: ${why}.`,
  nothingHere: 'No hover info here.',
  noDefinition: 'No definition found here.',
  noReferences: 'No references found here.',
  noSymbol: 'Place the cursor on a name that the machine declares.',
  newName: (name: string) => `New name for ${name}`,
  renamingLocked: 'This source is read-only.',
  renamed: (to: string, uses: number) => `Renamed to ${to}: ${count(uses, 'use')}.`,
  renamingGone: 'The text has changed. Try again.',
  stubs: 'stubs',
  notTakenBack: (places: string) => `Changed since the renaming, so left as it is: ${places}.`,
  noFix: 'No quick fix here.',
  references: (n: number) => count(n, 'use'),
  closeReferences: 'Close list',
  moreReferences: (n: number) => `and ${n} more`,
  values: 'Values at this step',
  fixed: (title: string) => `Fixed: ${title}.`,
  fixGone: 'The text has changed. Ask for fixes again.',
  problems: (errors: number, warnings: number, suggestions: number) =>
    errors + warnings === 0
      ? suggestions === 0
        ? 'No problems'
        : count(suggestions, 'suggestion')
      : [errors && count(errors, 'error'), warnings && count(warnings, 'warning')].filter(Boolean).join(', '),
};

/** The library's own words, in the page's. */
export const searchPhrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'Select all',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close search',
  go: 'Go',
};
