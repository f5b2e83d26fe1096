// JSON in little room: a line ends between two members before it ends within a word.

import { html } from 'lit';

export const jsonText = (json: string) =>
  json.split(/(?<=":|,)/).map((part, i) => (i === 0 ? part : html`<wbr />${part}`));
