// What the Python package is made from, beside the npm package. A file of its own: `python.mjs` reads TypeScript.

export const PYTHON_SOURCES = [
  'www/integrations/python',
  'www/src/plugins',
  'www/src/protocol/fence-keys.ts',
  'www/package-lock.json',
  ...['python', 'setup'].map((name) => `www/build/${name}.mjs`),
];
