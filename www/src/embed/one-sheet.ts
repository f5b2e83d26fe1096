/** A style sheet for all elements of a page, made when one first needs it: a server has no style sheets. */
export function oneSheet(css: () => string) {
  let sheet: CSSStyleSheet | null = null;
  return () => {
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(css());
    }
    return sheet;
  };
}
