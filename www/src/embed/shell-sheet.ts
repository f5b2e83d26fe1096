// The shell's style sheet, one for all elements of a page.

import style from './shell.css?inline';

let sheet: CSSStyleSheet | null = null;

export function shellSheet() {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
  }
  return sheet;
}
