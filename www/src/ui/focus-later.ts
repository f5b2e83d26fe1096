// Focus on what a press has asked for, which may have to be loaded and drawn first.

/** Panels that come later than this were given up. */
const LONGEST_MS = 3000;

/** @param selector of the first element that is shown */
export function focusLater(selector: string) {
  const found = () =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.getClientRects().length > 0);
  const until = performance.now() + LONGEST_MS;
  const look = () => {
    const element = found();
    if (element) element.focus();
    else if (performance.now() < until) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
