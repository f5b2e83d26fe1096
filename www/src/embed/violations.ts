// Which directive of the host page's policy stood in the way while something was loaded: the errors that browsers give
// for it do not say.

const MATTERS = /^(script-src|worker-src|child-src|connect-src|default-src|trusted-types|require-trusted-types-for)/;

/** @returns ends the watch, and gives the first directive that was violated meanwhile */
export function violations(): () => string | null {
  let found: string | null = null;
  const onViolation = ({ effectiveDirective, violatedDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    const directive = effectiveDirective || violatedDirective;
    if (!MATTERS.test(directive)) return;
    found ??= blockedURI === 'wasm-eval' ? `script-src 'wasm-unsafe-eval'` : directive.replace(/-elem$/, '');
  };
  document.addEventListener('securitypolicyviolation', onViolation);
  return () => {
    document.removeEventListener('securitypolicyviolation', onViolation);
    return found;
  };
}
