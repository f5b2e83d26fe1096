// Focus on what a press has asked for, which may have to be loaded and drawn first.

/** Panels that come later than this were given up. */
const LONGEST_MS = 3000;

const shown = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0);

/**
 * Focus on what follows a press whose button goes, once it is gone. Where it stays, so does the focus.
 * @param selectors of what takes it, the first that is shown
 */
export function focusWhenLost(...selectors: string[]) {
  const until = performance.now() + LONGEST_MS;
  const look = () => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost) selectors.map(shown).find(Boolean)?.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** @param selector of the first element that is shown */
export function focusLater(selector: string) {
  const found = () => shown(selector);
  const until = performance.now() + LONGEST_MS;
  const look = () => {
    const element = found();
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
