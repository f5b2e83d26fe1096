// How wide a text is drawn: the widths of Helvetica, which the core measures with (src/view/measure.rs; a test compares
// both) and which all fonts of the drawing have.

/** Thousandths of an em of U+0020 to U+007E. */
export const REGULAR = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
export const BOLD = [
  278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667, 611, 778, 722, 278, 556, 722, 611, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611,
  556, 333, 611, 611, 278, 278, 556, 278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389,
  280, 389, 584,
];
/** A column of the monospaced fonts, and of characters outside the tables: narrow and wide ones. */
const MONO = 600;
const OTHER = 620;
const WIDE = 1000;
const isWide = (c: string) => /[ᄀ-ᅟ⺀-꓏가-힣豈-﫿︰-﹯＀-｠￠-￦…—▶✕⊘]|\p{Extended_Pictographic}/u.test(c);

/** The width of a text, in its own units. */
export function widthOf(text: string, size: number, font: 'regular' | 'bold' | 'mono'): number {
  const table = font === 'bold' ? BOLD : REGULAR;
  const one = (c: string) =>
    font === 'mono' ? MONO * (isWide(c) ? 2 : 1) : (table[(c.codePointAt(0) ?? 0) - 32] ?? (isWide(c) ? WIDE : OTHER));
  return ([...text].reduce((sum, c) => sum + one(c), 0) * size) / 1000;
}

/** Gives every text the length of its width, in place of a font that may be missing. */
export function keepLengths(svg: Element) {
  for (const text of svg.querySelectorAll('text')) {
    const content = (text.textContent ?? '').trimEnd();
    if (content === '') continue;
    const mono = /Mono|Courier/.test(text.getAttribute('font-family') ?? '');
    const font = mono ? 'mono' : text.getAttribute('font-weight') === 'bold' ? 'bold' : 'regular';
    text.setAttribute('textLength', widthOf(content, Number(text.getAttribute('font-size')), font).toFixed(1));
    text.setAttribute('lengthAdjust', 'spacingAndGlyphs');
  }
}
