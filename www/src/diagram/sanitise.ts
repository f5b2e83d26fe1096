// The one place where text becomes elements: SVG text from Graphviz to an inert tree.
// A closed list of tags and attributes (`allowed.ts`); anchors are unwrapped, ids must be of the drawing's own forms.

import createDOMPurify from 'dompurify';
import { ATTRIBUTES, FORBIDDEN, TAGS, isAllowed } from './allowed.ts';
import type { Config, DOMPurify } from 'dompurify';

let purify: DOMPurify | null = null;

type Policy = NonNullable<Config['TRUSTED_TYPES_POLICY']>;
interface Rules {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}
/** TypeScript does not declare it. */
const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): Policy } };
/**
 * What DOMPurify parses text with: under a name of ours, as the page around an element may use DOMPurify itself. It
 * gives texts back as they are, as DOMPurify's own does.
 */
const policy = trustedTypes?.createPolicy('tracklight#dompurify', {
  createHTML: (text) => text,
  createScriptURL: (address) => address,
});

function purifier() {
  if (purify) return purify;
  purify = createDOMPurify(window);
  purify.addHook('uponSanitizeAttribute', (_node, data) => {
    if (!isAllowed(data.attrName, data.attrValue)) data.keepAttr = false;
  });
  return purify;
}

/** The sanitised `<svg>` of an SVG text, not attached to any document; null when there is none in it. */
export function sanitise(text: string): SVGSVGElement | null {
  // The prolog and comments before the root are of no use, and DOMPurify reads the text as HTML.
  const start = text.indexOf('<svg');
  if (start < 0) return null;
  const fragment = purifier().sanitize(text.slice(start), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    KEEP_CONTENT: true,
    FORBID_CONTENTS: FORBIDDEN,
    SANITIZE_DOM: false,
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: policy ?? null,
  });
  const svg = fragment.querySelector('svg');
  return svg instanceof SVGSVGElement ? svg : null;
}
