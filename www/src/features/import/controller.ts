// Converts the text of the editor, and what is given to the Import dialog.

import { ENTRY } from '../../protocol/sources.ts';
import type { Engine, Sources } from '../../protocol/types.ts';
import type { Store } from '../../store/store.ts';
import type { Action, ImportResult, ImportState } from './index.ts';
import { importStrings as say } from './strings.ts';

/** A larger machine could not be read in the dialog. */
const MOST_NODES = 150;
/** The picture, in pixels. */
const ROOM = { width: 460, height: 320 };

export interface ImportDependencies {
  store: Store;
  engine: Pick<Engine, 'sketch'>;
  opening: { openSources(sources: Sources, record: null): Promise<unknown> };
  converter: { convert(text: string): Promise<ImportResult | null> };
  /** Puts a text into the editor, as one step of its history. */
  replaceText: (text: string) => Promise<void>;
  focusEditor: () => void;
  /** Lets the user choose a file. */
  chooseFile: () => Promise<{ name: string; text: string } | null>;
  /** Lays a drawing out. */
  draw: (dots: string[], room: { width: number; height: number }) => Promise<SVGSVGElement | null>;
}

export class ImportController {
  readonly #deps: ImportDependencies;
  /** Increased by every text that the dialog is given. */
  #generation = 0;

  constructor(deps: ImportDependencies) {
    this.#deps = deps;
  }

  act(action: Action) {
    switch (action.type) {
      case 'convertText':
        return void this.#convertText();
      case 'keepText':
        return this.#keepText();
      case 'importText':
        return void this.#read(action.text, action.file ?? '');
      case 'importFile':
        return void this.#deps.chooseFile().then((file) => file && this.#read(file.text, file.name));
      case 'openImported':
        return void this.#open();
    }
  }

  #keepText() {
    this.#set({ keptText: this.#deps.store.state.document.source, failure: null });
    this.#deps.focusEditor();
  }

  async #convertText() {
    const { store, converter, replaceText, focusEditor } = this.#deps;
    const { document, file } = store.state;
    const { source: text } = document;
    if (store.state.import.isConverting || file !== document.entry) return;
    this.#set({ isConverting: true, failure: null });
    const result = await converter.convert(text);
    this.#set({ isConverting: false });
    if (store.state.document.id !== document.id || store.state.document.source !== text) {
      store.notify({ kind: 'warning', text: say.textChanged, ofDocument: true });
      return;
    }
    if (!result?.ok) {
      const message = result === null ? say.unrecognized : say.failed(result.message, result.line, result.column);
      this.#set({ failure: { text, message } });
      return;
    }
    await replaceText(result.source);
    focusEditor();
    store.notify({
      kind: 'info',
      text: say.converted(result.losses.length, result.additions.length),
      acts: [{ label: say.undo, action: { type: 'undo' } }],
      ofDocument: true,
    });
  }

  async #read(text: string, file: string) {
    this.#generation += 1;
    const generation = this.#generation;
    const isNewest = () => generation === this.#generation;
    const isEmpty = text.trim() === '';
    this.#setDialog({ file, text, isReading: !isEmpty, result: null, picture: null });
    if (isEmpty) return;
    const read = await this.#deps.converter.convert(text);
    if (!isNewest()) return;
    const result: ImportResult = read ?? { ok: false, message: say.unrecognized };
    this.#setDialog({ isReading: result.ok, result });
    if (!result.ok) return;
    const picture = await this.#draw(result.source).catch(() => null);
    if (isNewest()) this.#setDialog({ isReading: false, picture });
  }

  async #draw(source: string): Promise<SVGSVGElement | null> {
    const { dots } = await this.#deps.engine.sketch({ source, files: {}, entry: ENTRY }, MOST_NODES);
    return this.#deps.draw(dots, ROOM);
  }

  async #open() {
    const { result } = this.#deps.store.state.import.dialog;
    if (!result?.ok) return;
    await this.#deps.opening.openSources({ source: result.source, files: {}, entry: ENTRY }, null);
    this.#setDialog({ file: '', text: '', isReading: false, result: null, picture: null });
  }

  #set(part: Partial<ImportState>) {
    this.#deps.store.set({ import: { ...this.#deps.store.state.import, ...part } });
  }

  #setDialog(part: Partial<ImportState['dialog']>) {
    this.#set({ dialog: { ...this.#deps.store.state.import.dialog, ...part } });
  }
}
