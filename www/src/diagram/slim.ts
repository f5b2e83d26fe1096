// A picture that stands alone, as small as it can be without looking different.

/** A picture needs no names of its parts. */
export function slim(svg: Element) {
  for (const element of svg.querySelectorAll('*'))
    for (const name of ['id', 'class', 'xml:space', 'data-path', 'aria-hidden']) element.removeAttribute(name);
  shareFont(svg);
  dropUnseen(svg);
  dropBlanks(svg);
}

/** The same for a picture that keeps its parts. */
export function slimWithParts(svg: Element) {
  shareFont(svg);
  dropBlanks(svg);
}

/** What most texts have in common stands once. */
function shareFont(svg: Element) {
  const [first] = svg.querySelectorAll('text');
  const family = first?.getAttribute('font-family') ?? '';
  svg.setAttribute('font-family', family);
  for (const text of svg.querySelectorAll('text')) {
    if (text.getAttribute('font-family') === family) text.removeAttribute('font-family');
    if (text.getAttribute('text-anchor') === 'start') text.removeAttribute('text-anchor');
  }
}

function dropUnseen(svg: Element) {
  for (const text of svg.querySelectorAll('text')) if (!text.textContent?.trim()) text.remove();
  for (const shape of svg.querySelectorAll('polygon, rect, path'))
    if ((shape.getAttribute('fill') ?? 'none') === 'none' && (shape.getAttribute('stroke') ?? 'none') === 'none')
      shape.remove();
  for (const group of [...svg.querySelectorAll('g')].reverse()) {
    if (group.childNodes.length === 0) group.remove();
    else if (group.attributes.length === 0) group.replaceWith(...group.childNodes);
  }
}

/** Leaves out spaces between elements, and digits that cannot be seen. */
function dropBlanks(svg: Element) {
  const blank = [...svg.querySelectorAll('*')]
    .flatMap((element) => [...element.childNodes])
    .concat([...svg.childNodes])
    .filter(
      (node) => node.nodeType === 3 && (node.textContent ?? '').trim() === '' && node.parentElement?.tagName !== 'text',
    );
  for (const node of blank) node.remove();
  for (const element of svg.querySelectorAll('[points], [d], [x], [y], [width], [height]')) {
    for (const name of ['points', 'd', 'x', 'y', 'width', 'height']) {
      const value = element.getAttribute(name);
      // A tenth of a unit cannot be seen.
      if (value !== null)
        element.setAttribute(
          name,
          value.replace(/-?\d+\.\d+/g, (n) => String(Math.round(Number(n) * 10) / 10)),
        );
    }
  }
}
