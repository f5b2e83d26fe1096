// What the shell of the element and its view, which comes later, know of each other. Types only.

import type { AgentReply, AgentRequest, Json, SessionRecord } from '../protocol/types.ts';
import type { Channel } from './channels.ts';
import type { Method } from './methods.ts';
import type { Theme } from './theme.ts';

export type State = 'idle' | 'loading' | 'ready' | 'running' | 'paused' | 'waiting' | 'done' | 'failed' | 'error';

/** What the element reflects as `data-…`; null for what is not known. */
export interface Reflected {
  state: State;
  tick: number | null;
  outcome: string | null;
  node: string | null;
  theme: Theme;
}

export type HostAgent = (request: AgentRequest, options: { signal: AbortSignal }) => AgentReply | Promise<AgentReply>;

/** What is kept of a machine while its element is out of the page. */
export interface Saved {
  record: SessionRecord;
  at: { tick: number; action: number; branch?: string; step?: number };
}

export interface EmbedEvents {
  ready: { core: string; rules: number; nodes: number; edges: number; diagnostics: unknown[] };
  change: { source: string; valid: boolean; origin: 'edit' | 'load' | 'format' | 'run' };
  diagnostics: { items: unknown[] };
  step: {
    tick: number;
    action: number;
    step: number;
    branch: string;
    moves: { path: string; from: string; to: string; edge: string; cause: unknown }[];
    changes: { path: string | null; context: string; field: string; before?: Json; after: Json }[];
    outcome: unknown;
  };
  request: { kind: 'agent' | 'information'; request: unknown; respondWith(reply: unknown): void };
  end: { outcome: unknown; tick: number; outputs: unknown; artifacts: unknown[] };
  select: { kind: 'node' | 'edge' | 'path'; id: string; range: { from: number; to: number } | null };
  resize: { height: number };
  error: { code: string; message: string; fatal: boolean };
}

/** The shell, as the view sees it. */
export interface Host {
  element: HTMLElement;
  /** Where the view puts what it shows, inside the shadow root. */
  root: ShadowRoot;
  container: HTMLElement;
  agent(): HostAgent | null;
  theme(): Theme;
  /** The picture that was there before any script, while it is seen. */
  picture(): SVGSVGElement | null;
  /** Those of both forms. */
  pictures(): SVGSVGElement[];
  /** The height that the content wants, in pixels. */
  fit(height: number): void;
  /** The view is on screen: the fallback goes. */
  shown(): void;
  reflect(part: Partial<Reflected>): void;
  /** @returns false where a listener prevented it */
  emit<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K], options?: { cancelable?: boolean }): boolean;
}

/** What ends a press of Run beside the run itself. */
export interface MachineView {
  call(name: Method, args: unknown[]): Promise<unknown>;
  /** Resolves when the drawing is on screen; rejects with a code and a message. */
  open(channel: Channel, saved: Saved | null): Promise<void>;
  /** An attribute or the theme changed. */
  update(): void;
  focus(): void;
  visible(on: boolean): void;
  save(): Saved | null;
  /** Nothing can be done with it any more: another machine needs another view. */
  readonly stopped: boolean;
  close(): void;
}

/** What the view's module exports. */
export interface ViewModule {
  openView(host: Host): MachineView;
}
