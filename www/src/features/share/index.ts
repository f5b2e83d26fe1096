import type { LinkForms } from '../../link/share.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

/**
 * `noRun`: why the run cannot go in; `shown`: the form in the field; `tooBig`: the cap that the link is over; `copied`:
 * the form that was copied just now.
 */
export interface ShareDialog {
  kind: 'share';
  run: boolean;
  view: boolean;
  noRun: string;
  forms: LinkForms | null;
  shown: keyof LinkForms;
  error: string;
  tooBig: string;
  copied: keyof LinkForms | 'blocked' | null;
}

export interface FromDialog {
  kind: 'from';
  text: string;
  error: string;
}

export type ShareState = ShareDialog | FromDialog | null;

declare module '../../store/state.ts' {
  interface State {
    share: ShareState;
  }
  interface Actions {
    share: {};
    closeShare: {};
    sharePart: { part: 'run' | 'view'; on: boolean };
    copyForm: { form: keyof LinkForms };
    sendLink: {};
    saveDocument: {};
    copyExample: { slug: string };
    copyLink: { text: string };
    fromLink: {};
    typeLink: { text: string };
    openLink: {};
    cancelReplay: {};
  }
}

export const actions = [
  'share',
  'closeShare',
  'sharePart',
  'copyForm',
  'sendLink',
  'saveDocument',
  'copyExample',
  'copyLink',
  'fromLink',
  'typeLink',
  'openLink',
  'cancelReplay',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
