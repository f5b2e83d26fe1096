import type { ContextInfo, FormValue, Violation } from '../../protocol/types.ts';
import type { ActionOf, Actions } from '../../store/state.ts';

export interface FieldEdit {
  /** Reference of the field. */
  key: string;
  /** Whose value it is. */
  path: string | null;
  /** Whether anything was typed. */
  touched: boolean;
  context: string;
  field: string;
  view: 'form' | 'json';
  /** What stands in the form. */
  typed: FormValue;
  /** What stands in the JSON box. */
  text: string;
  /** Whether all paths get the value. */
  all: boolean;
  /** A text of several lines. */
  long: boolean;
  /** Whether it was typed in before there was a field. */
  begun: boolean;
  error: string;
  /** What the core refused. */
  errors: Violation[];
}

/** `hash` of the machine that declares the contexts; `open`: references whose parts are shown. */
export interface ValuesState {
  hash: string;
  contexts: ContextInfo[];
  open: string[];
}

export const initialValues = (): ValuesState => ({ hash: '', contexts: [], open: [] });

declare module '../../store/state.ts' {
  interface State {
    edit: FieldEdit | null;
    editsAside: Record<string, FieldEdit>;
    /** Where in the stage the form of the edited value stands, in its pixels; null for its place in the panel. */
    editAt: { x: number; y: number } | null;
    values: ValuesState;
  }
  interface Actions {
    editField: { context: string; field: string; path?: string; at?: { x: number; y: number } };
    editPart: { part: Partial<FieldEdit> };
    editView: { view: FieldEdit['view'] };
    cancelEdit: {};
    applyEdit: {};
    /** Writes what stands in the form into the machine, as the value that the field begins with. */
    makeStartValue: {};
    openValue: { path: string };
    copyText: { text: string };
    saveArtifact: { id: string };
    /** At the end of the main file, with the caret behind it. */
    insertLine: { text: string };
  }
  interface Panels {
    contexts: {};
  }
}

export const actions = [
  'editField',
  'editPart',
  'editView',
  'cancelEdit',
  'applyEdit',
  'makeStartValue',
  'openValue',
  'copyText',
  'saveArtifact',
  'insertLine',
] as const satisfies readonly (keyof Actions)[];
export type Action = ActionOf<(typeof actions)[number]>;
