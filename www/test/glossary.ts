// Writes `docs/glossary.md` from the table of terms of the page. A test fails when the two differ.
//
//   node --import tsx www/test/glossary.ts

import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { glossary } from '../src/run/glossary.ts';

export const GLOSSARY = new URL('../../docs/glossary.md', import.meta.url);

/** The page as Markdown. */
export function glossaryPage() {
  const chapters = glossary.map(({ title, terms }) =>
    [
      `## ${title}`,
      '',
      '| term | meaning |',
      '|---|---|',
      ...terms.map(({ term, meaning, code }) => `| **${term}**${code ? ` (in code: \`${code}\`)` : ''} | ${meaning} |`),
    ].join('\n'),
  );
  return `# Glossary\n\nThe terms of the page and the guides: one word per idea.\n\n${chapters.join('\n\n')}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeFileSync(GLOSSARY, glossaryPage());
