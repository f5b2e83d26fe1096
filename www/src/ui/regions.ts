// The regions of the page in the order of the keyboard: which one holds the focus, which comes next, where to enter.

/** By name, in the order of the page. The files stand inside the source. */
const REGIONS: [name: string, selector: string][] = [
  ['header', '.top'],
  ['notices', '.notices'],
  ['files', '.files'],
  ['source', '.source'],
  ['run', '.runbar, .status-slot'],
  ['diagram', '.diagram'],
  ['side', '.side'],
  ['timeline', '.timeline'],
  ['panes', '.panes'],
  ['status', '.status-line'],
];
const FOCUSABLE =
  'tracklight-editor, button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), ' +
  'textarea:not(:disabled), summary, [tabindex="0"]';

/** What had the focus last, by region. */
const last: Map<string, WeakRef<HTMLElement>> = new Map();

/** The region around an element, `''` outside of all. */
export function regionOf(at: Element | null) {
  let found = '';
  for (const [name, selector] of REGIONS) if (at?.closest(selector)) found = found === 'files' ? found : name;
  return found;
}

/** The focused element, through shadow roots. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

export function isShown(element: Element) {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility === 'visible';
}

/**
 * Moves the focus to the next region (by -1: the previous one); false past the ends, where the browser gets the key.
 */
export function moveRegion(by: 1 | -1) {
  const here =
    document.activeElement instanceof HTMLElement && document.activeElement !== document.body
      ? document.activeElement
      : null;
  const from = regionOf(here);
  if (here && from) last.set(from, new WeakRef(here));
  const names = REGIONS.map(([name]) => name);
  const start = from ? names.indexOf(from) + by : by > 0 ? 0 : names.length - 1;
  for (let i = start; i >= 0 && i < names.length; i += by) if (enter(names[i] ?? '')) return true;
  return false;
}

/** Puts the focus into a region: where it was last, else on its first control, else on the region. */
export function enter(name: string) {
  const region = document.querySelector(REGIONS.find(([regionName]) => regionName === name)?.[1] ?? 'none');
  if (!(region instanceof HTMLElement) || !isShown(region) || region.childElementCount === 0) return false;
  const before = last.get(name)?.deref();
  if (before?.isConnected && region.contains(before) && isShown(before)) {
    before.focus();
    if (region.contains(document.activeElement)) return true;
  }
  // The text itself rather than the buttons above it, the drawing rather than its buttons.
  const host =
    name === 'source'
      ? region.querySelector('tracklight-editor')
      : name === 'diagram'
        ? region.querySelector('tracklight-diagram')
        : null;
  if (host instanceof HTMLElement) host.focus();
  if (region.contains(document.activeElement)) return true;
  const first = [...region.querySelectorAll(FOCUSABLE)].find(
    (element) =>
      element instanceof HTMLElement &&
      isShown(element) &&
      !element.closest('.boundary') &&
      (name === 'files' || !element.closest('.files')),
  );
  if (first instanceof HTMLElement) first.focus();
  else focusRegion(region);
  return true;
}

/** Out of a control, to the region around it. */
export function leaveControl(name: string) {
  const region = document.querySelector(REGIONS.find(([regionName]) => regionName === name)?.[1] ?? 'none');
  if (region instanceof HTMLElement) focusRegion(region);
}

function focusRegion(region: HTMLElement) {
  region.tabIndex = -1;
  region.focus();
}
