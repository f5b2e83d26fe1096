// @ts-check
// Words of the core with names in back ticks, as text and code.

import { html } from 'lit';
import { tickedParts } from '../editor/ticks.js';

/** @param {string} text */
export const ticked = (text) => tickedParts(text).map((part) => (part.code ? html`<code>${part.text}</code>` : part.text));
