// How much of a node of the context graph an agent is shown: the states, their names, and a choice of them.

import { html } from 'lit';

const STATES = ['HIDDEN', 'COLLAPSED', 'SUMMARY', 'DETAILS', 'ALL'] as const;

export const visibilityWords = {
  HIDDEN: 'Hidden',
  COLLAPSED: 'Collapsed',
  SUMMARY: 'Summary',
  DETAILS: 'Details',
  ALL: 'All',
};

/** The options of a select. */
export const visibilityOptions = (chosen: string) =>
  STATES.map((state) => html`<option value=${state} .selected=${state === chosen}>${visibilityWords[state]}</option>`);
