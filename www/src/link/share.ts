// Makes the document of a link from the state of the page, and the forms in which it can be copied.

import { xmlText } from './xml.ts';
import { LinkError, encode } from './codec.ts';
import { relativeFiles } from './files.ts';
import { elementSnippet, frameSnippet } from './snippets.ts';
import type { LinkRun, Sources } from '../protocol/types.ts';
import type { LinkDocument } from './types.ts';

export interface LinkForms {
  link: string;
  markdown: string;
  code: string;
  /** An iframe, as HTML. */
  frame: string;
  /** The element `<tracklight-machine>`, as HTML. */
  element: string;
}

/** @param rules version of the core's rules */
export function documentOf(
  { source, files, entry }: Sources,
  run: Partial<LinkRun> | null,
  view: LinkDocument['u'] | null,
  rules: number,
): LinkDocument {
  const f = relativeFiles(files, entry);
  // Stored replies and answers are lists of mixed kinds.
  const { s = source, ...members } = (run ?? {}) as Partial<LinkDocument>;
  return { ...members, s, ...(f === undefined ? {} : { f }), ...(view ? { u: view } : {}), v: rules };
}

/** The fragment of a document, or the cap it is over. */
export async function fragmentOf(document: LinkDocument): Promise<{ fragment: string } | { tooBig: string }> {
  try {
    return { fragment: await encode(document) };
  } catch (error) {
    if (error instanceof LinkError) return { tooBig: error.detail };
    throw error;
  }
}

/**
 * A link in the forms that it is copied in.
 * @param options `page`: address of the playground; `fragment`: of the link, with `#`; `document`: what the link holds
 */
export function formsOf({
  page,
  fragment,
  title,
  document,
}: {
  page: string;
  fragment: string;
  title: string;
  document: LinkDocument;
}): LinkForms {
  const source = document.s;
  const link = `${page}${fragment}`;
  const markdown = `[${xmlText(title)
    .replace(/[[\]\\<>&`]/g, '\\$&')
    .replace(/\s+/g, ' ')}](${link})`;
  const runs = source.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
  return {
    link,
    markdown,
    code: `${fence}dygram\n${source}${source.endsWith('\n') ? '' : '\n'}${fence}\n\n${markdown}\n`,
    frame: frameSnippet(page, fragment, title),
    element: elementSnippet(page, fragment, isSourceAlone(document) ? source : null),
  };
}

/** Whether the source says it all: no other files, no run. */
const isSourceAlone = ({ f, i, r, t, k }: LinkDocument) => [f, i, r, t, k].every((member) => member === undefined);
