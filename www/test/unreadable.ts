// Texts that nobody can read, as in forced colors.

/**
 * Texts of buttons, tabs, links, fields and badges whose contrast to their ground is too low. What is disabled may be
 * gray. Runs in the page.
 */
export function unreadableTexts() {
  const LEAST = 4.5;
  const all = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? [one, ...all(one.shadowRoot)] : [one]));
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (color: string) => {
    const [r = 0, g = 0, b = 0] = channels(color).map((c) =>
      c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parentOf = (one: Element) => one.assignedSlot ?? one.parentElement ?? (one.getRootNode() as ShadowRoot).host;
  const ground = (element: Element) => {
    for (let one: Element | undefined = element; one; one = parentOf(one)) {
      const color = getComputedStyle(one).backgroundColor;
      if ((channels(color)[3] ?? 1) > 0) return color;
    }
    return getComputedStyle(document.documentElement).getPropertyValue('background-color') || 'rgb(255, 255, 255)';
  };
  return all(document).flatMap((one) => {
    if (one.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [];
    if (!one.closest('button, summary, select, input, textarea, a, [role="tab"], .tag, .count, .path-chip, kbd'))
      return [];
    const hasText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!hasText || one.getClientRects().length === 0 || one.closest('[aria-disabled="true"], :disabled')) return [];
    const [a, b] = [getComputedStyle(one).color, ground(one)];
    const [high, low] = [light(a), light(b)].sort((x, y) => y - x) as [number, number];
    const contrast = (high + 0.05) / (low + 0.05);
    return contrast < LEAST ? [`${one.textContent?.trim()} (${one.className}): ${a} on ${b}`] : [];
  });
}
