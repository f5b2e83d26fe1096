// Words of the core with names in back ticks, as text and code.

import { html } from 'lit';
import { tickedParts } from '../editor/ticks.ts';

export const ticked = (text: string) => tickedParts(text).map((part) => (part.code ? html`<code>${part.text}</code>` : part.text));
