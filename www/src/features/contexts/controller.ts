// Contexts: what is known of the fields, a value being edited, start values, texts that are copied or saved.

import type { Engine, Json } from '../../protocol/types.ts';
import { without } from '../../protocol/without.ts';
import { tryLoad } from '../../load/load.ts';
import { contextStrings } from './strings.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { writeToClipboard } from '../../ui/clipboard.ts';
import { copyText } from '../../store/copy-text.ts';
import { readValue, typedOf, widgetOf, type ReadValue, type Schema } from '../../views/schema-value.ts';
import { violationsOf } from '../../views/violations.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { followed, isStart, shownPath } from '../../store/values.ts';
import { fieldOf, formSchema, keyOf, valueAt } from './field-value.ts';
import type { Action, FieldEdit } from './index.ts';
import { refusalOf } from '../../run/run-store.ts';

/** Shorter texts without line breaks get a field of one line. */
const MULTILINE_MIN_CHARS = 60;

export interface ContextsDependencies {
  store: Store;
  engine: Pick<Engine, 'fields' | 'check'>;
  running: Pick<DocumentRun, 'setContext' | 'setInput'>;
  save: (name: string, text: string) => void;
  copyToClipboard?: typeof writeToClipboard;
  editFile?: (file: string, text: string) => void;
  /** Resolves with why the machine was not changed; empty where it was, null where that could not be tried. */
  setStartValue?: (context: string, field: string, value: Json) => Promise<string | null>;
  loadForm?: () => Promise<unknown>;
  holdKeys?: typeof holdKeys;
}

export class ContextsController {
  readonly #deps: Required<ContextsDependencies>;
  #isFormLoaded = false;
  /** The field whose form is being loaded; '' without one. */
  #openingField = '';
  #fieldsRequest: Promise<unknown> = Promise.resolve();
  /** The fields are asked for once more with the next change. */
  #failedRequests = 0;

  constructor(deps: ContextsDependencies) {
    this.#deps = {
      editFile: () => {},
      setStartValue: async () => null,
      copyToClipboard: writeToClipboard,
      loadForm: () => tryLoad(() => import('./field-edit.ts')),
      holdKeys: holdKeys,
      ...deps,
    };
    deps.store.watch(
      ({ run: { snapshot } }) => [snapshot?.view.machineHash, this.#failedRequests],
      ([hash]) => hash && this.#requestFields(),
      { immediate: true },
    );
  }

