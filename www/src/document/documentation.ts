// The pages of the documentation as links. Each opens in a new tab: the machine on the page stays open.

import { html } from 'lit';
import { addIcons, icon } from '../ui/icon.ts';
import './documentation.css';

addIcons({ external: 'M6.5 3.5H3v9.5h9.5V9.5M9.5 2.5h4v4M13.5 2.5 7.5 8.5' });

/** Their files and titles, in the order of reading. */
export const DOCS = [
  ['tour', 'Tour'],
  ['draw', 'Draw a machine'],
  ['language', 'The language'],
  ['people-events-time', 'People, events, and time'],
  ['explore', 'Explore'],
  ['runtime', 'How a run works'],
  ['contexts', 'Contexts'],
  ['agents', 'Agents'],
  ['keys', 'Keyboard shortcuts'],
  ['embed', 'Embed a machine'],
  ['links', 'Share links'],
  ['glossary', 'Glossary'],
] as const;

export const docsStrings = { title: 'Documentation', newTab: 'opens in a new tab' };

export const docsLink = (name: string, title: string) =>
  html`<a class="docs-link" href="docs/${name}.html" target="_blank" rel="noopener" title=${docsStrings.newTab}
    >${title}${icon('external')}</a
  >`;

export const docsHeading = () => html`${docsStrings.title} <span class="quiet">(${docsStrings.newTab})</span>`;

export const docsItems = () => DOCS.map(([name, title]) => html`<li>${docsLink(name, title)}</li>`);
