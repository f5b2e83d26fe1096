// The Trusted Types policy of lit, under a name of ours: a name can be taken only once in a page, and the page around
// an element may use lit itself.

const NAME = 'createPolicy("lit-html"';

/** @returns {import('vite').Plugin} */
export function renameLitPolicy() {
  return {
    name: 'tracklight-lit-policy',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/node_modules\/lit-html\/lit-html\.js$/.test(id)) return null;
      if (code.split(NAME).length !== 2) throw new Error(`lit-html: ${NAME} is not there once`);
      // The source map is as right as before: all of it is one line.
      return { code: code.replace(NAME, 'createPolicy("tracklight#lit"'), map: null };
    },
  };
}
