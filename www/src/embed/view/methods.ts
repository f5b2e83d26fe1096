// The methods of the element, once there is a view. Links and picture files come when they are first asked for.

import { standingOf } from '../../diagram/standing.ts';
import { tryLoad } from '../../load/load.ts';
import { MachineError } from '../waiting.ts';
import { pageOf } from './page.ts';
import { words } from './strings.ts';
import type { AgentReply, DrawingParts, GivenAnswer, Json } from '../../protocol/types.ts';
import type { Method, RunOptions } from '../methods.ts';
import type { ShownMachine } from './types.ts';

export class Methods {
  #view: ShownMachine;

  constructor(view: ShownMachine) {
    this.#view = view;
  }

  async call(name: Method, args: unknown[]): Promise<unknown> {
    const { player, engine } = this.#view;
    const [a, b, c] = args;
    switch (name) {
      case 'step':
        return player.step(atLeast(1, a));
      case 'back':
        return player.back(atLeast(1, a));
      case 'run':
        return player.run((a ?? {}) as RunOptions);
      case 'pause':
        player.pauseSoon();
        return null;
      case 'reset':
        return player.reset();
      case 'goTo':
        return player.goTo(Number(a), Number(b ?? 0));
      case 'stepTo':
        return player.stepTo(atLeast(0, a));
      case 'reply':
        return player.reply(String(a), b as AgentReply);
      case 'answer':
        return player.answer(String(a), b as GivenAnswer);
      case 'send':
        return player.send(String(a), (b ?? null) as Json);
      case 'elapse':
        return player.elapse(Number(a));
      case 'setContext':
        return player.setContext(String(a), String(b), (c ?? null) as Json);
      case 'getState':
        return this.#state();
      case 'getView':
        return structuredClone(this.#snapshot().view);
      case 'getLink':
        return this.#link((a as { run?: boolean } | undefined)?.run === true);
      case 'exportSVG':
        return (await this.#svg()).text;
      case 'exportPNG':
        return this.#png((a as { scale?: number } | undefined)?.scale);
      case 'getDot':
        return (await engine.export('dot')) ?? this.#view.state.sourceDrawing?.parts.dot ?? '';
      case 'check':
        return structuredClone(this.#view.state.analysis?.diagnostics ?? []);
      default:
        throw new MachineError('unknown-method', `there is no method \`${name}\``);
    }
  }

  #snapshot() {
    const { snapshot, analysis } = this.#view.state;
    if (snapshot === null) throw new MachineError('no-run', words.errors(analysis?.errors ?? 0));
    return snapshot;
  }

  async #state() {
    this.#snapshot();
    return this.#view.engine.export('saved');
  }

  async #link(withRun: boolean) {
    const { engine, state } = this.#view;
    const page = pageOf(this.#view.options());
    if (page === null) throw new MachineError('no-page', words.noPage);
    const { documentOf, fragmentOf } = await tryLoad(() => import('../../link/share.ts'));
    const { rules } = await engine.version();
    const made = withRun && state.snapshot ? await engine.link() : null;
    if (made && !made.ok) throw new MachineError(made.error.code, made.error.message);
    const run = made?.ok ? made.run : null;
    const fragment = await fragmentOf(documentOf(state, run, null, rules));
    if ('tooBig' in fragment) throw new MachineError('link-too-big', words.link['link-too-big'] ?? '');
    return page + fragment.fragment;
  }

  async #svg() {
    const { state, title, host, engine } = this.#view;
    // The layout on screen has the values of the step that it was made for.
    const ofRun = state.runDrawing === null ? null : await engine.export('parts');
    const parts: DrawingParts | undefined = ofRun === null ? state.sourceDrawing?.parts : JSON.parse(ofRun);
    if (!parts) throw new MachineError('no-drawing', words.notDrawn(''));
    const badges = state.snapshot ? standingOf(state.snapshot.view, state.events) : [];
    const { svgOf } = await tryLoad(() => import('../../diagram/picture-file.ts'));
    const made = await svgOf(parts, title, badges, host.container);
    if ('error' in made) throw new MachineError('layout', words.notDrawn(made.error));
    return made;
  }

  async #png(scale: number | undefined) {
    const { pngOf } = await tryLoad(() => import('../../diagram/picture-file.ts'));
    const blob = await pngOf(await this.#svg(), scale);
    if (blob === null) throw new MachineError('too-large', words.notDrawn(''));
    return blob;
  }
}

/** A whole number; what is none, or less, is the least one. */
function atLeast(least: number, given: unknown) {
  const n = Math.floor(Number(given ?? least));
  return Number.isFinite(n) && n > least ? n : least;
}
