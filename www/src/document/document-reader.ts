// Reads documents from links, examples and files. What it reads is not open yet.

import { readLinkDocument, type LinkResult } from '../link/address.ts';
import { readFile } from '../link/file.ts';
import { settingsOf, textsOf } from '../protocol/record.ts';
import { singleFile } from '../protocol/sources.ts';
import { restoreRunHistory } from '../run/history.ts';
import type { ExampleRun } from '../storage/drafts.ts';
import type { OpenedDocument } from '../store/opened.ts';
import { exampleSource } from './example-list.ts';
import { failed, type OpenFailure } from './open-result.ts';

export type ReadResult = { kind: 'read'; document: OpenedDocument } | { kind: 'nothing' } | OpenFailure;

export interface DocumentReaderDependencies {
  readExampleRun: (slug: string, source: string) => Promise<ExampleRun | null>;
}

export class DocumentReader {
  readonly #deps: DocumentReaderDependencies;

  constructor(deps: DocumentReaderDependencies) {
    this.#deps = deps;
  }

  async documentOfLink(link: LinkResult): Promise<ReadResult> {
    switch (link.kind) {
      case 'none':
        return { kind: 'nothing' };
      case 'error':
        return failed({ kind: 'link', code: link.code, message: link.message });
      case 'example':
        return this.#readLinkedExample(link);
      case 'document': {
        const { sources, record, view, rules, ignored } = link;
        const read = { linkView: view, rulesVersion: rules, unknownMembers: ignored };
        return { kind: 'read', document: { sources, slug: null, isShared: true, record, ...read } };
      }
    }
  }

  async #readLinkedExample({ slug, tick }: { slug: string; tick: number | null }): Promise<ReadResult> {
    const source = await exampleSource(slug);
    if (source === null) return failed({ kind: 'unknownExample', slug });
    if (!tick) return { kind: 'read', document: await this.readExample(slug, source) };
    const record = { s: source, r: { l: [] }, t: [], k: tick };
    return { kind: 'read', document: { ...newExample(slug, source), record } };
  }

  /** An example with the run that the user left, if there is one. */
  async readExample(slug: string, source: string): Promise<OpenedDocument> {
    const saved = await this.#deps.readExampleRun(slug, source);
    if (!saved) return newExample(slug, source);
    return {
      ...newExample(slug, source),
      record: saved.run,
      cursor: saved.at,
      breakpoints: saved.stops,
      unsentInput: saved.typed,
      runHistory: restoreRunHistory(saved.list),
      isResumedExample: true,
    };
  }
}

/** An example at its start. */
export const newExample = (slug: string, source: string): OpenedDocument => ({
  sources: singleFile(source),
  slug,
  record: null,
});

/** Throws a `LinkError` where the file cannot be read. */
export function readDocumentFile(text: string): OpenedDocument {
  const { document, ignored, entry, saved } = readFile(text);
  const { sources, record, view, rules } = readLinkDocument(document, ignored, false, entry);
  const settings = record ? settingsOf(record) : {};
  return {
    sources,
    slug: null,
    // A saved run has more than the record.
    record: saved === null ? record : { ...textsOf(sources), r: { l: [] }, t: [], k: 0, w: saved, now: settings },
    linkView: view,
    rulesVersion: rules,
    unknownMembers: ignored,
  };
}
