// The files of the package that pages load: all that a site needs beside its own.

/** Files, and folders that end in a slash. */
export const PAGE_FILES = [
  'auto.js',
  'define.js',
  'index.js',
  'loader.js',
  'machine.js',
  'view.js',
  'style.css',
  'assets/',
] as const;

/** Whether a path of the package is one of them; source maps are not. */
export const isPageFile = (path: string) =>
  !path.endsWith('.map') && PAGE_FILES.some((name) => (name.endsWith('/') ? path.startsWith(name) : path === name));
