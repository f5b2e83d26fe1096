// The content security policies of the page and of its broker frame: the build writes them in as meta elements,
// the test server sends them as headers, the page's on every other file.

const DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html dompurify tracklight',
];

/** The policy as one line. */
export const POLICY = DIRECTIVES.join('; ');

const NET_DIRECTIVES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "base-uri 'none'",
];

/** The policy of the broker frame, `net.html`: the only file that may connect to other origins. */
export const NET_POLICY = NET_DIRECTIVES.join('; ');
