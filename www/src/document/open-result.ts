// How an opening ended, and what the user is told where it failed.

import type { Refusal } from '../protocol/types.ts';
import type { Notice } from '../store/state.ts';
import { openStrings } from './strings.ts';

export type OpenResult =
  | { kind: 'opened'; documentId: number }
  /** The user opened another document meanwhile. */
  | { kind: 'superseded' }
  /** There was nothing to open, as an address without a link. */
  | { kind: 'nothing' }
  | OpenFailure;

export interface OpenFailure {
  kind: 'failed';
  problem: OpenProblem;
}

export type OpenProblem =
  | { kind: 'link'; code: string; message: string }
  | { kind: 'file'; message: string }
  /** There is no example of this name. */
  | { kind: 'unknownExample'; slug: string }
  /** The example could not be loaded. */
  | { kind: 'unavailableExample'; slug: string }
  /** The engine rejected the run. Null: it did not answer. */
  | { kind: 'run'; refusal: Refusal | null };

/** Longer links are cut where a notice shows them. */
const MAX_SHOWN_LINK_CHARACTERS = 200;

export const failed = (problem: OpenProblem): OpenFailure => ({ kind: 'failed', problem });

/** What the notice says where something could not be opened. With a link, the user can copy it. */
export function problemNotice(problem: OpenProblem, link?: string): Omit<Notice, 'id'> {
  switch (problem.kind) {
    case 'unknownExample':
      return { kind: 'error', text: openStrings.exampleUnknown(problem.slug), detail: 'link-example' };
    case 'unavailableExample':
      return { kind: 'error', text: openStrings.exampleFailed(problem.slug) };
    default:
      return link ? linkNotice(problem, link) : { kind: 'error', text: openStrings.failed(problemText(problem)) };
  }
}

function linkNotice(problem: OpenProblem, link: string): Omit<Notice, 'id'> {
  const text = problem.kind === 'link' ? problem.message : openStrings.linkFailed(problemText(problem));
  const code = problem.kind === 'link' ? problem.code : 'link-replay';
  const shownLink = link.length > MAX_SHOWN_LINK_CHARACTERS ? `${link.slice(0, MAX_SHOWN_LINK_CHARACTERS)}…` : link;
  return {
    kind: 'error',
    text: `${text} ${openStrings.unchanged}`,
    detail: `${code} ${shownLink}`,
    action: 'copyText',
    link,
  };
}

/** What is wrong, beside the field that a link was pasted into; '' where it was opened. */
export function pastedLinkError(result: OpenResult): string {
  if (result.kind === 'nothing') return openStrings.paste;
  if (result.kind !== 'failed') return '';
  const { problem } = result;
  if (problem.kind === 'link') return `${problem.message} (${problem.code})`;
  if (problem.kind === 'run') return `${openStrings.linkFailed(problemText(problem))} (link-replay)`;
  return problemText(problem);
}

/** What is wrong, in itself. */
export function problemText(problem: OpenProblem): string {
  switch (problem.kind) {
    case 'link':
    case 'file':
      return problem.message;
    case 'unknownExample':
      return openStrings.exampleUnknown(problem.slug);
    case 'unavailableExample':
      return openStrings.exampleFailed(problem.slug);
    case 'run':
      return problem.refusal?.message ?? '';
  }
}
