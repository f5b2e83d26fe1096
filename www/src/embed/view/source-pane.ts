// The source: colored text, or the editor where it may be changed.

import { nothing } from 'lit';
import { html, unsafeStatic } from 'lit/static-html.js';
import { tryLoad } from '../../load/load.ts';
import { assistantOf } from './assistant.ts';
import { words } from './strings.ts';
import type { PackedTokens } from '../../protocol/types.ts';
import type { ShownMachine } from './types.ts';

export function sourcePane(view: ShownMachine) {
  const { editable } = view.options();
  const { analysis, source } = view.state;
  const errors = analysis?.errors ?? 0;
  const body =
    editable && editorIsThere(view)
      ? html`<${editorTag}
        class="editor"
        aria-label=${words.source}
        .content=${{ document: view.documentId, file: view.state.entry, value: view.text }}
        .diagnostics=${analysis?.diagnostics ?? []}
        .tokens=${view.tokens}
        .assistant=${assistantOf(view)}
        @editor-change=${(event: CustomEvent) => view.edited(event.detail.value)}
      ></${editorTag}>`
      : html`<pre tabindex="0" aria-label=${words.source}><code>${colored(source, view.tokens)}</code></pre>`;
  return html`<div class="pane source" part="editor">
    ${body}${
      errors > 0
        ? html`<p class="errors">
          ${words.errors(errors)} ${analysis?.diagnostics.find(({ severity }) => severity === 'error')?.message ?? ''}
        </p>`
        : nothing
    }
  </div>`;
}

/** Views that wait for the editor. */
const waiting: WeakSet<ShownMachine> = new WeakSet();
let editorTag: ReturnType<typeof unsafeStatic> | null = null;

/** It comes once; until then the text can be read. An element that is not defined yet would keep what it is given. */
function editorIsThere(view: ShownMachine) {
  if (editorTag !== null) return true;
  if (!waiting.has(view)) {
    waiting.add(view);
    tryLoad(() => import('../../editor/editor.ts')).then(
      ({ EDITOR }) => {
        editorTag = unsafeStatic(EDITOR);
        view.schedule();
      },
      ({ message }) => view.say(words.noEditor(message)),
    );
  }
  return false;
}

/** @param tokens of the whole text, where they are known */
function colored(source: string, tokens: PackedTokens | null) {
  if (!tokens || tokens.source !== source) return source;
  const parts: unknown[] = [];
  let at = 0;
  for (let i = 0; i + 2 < tokens.tokens.length; i += 3) {
    const [from = 0, to = 0, kind = 0] = tokens.tokens.subarray(i, i + 3);
    if (from < at) continue;
    if (from > at) parts.push(source.slice(at, from));
    parts.push(
      html`<span class=${`tok-${(tokens.classes[kind] ?? '').split(' ')[0]}`}>${source.slice(from, to)}</span>`,
    );
    at = to;
  }
  parts.push(source.slice(at));
  return parts;
}
