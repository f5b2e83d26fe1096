// Escapes text for markup. XML does not allow most control characters or unpaired surrogates: one of them would make
// the whole file unreadable.

const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const HALF_PAIR = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Text as content or as a quoted attribute, in HTML and XML. */
export const escapeMarkup = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&quot;');

/** @returns with U+FFFD for what XML forbids */
export function xmlText(text: string): string {
  return text.replace(CONTROL, '\uFFFD').replace(HALF_PAIR, '\uFFFD');
}