  act(action: Action) {
    const { state } = this.#deps.store;
    switch (action.type) {
      case 'editField':
        this.#deps.store.set({ editAt: action.at ?? null });
        void this.#begin(action.context, action.field, action.path ?? shownPath(state)?.id ?? null);
        break;
      case 'editPart':
        if (state.edit)
          this.#deps.store.set({ edit: { ...state.edit, touched: true, error: '', errors: [], ...action.part } });
        break;
      case 'editView':
        this.#switchView(action.view);
        break;
      case 'cancelEdit':
        this.#openingField = '';
        this.#deps.store.set({ edit: null });
        break;
      case 'applyEdit':
        void this.#apply();
        break;
      case 'makeStartValue':
        void this.#makeStartValue();
        break;
      case 'openValue': {
        const { open } = state.values;
        this.#deps.store.set({
          values: {
            ...state.values,
            open: open.includes(action.path) ? open.filter((path) => path !== action.path) : [...open, action.path],
          },
        });
        break;
      }
      case 'copyText':
        void copyText(this.#deps.store, action.text, this.#deps.copyToClipboard).then(
          (isCopied) => isCopied && this.#deps.store.set({ live: contextStrings.copied }),
        );
        break;
      case 'insertLine': {
        const { source, entry } = state.document;
        const text = `${source}${source === '' || source.endsWith('\n') ? '' : '\n'}${action.text}\n`;
        this.#deps.editFile(entry, text);
        break;
      }
      case 'saveArtifact': {
        const artifact = state.run.snapshot?.view.artifacts.find(({ id }) => id === action.id);
        if (artifact) this.#deps.save(artifact.name, artifact.text);
        break;
      }
    }
  }

  /** The form opens once it is known what the field takes; what is typed before that goes into it. */
  async #begin(context: string, field: string, path: string | null) {
    const {
      edit,
      run: { snapshot },
      values,
    } = this.#deps.store.state;
    const key = keyOf(context, field);
    const name = placeOf({ key, path });
    const closes = (edit && name === placeOf(edit)) || name === this.#openingField;
    this.#openingField = '';
    if (closes) return this.#deps.store.set({ edit: null, editsAside: aside(this.#deps.store.state) });
    if (this.#isFormLoaded && values.hash === snapshot?.view.machineHash) return this.#open(context, field, path, '');
    this.#openingField = name;
    const release = this.#deps.holdKeys();
    // What did not come is told where the form would stand.
    await Promise.allSettled([
      this.#deps.loadForm().then(() => {
        this.#isFormLoaded = true;
      }),
      this.#fieldsRequest,
    ]);
    const typedWhileLoading = release();
    if (this.#openingField !== name) return;
    this.#openingField = '';
    if (typedWhileLoading !== null) this.#open(context, field, path, typedWhileLoading);
  }

  /** @param held typed before */
  #open(context: string, field: string, path: string | null, held: string) {
    const { state } = this.#deps.store;
    const editsAside = aside(state);
    const before = editsAside[placeOf({ key: keyOf(context, field), path })];
    // What was typed here and not applied is there again.
    if (before && held === '')
      return this.#deps.store.set({ edit: before, editsAside: without(editsAside, placeOf(before)) });
    const value = valueAt(state, context, field, followed(state.run.snapshot?.view.paths ?? [], path));
    const { schema } = formSchema(state, context, field, value);
    const typed = typedOf(schema, value);
    const widget = widgetOf(schema);
    const text = held.replace('\n', '');
    const begun = text !== '';
    const json = typed === null || widget === 'json' || (begun && widget !== 'text' && widget !== 'number');
    const long =
      typeof value === 'string'
        ? value.length > MULTILINE_MIN_CHARS || value.includes('\n')
        : fieldOf(state, context, field)?.artifact === true;
    this.#deps.store.set({
      editsAside,
      edit: {
        key: keyOf(context, field),
        path,
        touched: begun,
        context,
        field,
        view: json ? 'json' : 'form',
        typed: begun && !json ? text : typed?.typed,
        text: begun ? text : value === undefined ? '' : JSON.stringify(value),
        all: false,
        long,
        begun,
        error: '',
        errors: [],
      },
    });
    if (held.endsWith('\n')) void this.#apply();
  }

  /** What was typed goes along where the other view can say it. */
  #switchView(view: FieldEdit['view']) {
    const { state } = this.#deps.store;
    const { edit } = state;
    if (!edit || edit.view === view) return;
    const { schema } = this.#schemaOf(edit);
    const read = edit.view === 'json' ? parsed(edit.text) : readValue(schema, edit.typed, edit.field);
    const fresh = { ...edit, view, error: '', errors: [] };
    if ('error' in read) return this.#deps.store.set({ edit: fresh });
    if (view === 'json') return this.#deps.store.set({ edit: { ...fresh, text: JSON.stringify(read.value) } });
    const typed = typedOf(schema, read.value);
    this.#deps.store.set({
      edit: typed ? { ...fresh, typed: typed.typed } : { ...edit, error: contextStrings.noForm },
    });
  }

  #schemaOf({ context, field, path }: FieldEdit) {
    const { state } = this.#deps.store;
    return formSchema(
      state,
      context,
      field,
      valueAt(state, context, field, followed(state.run.snapshot?.view.paths ?? [], path)),
    );
  }

  async #apply() {
    const { store } = this.#deps;
    const {
      edit,
      run: { snapshot },
    } = store.state;
    if (!edit || !snapshot) return;
    const read = this.#read(edit);
    if (!read) return;
    const refusal = isStart(store.state, edit.context)
      ? await this.#start(edit, read.value)
      : await this.#write(edit, read.value);
    this.#finish(edit, refusal);
  }

  async #makeStartValue() {
    const { edit } = this.#deps.store.state;
    const read = edit && this.#read(edit);
    if (!edit || !read) return;
    const why = await this.#deps.setStartValue(edit.context, edit.field, read.value);
    if (why !== null) this.#finish(edit, why === '' ? null : { error: why, errors: [] });
  }

  /** What stands in the form; where that is no value, the form says so. */
  #read(edit: FieldEdit): { value: Json } | null {
    const { schema } = this.#schemaOf(edit);
    const read = edit.view === 'json' ? parsed(edit.text) : readValue(schema, edit.typed, edit.field);
    if (!('error' in read)) return read;
    const { notJson, noValue } = contextStrings;
    const error = edit.view === 'json' ? notJson : noValue(read.error, kindOf(schema, read.error));
    this.#deps.store.set({ edit: { ...edit, error } });
    return null;
  }

  /** Closes the form, or says what was refused in it. The user may have gone on to another field. */
  #finish(edit: FieldEdit, refusal: Pick<FieldEdit, 'error' | 'errors'> | null) {
    const { store } = this.#deps;
    const now = store.state.edit;
    if (now && placeOf(now) === placeOf(edit)) store.set({ edit: refusal ? { ...now, ...refusal } : null });
  }

  async #write({ key, all, path: id }: FieldEdit, value: Json): Promise<Pick<FieldEdit, 'error' | 'errors'> | null> {
    const { state } = this.#deps.store;
    const path = id ? followed(state.run.snapshot?.view.paths ?? [], id) : shownPath(state);
    if (!path) return { error: workspaceStrings.noPath, errors: [] };
    const refusal = refusalOf(await this.#deps.running.setContext(all ? '*' : path.id, key, value));
    if (!refusal) return null;
    const errors = violationsOf(refusal.data);
    return { error: errors.length > 0 ? '' : refusal.message, errors };
  }

  /** Another start value: the run begins anew, once the core finds nothing wrong with it. */
  async #start({ context, field }: FieldEdit, value: Json) {
    const wrong = await this.#deps.engine.check(context, { [field]: value }).catch(() => null);
    if (wrong && wrong.length > 0) return { error: '', errors: wrong };
    const input = this.#deps.store.state.run.snapshot?.input ?? {};
    const refusal = refusalOf(
      await this.#deps.running.setInput({ ...input, [context]: { ...input[context], [field]: value } }),
    );
    return refusal && { error: refusal.message, errors: [] };
  }

  #requestFields() {
    this.#fieldsRequest = this.#deps.engine.fields().then(
      (fields) => {
        if (fields) this.#deps.store.set({ values: { ...fields, open: this.#deps.store.state.values.open } });
      },
      () => {
        this.#failedRequests += 1;
      },
    );
  }
}

/** Names an edit among those that are not open. */
const placeOf = ({ key, path }: Pick<FieldEdit, 'key' | 'path'>) => `${path ?? ''} ${key}`;

/** The edits that are not open, once the open one gives way: what was typed in it is kept. */
export const aside = ({ edit, editsAside }: Pick<State, 'edit' | 'editsAside'>) =>
  edit?.touched ? { ...editsAside, [placeOf(edit)]: edit } : editsAside;

/** What is edited once another path is shown: what was typed for that one. */
export function editOn(state: State, path: string | null): Pick<State, 'edit' | 'editsAside'> {
  const editsAside = aside(state);
  const edit = Object.values(editsAside).findLast((edit) => edit.path === path) ?? null;
  return { edit, editsAside: edit ? without(editsAside, placeOf(edit)) : editsAside };
}

/** What a field of a form must be. */
function kindOf(schema: Schema, name: string): string {
  const widget = widgetOf(schema);
  if (widget === 'list') return kindOf(schema.items ?? {}, name);
  if (widget === 'group' && schema.properties?.[name]) return kindOf(schema.properties[name], name);
  return widget === 'number' ? 'a number' : 'valid JSON';
}

function parsed(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: text };
  }
}
