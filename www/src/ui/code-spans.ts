// Words of the core have names in back ticks.

import { html } from 'lit';

/** @returns a tick without its partner stays as it is */
export function tickedParts(text: string): { text: string; code: boolean }[] {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, i) => ({ text: part, code: i % 2 === 1 })).filter((part) => part.text !== '');
}

/**
 * With a capital letter in front, as a sentence: messages of the core begin with a small one. A name in ticks stays.
 */
export const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The words without their ticks. */
export const unticked = (text: string) =>
  tickedParts(text)
    .map((part) => part.text)
    .join('');

/** The words as text and code. */
export const ticked = (text: string) =>
  tickedParts(text).map((part) => (part.code ? html`<code>${part.text}</code>` : part.text));
