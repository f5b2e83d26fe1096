// How a drawing looks beside its own colors, which are attributes: states of a run are painted by class.

import { css, unsafeCSS } from 'lit';
import { SIGN_TOKENS, STATES, WAYS } from './palette.ts';

const having = (classes: string[]) => classes.map((name) => `.${name}`).join('');

const states = STATES.map(
  ([classes, { token, width, dash = 'none', ring }]) => `
.picture :is(.node,.cluster)${having(classes)}{--state:var(--tracklight-${token})}
.picture ${having(classes)}>:is(.card,.shape){stroke:var(--state);stroke-width:${width};stroke-dasharray:${dash}}
.picture ${having(classes)}>.halo{stroke:${ring ? 'var(--state)' : 'none'}}`,
).join('');

const signs = [...SIGN_TOKENS].map(([name, token]) => `.picture .${name}{--sign:var(--tracklight-${token})}`).join('');

const ways = WAYS.map(([classes, { token, width, dash, head }]) => {
  const edge = `.picture .edge${having(classes)}`;
  const color = `var(--tracklight-${token})`;
  const thick = width ? `stroke-width:${width};` : '';
  const dashes = dash ? `stroke-dasharray:${dash}` : '';
  return `
${edge}>path:not(.hit){stroke:${color};${thick}${dashes}}
${edge}>.head{stroke:${color};fill:${head ? `var(--tracklight-${head})` : color}}`;
}).join('');

const paths = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `.path-${n}{--path:var(--tracklight-path-${n})}`).join('');

