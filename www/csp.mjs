// The content security policy of the page: the build writes it into the page as a meta element,
// the test server sends it as a header on every file.

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
