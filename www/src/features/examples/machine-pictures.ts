// The pictures of the machines of this browser. They are drawn while their list is open, the newest first, and nothing
// of them is stored: a draft of any age has one, in the theme of the page.

import { sourcesOf } from '../../protocol/record.ts';
import type { Engine } from '../../protocol/types.ts';
import type { DraftEntry, Drafts } from '../../storage/drafts.ts';
import type { Store } from '../../store/store.ts';
import { showsMachines, type MachinePicture } from './index.ts';

/** A larger machine could not be read in a tile. */
const MOST_NODES = 80;
/** The picture of a tile, in pixels. */
const TILE = { width: 230, height: 128 };

export interface MachinePicturesDependencies {
  store: Store;
  engine: Pick<Engine, 'sketch'>;
  drafts: Promise<Pick<Drafts, 'get'> | null>;
  /** Lays a drawing out. */
  draw: (dots: string[], room: { width: number; height: number }) => Promise<SVGSVGElement | null>;
}

export class MachinePictures {
  readonly #deps: MachinePicturesDependencies;
  /** By draft, as long as the page lives. */
  #pictures: Map<string, MachinePicture> = new Map();
  #isDrawing = false;

  constructor(deps: MachinePicturesDependencies) {
    this.#deps = deps;
  }

  /** Draws what the list shows and has no picture yet, one after the other, while it is shown. */
  async show() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    try {
      this.#publish();
      for (let next = this.#nextWithoutPicture(); next; next = this.#nextWithoutPicture()) {
        this.#pictures.set(next.id, await this.#draw(next));
        this.#publish();
      }
    } finally {
      this.#isDrawing = false;
    }
  }

  #nextWithoutPicture() {
    const { state } = this.#deps.store;
    if (!showsMachines(state)) return undefined;
    return state.keptDrafts.find(({ id, changed }) => this.#pictures.get(id)?.changed !== changed);
  }

  async #draw({ id, changed }: DraftEntry): Promise<MachinePicture> {
    try {
      const draft = await (await this.#deps.drafts)?.get(id);
      if (!draft) return { changed, nodes: null, svg: null };
      const { nodes, dots } = await this.#deps.engine.sketch(sourcesOf(draft.document), MOST_NODES);
      return { changed, nodes, svg: await this.#deps.draw(dots, TILE) };
    } catch {
      // A tile without a picture still opens its machine.
      return { changed, nodes: null, svg: null };
    }
  }

  #publish() {
    const { gallery } = this.#deps.store.state;
    this.#deps.store.set({ gallery: { ...gallery, pictures: Object.fromEntries(this.#pictures) } });
  }
}
