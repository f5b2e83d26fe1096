// Runs in the head, before anything is painted: the theme that was chosen, and whether the page will show another
// machine than the start example, whose picture stands in the page. A classic script, because a module comes too late.
// In the built page it also starts the page's own module, whose address is in `data-start`.
(() => {
  const root = document.documentElement;
  // Inside another page there is one machine and nothing else, and nothing of what this browser stores is touched.
  if (window.parent !== window || new URLSearchParams(location.search).get('embed') === '1') {
    root.dataset.first = 'none';
    location.replace(new URL(`frame.html${location.search}${location.hash}`, document.baseURI));
    return;
  }
  // As `protocol/storage-names.ts` reads it.
  const stored = (name: string) => {
    try {
      const { pathname } = new URL('.', location.href);
      return localStorage.getItem(`tracklight:${pathname}:${name}`) ?? localStorage.getItem(`tracklight:${name}`);
    } catch {
      return null;
    }
  };
  let settings: { theme?: unknown; direction?: unknown } = {};
  try {
    settings = JSON.parse(stored('settings') ?? '{}') ?? {};
  } catch {
    // What was stored is not read: the page says so when it opens.
  }
  const { theme, direction } = settings;
  root.dataset.theme =
    theme === 'light' || theme === 'dark'
      ? theme
      : matchMedia('(prefers-color-scheme: dark)').matches
        ? 'dark'
        : 'light';
  const other =
    location.hash.length > 1 ||
    new URLSearchParams(location.search).has('src') ||
    stored('draft') !== null ||
    direction === 'TB' ||
    direction === 'LR';
  if (other || innerWidth < 640) root.dataset.first = 'none';
  const { start } = document.currentScript?.dataset ?? {};
  if (!start) return;
  const begin = () => import(new URL(start, document.baseURI).href);
  addEventListener('DOMContentLoaded', () => {
    // The picture is painted first: evaluating the page takes longer than everything before it. Hidden pages have no
    // frames.
    if (root.dataset.first === 'none' || document.visibilityState === 'hidden') begin();
    else requestAnimationFrame(() => setTimeout(begin));
  });
})();
