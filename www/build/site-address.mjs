// The address of the published page in its own tags: most readers of them want whole addresses, which only the one who
// publishes knows.

/**
 * @param {string} html `index.html`
 * @param {string | undefined} address of the page; without it the picture is named beside the page
 * @returns the page with the picture's whole address, and its own
 */
export function withAddress(html, address) {
  if (!address) return html;
  if (!URL.canParse(address)) throw new Error(`SITE_URL must be the whole address of the site; got ${address}`);
  const site = new URL(address.replace(/\/*$/, '/')).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html
    .replace('"./social.png"', () => `"${site}social.png"`)
    .replace(
      '<meta property="og:type"',
      (tag) => `<link rel="canonical" href="${site}" />\n    <meta property="og:url" content="${site}" />\n    ${tag}`,
    );
}
