// The one place where text becomes elements: SVG text from Graphviz to an inert tree.
// A closed list of tags and attributes (`allowed.ts`); anchors are unwrapped, ids must be of the drawing's own forms.

import createDOMPurify from 'dompurify';
import { ATTRIBUTES, FORBIDDEN, TAGS, isAllowed } from './allowed.ts';
import type { DOMPurify } from 'dompurify';

let purify: DOMPurify | null = null;

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
  });
  const svg = fragment.querySelector('svg');
  return svg instanceof SVGSVGElement ? svg : null;
}
