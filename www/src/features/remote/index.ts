import type { ActionOf, Actions } from '../../store/state.ts';

/** `url`: of the frame itself; `host`: what the user allowed. */
export interface Frame {
  kind: 'remote' | 'address';
  url: string;
  document: number;
  hidden: boolean;
  host: string;
  calls: number;
  cap: number;
  full: boolean;
}

/** `agent`: whether the host has one; `asks` by request; `source`: an address being typed. */
export interface OutsideState {
  hasHostAgent: boolean;
  frame: Frame | null;
  asks: Record<string, { state: 'asking' | 'waiting' | 'failed'; text: string }>;
  source: string;
  trouble: string;
}

export const initialOutside = (): OutsideState => ({
  hasHostAgent: false,
  frame: null,
  asks: {},
  source: '',
  trouble: '',
});

declare module '../../store/state.ts' {
  interface State {
    outside: OutsideState;
  }
  interface Actions {
    hostAgentChanged: { on: boolean };
    askForAddress: { address: string };
    openAddress: { address: string };
    addressTyped: { address: string };
    outsideFrame: { frame: HTMLIFrameElement };
    outsideShow: {};
    outsideHide: {};
    outsideClose: {};
    outsideCancel: { request: string };
    outsideAgain: { request: string };
  }
}

export const actions = [
  'hostAgentChanged',
  'askForAddress',
  'openAddress',
  'addressTyped',
  'outsideFrame',
  'outsideShow',
  'outsideHide',
  'outsideClose',
  'outsideCancel',
  'outsideAgain',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