export const sheet = css`
  :host { display: block; position: relative; min-height: 0; min-width: 0; color: var(--tracklight-fg); font: inherit; }
  .frame {
    /* What lies over the right end of the stage: the page's, and the rail. */
    --covered: calc(var(--tracklight-covered, 0px) + var(--rail, 0px));
    position: absolute;
    inset: 0;
    overflow: hidden;
    background:
      radial-gradient(circle at 1px 1px, var(--tracklight-dots) 1px, transparent 1.2px)
      var(--tracklight-canvas);
  }
  .frame.narrow { background-image: none; }
  .stage {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    display: block;
    touch-action: none;
    cursor: grab;
    user-select: none;
    -webkit-user-select: none;
  }
  .stage:active { cursor: grabbing; }
  /* Chromium outlines it after a press too. */
  .stage:focus:not(:focus-visible) { outline: none; }
  /* A finger that moves up or down scrolls the page that holds the drawing. */
  :host([wheel='held']) .stage { touch-action: pan-y; }
  :host([wheel='none']) .stage { touch-action: auto; cursor: default; }
  .tools[hidden] { display: none; }
  /* The part of the stage that nothing of the page lies over. */
  .seen { position: absolute; inset: 0 var(--covered) 0 0; visibility: hidden; pointer-events: none; }
  /* Widths that do not depend on the scale: hinted letters are wider at one than at another. */
  .picture text {
    font-family: var(--tracklight-sans);
    text-rendering: geometricPrecision;
    font-kerning: none;
    font-variant-ligatures: none;
  }
  /* A color that the source chose for a text may be unreadable in the other theme. */
  .picture text:where(:not([fill^='var('])) { fill: var(--tracklight-ink); }
  .picture text[font-family^='Courier'] { font-family: var(--tracklight-code); }
  .picture .own-fill text:not(.on-panel) { fill: #1f2933; }
  .picture .own-dark text:not(.on-panel) { fill: #ffffff; }
  .picture .hit { stroke: transparent; stroke-width: 12; pointer-events: stroke; stroke-dasharray: none; }
  .picture .reach { fill: none; stroke: none; }
  .picture .cell { stroke: none; }
  .picture .chevron { cursor: pointer; outline: none; }
  .picture .chevron > path { fill: none; stroke: var(--tracklight-ink-soft); stroke-width: 1.6; pointer-events: none; }
  .picture .chevron > .target { pointer-events: all; }
  .picture .chevron:hover > path { stroke: var(--tracklight-accent); stroke-width: 2; }
  .picture .own-fill + .chevron > path { stroke: #1f2933; }
  .picture .own-dark + .chevron > path { stroke: #ffffff; }
  .picture .chevron:focus-visible > .target { stroke: var(--tracklight-focus); stroke-width: 3; rx: 6; }
  .picture [id^='n'], .picture [id^='c'], .picture [id^='e'], .picture .label { cursor: pointer; outline: none; }
  .picture .label { pointer-events: all; }
  .picture :is([id^='a_v'], [id^='a_m']) { cursor: pointer; pointer-events: all; }
  .picture [role='group'] { outline: none; }
  .picture [role='group']:focus-visible > .cell { stroke: var(--tracklight-focus); stroke-width: 2.5; }
  .picture [id^='a_m'] text { fill: var(--tracklight-accent); }

  .picture .shade { fill: rgb(16 24 40 / 0.08); transform: translateY(1.5px); }
  .picture .halo { stroke: none; stroke-width: 4; stroke-opacity: 0.22; pointer-events: none; }
  .picture .edge:is([data-style=''], [data-style='solid']) > path { stroke-dasharray: none; }
  .picture .edge[data-style*='dashed'] > path { stroke-dasharray: 5 3; }
  .picture .edge[data-style*='dotted'] > path { stroke-dasharray: 1.5 3; }
  ${unsafeCSS(states)}
  .picture .r-caught g[id^='a_s'] > text {
    text-decoration: underline;
    text-decoration-color: var(--tracklight-failed);
  }
  .picture .chipped > text { visibility: hidden; }
  ${unsafeCSS(ways)}
  .picture .edge > path.hit { stroke: transparent; stroke-width: 12; stroke-dasharray: none; fill: none; }

  .picture .badges { pointer-events: none; }
  .picture .inner { stroke: var(--tracklight-canvas); stroke-width: 1.6; }
  .picture :is(.path-chip, .gliding) rect { fill: var(--path, var(--tracklight-muted)); }
  .picture .ask-chip rect { fill: var(--tracklight-answers); stroke: var(--tracklight-canvas); }
  .picture .found-chip rect { fill: var(--tracklight-accent); stroke: var(--tracklight-canvas); }
  .picture :is(.path-chip, .gliding, .ask-chip, .found-chip) text {
    font-size: 11px;
    font-weight: 700;
    fill: var(--tracklight-chip-ink);
  }
  .picture .more { font-size: 11px; font-weight: 700; fill: var(--tracklight-ink-soft); }
  .picture .sign { fill: var(--sign); }
  .picture .sign.stroked { fill: none; stroke: var(--sign); stroke-linecap: round; }
  ${unsafeCSS(signs)}
  .picture .spot { stroke: var(--tracklight-canvas); stroke-width: 1.5; fill: var(--tracklight-accent); }
  .picture .spot.badge-error { fill: var(--tracklight-failed); }
  .picture .spot-sign { fill: none; stroke: var(--tracklight-chip-ink); stroke-linecap: round; stroke-linejoin: round; }
  .picture :is(.badge-stop, .badge-watch) .disc { fill: var(--tracklight-canvas); }
  .picture :is(.badge-stop, .badge-watch) .dot { fill: var(--tracklight-failed); }
  .picture .badge-watch .ring { fill: none; stroke: var(--tracklight-failed); stroke-width: 1.6; }
  .picture .badge-off { opacity: 0.5; }
  .picture .reached-chip rect { fill: var(--tracklight-canvas); stroke: var(--tracklight-line); }
  .picture .reached-chip text { font-size: 11px; font-weight: 700; fill: var(--tracklight-ink); }
  .picture .reached-chip.never rect { fill: var(--tracklight-warn-soft); stroke: var(--tracklight-warn); }
  .picture .reached-chip.never text { fill: var(--tracklight-warn); }
  .picture .never-hatching { fill: none; stroke: var(--tracklight-warn); stroke-width: 1.2; opacity: 0.6; }
  .picture .never-gaps { fill: none; stroke: var(--tracklight-canvas); stroke-width: 4; stroke-dasharray: 4 6; }
  .picture .count { font-size: 10px; font-weight: 700; fill: var(--tracklight-chip-ink); }
  .picture .badge-changed { fill: var(--tracklight-changed-ink); }
  ${unsafeCSS(paths)}

  .picture .mark-changed > .cell { fill: var(--tracklight-changed-fill); }
  .picture .mark-changed > text { fill: var(--tracklight-changed-ink); font-weight: 700; }
  .picture .mark-invalid > .cell {
    fill: var(--tracklight-invalid-fill);
    stroke: var(--tracklight-failed);
    stroke-dasharray: 2 2;
  }
  .picture .mark-invalid > text { fill: var(--tracklight-invalid-ink); }

  .picture .hover.hover > :is(.card, .shape) { stroke: var(--tracklight-accent); stroke-width: 2; }
  .picture .edge.near.near > path:not(.hit) { stroke: var(--tracklight-accent); stroke-width: 2; }
  .picture .edge.near.near > .head { stroke: var(--tracklight-accent); fill: var(--tracklight-accent); }
  .picture :is(.apart, .apart + .chevron) { opacity: 0.45; }
  .picture .selected > .halo { stroke: var(--tracklight-accent); stroke-opacity: 1; stroke-width: 2; }
  .picture .edge.edge.selected > path:not(.hit) { stroke: var(--tracklight-accent); stroke-width: 3; }
  .picture .edge.edge.selected > .head { stroke: var(--tracklight-accent); fill: var(--tracklight-accent); }
  .picture .label.selected text { font-weight: 700; }
  .picture .edge.edge.edge > .head[fill='none'] { fill: none; }
  .picture [role='button']:focus-visible > .halo {
    stroke: var(--tracklight-focus);
    stroke-opacity: 1;
    stroke-width: 3;
    stroke-dasharray: none;
  }
  .picture [role='button']:focus-visible > .hit {
    stroke: color-mix(in srgb, var(--tracklight-focus) 45%, transparent);
    stroke-width: 9;
  }
  .rail-column[hidden] { display: none; }
  .rail-ground { y: 0; fill: var(--tracklight-surface); stroke: var(--tracklight-border); }
  .wires { pointer-events: none; }
  .wires .wire { fill: none; stroke: var(--tracklight-data-ink); stroke-width: 1.6; }
  .wires .wire:is(.reads, .uses) { stroke-dasharray: 1.5 3.5; stroke-linecap: round; }
  .wires .wire-head { fill: var(--tracklight-data-ink); stroke: none; }
  .wires .quiet { opacity: 0.5; }
  .wires .wire.last { stroke: var(--tracklight-current); }
  .wires .wire-head.last { fill: var(--tracklight-current); stroke: none; }
  .picture :is(.dim, .dim + .chevron) { opacity: 0.22; }

  /* What is too small to be read on screen; paper has all of it. */
  .picture :is(.names, .discs) { display: none; pointer-events: none; }
  .picture .names .own-fill { fill: #1f2933; }
  .picture .names .own-dark { fill: #ffffff; }
  .picture .names .of-module {
    stroke: var(--tracklight-cluster-fill);
    stroke-width: 0.3em;
    stroke-linejoin: round;
    paint-order: stroke;
  }
  .picture .state-disc circle { fill: var(--sign); stroke: var(--tracklight-canvas); stroke-width: 1.5; }
  .picture .state-disc path { fill: var(--tracklight-chip-ink); }
  .picture .state-disc .stroked { fill: none; stroke: var(--tracklight-chip-ink); stroke-linecap: round; }
  @media not print {
    .picture .left-out { visibility: hidden; }
    .picture .label.left-out { pointer-events: none; }
    .picture .without-status .discs { display: inline; }
    .picture .without-status
      :is(.path-chip, .more, .ask-chip, .reached-chip, .marks > .sign, .gliding text) { visibility: hidden; }
    .picture .names-only .names { display: inline; }
    .picture .names-only :is(.node, .cluster) :is(text, .panel, .cell) { visibility: hidden; }
    .picture .names-only .badge-changed { visibility: hidden; }
    .picture .names-only :is(.card, .shape, .halo, .inner, .edge > path:not(.hit)) {
      vector-effect: non-scaling-stroke;
    }
    /* Lines are thin where cards are small, but for those with a state. */
    .names-only .edge > path:not(.hit) { stroke-width: 0.9; }
    .picture .names-only :is(.badge-stop, .badge-watch) > * { transform: scale(var(--mark-growth)); }
  }
  .picture .away { visibility: hidden; }

  .map { position: absolute; left: 12px; bottom: 12px; touch-action: none; cursor: pointer; }
  .map[hidden] { display: none; }
  /* Folded away, it keeps its place. */
  .map.folded { visibility: hidden; }
  /* Above the view buttons where both do not fit beside each other, and above a note. */
  :is(.snug, .noted) .map { bottom: calc(var(--foot, 32px) + 24px); }
  .minimap {
    display: block;
    background: var(--tracklight-panel);
    border: 1px solid var(--tracklight-cluster-line);
    border-radius: 6px;
  }
  .minimap .block { fill: var(--line, var(--tracklight-plain-line)); opacity: 0.55; }
  .minimap .container { fill: var(--tracklight-cluster-fill); stroke: var(--tracklight-cluster-line); stroke-width: 4; }
  .minimap .state { fill: var(--line); opacity: 1; }
  .minimap .way { fill: none; stroke: var(--tracklight-quiet); stroke-width: 3; opacity: 0.5; }
  .minimap .part {
    fill: color-mix(in srgb, var(--tracklight-accent) 10%, transparent);
    stroke: var(--tracklight-accent);
    vector-effect: non-scaling-stroke;
    stroke-width: 1.5;
  }

  .sticky-head {
    position: absolute;
    left: 0;
    top: 0;
    box-sizing: border-box;
    height: 26px;
    padding: 0 12px;
    display: flex;
    align-items: center;
    gap: 12px;
    overflow: hidden;
    white-space: nowrap;
    cursor: pointer;
    background: var(--tracklight-cluster-fill);
    border: 1px solid var(--tracklight-cluster-line);
    border-top: 0;
    border-radius: 0 0 8px 8px;
    font-size: 13px;
    line-height: 20px;
    color: var(--tracklight-ink);
  }
  .sticky-head b { overflow: hidden; text-overflow: ellipsis; }
  .sticky-head span { margin-left: auto; font-size: 11px; color: var(--state, var(--tracklight-ink-soft)); }

  /* Only heard, as \`.hidden\` of ui/controls.css, unless it stands for the drawing on the screen or on paper. */
  .frame:not(.as-outline) > .outline:not(.instead) {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  .progress { position: absolute; inset: 0 0 auto 0; height: 2px; overflow: hidden; animation: appear 1ms 150ms both; }
  .progress::after {
    content: '';
    position: absolute;
    inset: 0;
    background: var(--tracklight-accent);
    transform-origin: left;
    animation: var(--tracklight-motion, slide 1.4s ease-in-out infinite);
  }
  @keyframes appear { from { opacity: 0; } }
  @keyframes slide { from { transform: translateX(-60%) scaleX(0.4); } to { transform: translateX(110%) scaleX(0.4); } }
  @media (prefers-reduced-motion: reduce) { .progress::after { animation: none; transform: none; } }

  .outline.instead {
    position: absolute;
    inset: 0 0 60px;
    overflow: auto;
    padding: 12px 16px;
    font-size: 13px;
  }
  /* The page shows something else here; the last drawing goes at once, not when the next is laid out. */
  :host(.bare) :is(.picture, .map, .sticky-heads, .tools) { visibility: hidden; }
  .empty {
    position: absolute;
    inset: 0 var(--covered) 0 0;
    margin: auto;
    height: fit-content;
    text-align: center;
    color: var(--tracklight-muted);
    padding: 24px;
    pointer-events: none;
  }
  .failure {
    position: absolute;
    left: 12px;
    bottom: 60px;
    right: calc(12px + var(--covered));
    margin: 0;
    padding: 8px 12px;
    background: var(--tracklight-surface);
    border: 1px solid var(--tracklight-failed);
    border-radius: var(--tracklight-radius);
    width: fit-content;
    max-width: calc(100% - 24px - var(--covered));
    box-sizing: border-box;
  }
  .failure:is(.held, .simplified) { border-color: var(--tracklight-border-strong); }
  .failure button {
    font: inherit;
    color: var(--tracklight-accent);
    background: none;
    border: 0;
    padding: 4px;
    text-decoration: underline;
    cursor: pointer;
  }
  /* The strip that the drawing leaves free. */
  .foot {
    position: absolute;
    inset: auto calc(12px + var(--covered)) 12px 8px;
    display: flex;
    flex-wrap: wrap;
    align-items: end;
    gap: 8px;
    pointer-events: none;
  }
  ::slotted([slot='note']) { flex: 1 1 104px; max-width: max-content; pointer-events: auto; }
  .tools {
    display: flex;
    align-items: center;
    gap: 2px;
    margin-left: auto;
    padding: 2px;
    pointer-events: auto;
    background: var(--tracklight-surface);
    border-radius: 8px;
    box-shadow: var(--tracklight-lift-2);
    font-size: 13px;
    line-height: 20px;
  }
  .tools :is(button, summary), .find button {
    min-width: 28px;
    height: 28px;
    border: 0;
    border-radius: 6px;
    background: none;
    color: var(--tracklight-fg);
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    cursor: pointer;
    padding: 0;
    font: inherit;
    white-space: nowrap;
  }
  .tools button:has(> span) { padding: 0 8px; }
  .tools .gap { flex: none; width: 1px; height: 16px; margin: 0 2px; background: var(--tracklight-border); }
  .zoom { position: relative; }
  .tools .percent { min-width: 44px; font-variant-numeric: tabular-nums; list-style: none; }
  .percent::-webkit-details-marker { display: none; }
  .scales {
    position: absolute;
    bottom: calc(100% + 6px);
    left: 0;
    display: flex;
    flex-direction: column;
    padding: 4px;
    background: var(--tracklight-surface);
    border-radius: 8px;
    box-shadow: var(--tracklight-lift-2);
  }
  .tools .scales button { min-width: 64px; justify-content: flex-start; padding: 0 8px; }
  :is(.tools, .find) button:hover:not(:disabled), .percent:hover { background: var(--tracklight-hover); }
  .tools button[aria-pressed='true'] { background: var(--tracklight-accent-soft); color: var(--tracklight-accent); }
  .tiny .tools :is(.tool-fit, .tool-follow) > span { display: none; }
  .tiny .tools :is(.tool-fit, .tool-follow) { padding: 0; }
  .narrow .tools .tool-minus, .narrow .tools .zoom, .narrow .tools .tool-plus, .narrow .tools .tool-plus + .gap {
    display: none;
  }
  :host([wheel='held']) .narrow.fitted .tools { visibility: hidden; }
  :is(.tools, .find) button:disabled { opacity: 0.4; cursor: default; }
  .find {
    position: absolute;
    right: calc(10px + var(--covered));
    top: 10px;
    display: flex;
    align-items: center;
    gap: 2px;
    max-width: calc(100% - 20px - var(--covered));
    background: var(--tracklight-surface);
    border: 1px solid var(--tracklight-border-strong);
    border-radius: var(--tracklight-radius);
    box-shadow: 0 4px 18px rgb(0 0 0 / 0.14);
  }
  .find input {
    flex: 1;
    min-width: 60px;
    width: 190px;
    height: 30px;
    box-sizing: border-box;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 13px;
    padding: 0 9px;
    outline-offset: -2px;
  }
  .find output { color: var(--tracklight-muted); font-size: 12px; white-space: nowrap; padding: 0 4px; }
  .find input:focus-visible { outline: 2px solid var(--tracklight-focus); border-radius: var(--tracklight-radius); }
  :is(.tools, .find) button:focus-visible, .failure button:focus-visible {
    outline: 2px solid var(--tracklight-focus);
    outline-offset: -2px;
  }
  .icon path { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .tip {
    position: absolute;
    z-index: 2;
    max-width: min(340px, 80%);
    padding: 6px 9px;
    border-radius: var(--tracklight-radius);
    background: var(--tracklight-tip);
    color: var(--tracklight-tip-fg);
    font-size: 12px;
    line-height: 1.4;
    overflow-wrap: anywhere;
    max-height: 60%;
    overflow: auto;
  }
  .tip p { margin: 0; white-space: pre-wrap; }
  .tip p + p { margin-top: 4px; }
  .tip-head span { opacity: 0.75; margin-left: 4px; }
  .tip-prompt { padding: 4px 0 4px 8px; border-left: 2px solid currentColor; }
  .tip-fact { opacity: 0.85; }
  .tip[hidden] { display: none; }
  @media (max-width: 639.98px) {
    .foot { right: 10px; }
    .tools { height: 40px; padding: 0 2px; }
    .tools :is(.gap, .zoom, .tool-minus, .tool-plus, .tool-follow, .tool-find, .tool-full) { display: none; }
    .frame .tools .tool-fit > span { display: inline; }
    .frame .tools .tool-fit { min-width: 44px; height: 44px; padding: 0 10px; }
  }
  @media (pointer: coarse) { .find button { min-width: 44px; height: 44px; } .find input { height: 44px; } }
  @media (pointer: coarse) { .picture .reach { pointer-events: all; } }
  @media (forced-colors: active) {
    .frame { background-image: none; }
    .stage, .minimap { forced-color-adjust: none; }
    .picture .shade { display: none; }
    .picture .path-chip rect { fill: Canvas; stroke: CanvasText; }
    .tools button[aria-pressed='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
  }
  @media print {
    .picture .chevron { display: none; }
    .picture .ground { fill: #fff; }
    .frame { position: static; background: none; }
    .stage {
      position: static;
      display: block;
      width: min(100%, var(--print-width));
      height: auto;
      max-height: 90vh;
      break-inside: avoid;
      margin: 0 auto;
    }
    .as-outline .stage { display: none; }
    .picture .dim, .picture .apart { opacity: 1; }
    .picture .selected:not([class*=' r-']) > .halo { stroke: none; }
    :is(.foot, .find, .tip, .map, .progress, .sticky-heads), .picture .shade { display: none; }
  }
`;
