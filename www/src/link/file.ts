// A document as a file, `.tracklight.json`: the members of a link without its length limits, plus the path of the
// entry, and the whole saved run if a link could not hold all branches or checkpoints.

import { canonical, readDocument } from './document.ts';
import type { LinkDocument } from './types.ts';

export const FORMAT = 'tracklight-document';

/**
 * @param entry path of its source
 * @param saved the run with all its branches
 */
export function writeFile(document: LinkDocument, entry: string, saved: string | null = null) {
  return JSON.stringify(
    {
      format: FORMAT,
      version: 1,
      entry,
      ...JSON.parse(canonical(document, false)),
      ...(saved === null ? {} : { saved }),
    },
    null,
    1,
  );
}

export function readFile(text: string): {
  document: LinkDocument;
  ignored: string[];
  entry: string | undefined;
  saved: string | null;
} {
  const { entry, saved } = JSON.parse(text);
  const { document, ignored } = readDocument(text, false);
  const named = typeof entry === 'string' && /^[^/\\]+(?:\/[^/\\]+)*$/u.test(entry) ? entry : undefined;
  return {
    document,
    ignored: ignored.filter((member) => !['format', 'version', 'entry', 'saved'].includes(member)),
    entry: named,
    saved: typeof saved === 'string' ? saved : null,
  };
}
