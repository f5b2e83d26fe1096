// The panels beside the drawing, in the order of their tabs and of the rows of More.

import type { Handlers } from '../store/handlers.ts';
import { agent } from './agent/definition.ts';
import { graph } from './context-graph/definition.ts';
import { contexts } from './contexts/definition.ts';
import type { PanelDefinition, PanelServices } from './define-panel.ts';
import { documents } from './documents/definition.ts';
import { events } from './events/definition.ts';
import { explore } from './explore/definition.ts';
import { files } from './files/definition.ts';
import { guide } from './guide/definition.ts';
import { inbox } from './inbox/definition.ts';
import { outline } from './outline/definition.ts';
import { problems } from './problems/definition.ts';
import { prompt } from './prompt/definition.ts';
import { sql } from './sql/definition.ts';

export const PANELS = [
  contexts,
  agent,
  inbox,
  events,
  problems,
  explore,
  prompt,
  graph,
  sql,
  outline,
  files,
  documents,
  guide,
] as const;

type Listed = (typeof PANELS)[number];
/** A union as one type that has the members of all. */
type All<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer A) => void ? A : never;
type StateOf<P> = P extends PanelDefinition<infer S, infer _> ? S : never;
type ActionsOf<P> = P extends PanelDefinition<infer _, infer K> ? K : never;

export const initialPanelState = () =>
  Object.assign({}, ...PANELS.map(({ state }) => state?.())) as All<StateOf<Listed>>;

export const panelHandlers = (services: PanelServices) =>
  Object.assign({}, ...PANELS.map(({ actions }) => actions?.(services))) as Handlers<ActionsOf<Listed>>;
