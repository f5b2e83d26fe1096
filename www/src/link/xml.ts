// Text that becomes markup. XML has no form for most control characters and for half a character: one of them makes a
// whole file unreadable.

const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** @returns with U+FFFD for what XML forbids */
export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '\uFFFD');
}
