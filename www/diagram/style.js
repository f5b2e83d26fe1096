// @ts-check
// How a drawing looks: the light palette of the DOT text is mapped onto the theme by value, so that colours chosen
// in the source stay; states of a run are painted by class.

import { css, unsafeCSS } from 'lit';

/** Light value in the DOT text -> custom property. */
const FILLS = {
  '#fff1de': 'init-fill', '#ffffff': 'plain-fill', white: 'plain-fill', '#e3effc': 'task-fill', '#efe7fa': 'state-fill', '#e4f5e7': 'context-fill',
  '#fff9d6': 'tool-fill', '#f3f4f6': 'type-fill', '#fbfcfd': 'cluster-fill', '#fffbe0': 'note-fill',
};
const STROKES = {
  '#c77700': 'init-line', '#5b6673': 'plain-line', '#2f6fb3': 'task-line', '#7a4fb5': 'state-line', '#3a8a4d': 'context-line',
  '#9a8400': 'tool-line', '#b8a94a': 'note-line', '#52606d': 'edge', '#c62828': 'danger', '#2e7d32': 'true', '#9aa5b1': 'quiet',
};
const TEXTS = { '#1f2933': 'ink', black: 'ink', '#7b8794': 'ink-soft', '#5b6673': 'ink-soft', '#52606d': 'ink-soft' };

/** @param {string} attribute @param {string} property @param {Record<string, string>} table @param {string} shapes */
const rules = (attribute, property, table, shapes) =>
  Object.entries(table).map(([value, name]) => `.lens :is(${shapes})[${attribute}="${value}"]{${property}:var(--tracklight-${name})}`).join('\n');

const SHAPES = 'path,polygon,polyline,ellipse';

const mapped = unsafeCSS([
  rules('fill', 'fill', FILLS, SHAPES),
  rules('fill', 'fill', STROKES, SHAPES),
  rules('stroke', 'stroke', STROKES, SHAPES),
  rules('fill', 'fill', TEXTS, 'text'),
].join('\n'));

export const sheet = css`
  :host { display: block; position: relative; min-height: 0; min-width: 0; color: var(--tracklight-fg); font: inherit; }
  .frame { position: absolute; inset: 0; overflow: hidden; background: var(--tracklight-canvas); }
  .stage { width: 100%; height: 100%; display: block; touch-action: none; cursor: grab; user-select: none; -webkit-user-select: none; }
  .stage:active { cursor: grabbing; }
  /* The part of the stage that nothing of the page lies over. */
  .seen { position: absolute; inset: 0 var(--tracklight-covered, 0px) 0 0; visibility: hidden; pointer-events: none; }
  .lens text { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; fill: var(--tracklight-ink); }
  .lens text[font-family^='Courier'] { font-family: var(--tracklight-mono); }
  ${mapped}
  .lens .own-fill > text, .lens .own-fill > g > text { fill: #1f2933; }
  .lens .hit { stroke: transparent; stroke-width: 12; pointer-events: stroke; stroke-dasharray: none; }
  .lens .cell { stroke: none; rx: 2px; }
  .lens [id^='n'], .lens [id^='c'], .lens [id^='e'] { cursor: pointer; outline: none; }
  .lens [role='button']:focus-visible > :is(${unsafeCSS(SHAPES)}):not(.hit) { stroke: var(--tracklight-focus); stroke-width: 3; }

  .lens .node > :is(${unsafeCSS(SHAPES)}):not(.cell), .lens .cluster > :is(${unsafeCSS(SHAPES)}):not(.cell),
  .lens .edge > path:not(.hit) { stroke-width: var(--look-width, 1.2); }
  .lens .cluster > :is(polygon, path) { stroke: var(--tracklight-border-strong); fill: var(--tracklight-cluster-fill); }
  .lens .edge[data-style=''] > path { stroke-dasharray: none; }
  .lens .edge[data-style*='dashed'] > path:not(.hit) { stroke-dasharray: 5 3; }
  .lens .edge[data-style*='dotted'] > path:not(.hit) { stroke-dasharray: 1.5 3; }

  .lens :is(.r-visited, .r-completed) { --state: var(--tracklight-visited); }
  .lens .r-completed { --state: var(--tracklight-current); }
  .lens .r-parked { --state: var(--tracklight-waiting); }
  .lens .r-current { --state: var(--tracklight-current); }
  .lens .r-agent { --state: var(--tracklight-waiting); }
  .lens .r-answers { --state: var(--tracklight-answers); }
  .lens .r-blocked { --state: var(--tracklight-blocked); }
  .lens .r-failed { --state: var(--tracklight-failed); }
  .lens :is(.node, .cluster):is(.r-visited, .r-completed, .r-parked, .r-current, .r-agent, .r-answers, .r-blocked, .r-failed) > :is(${unsafeCSS(SHAPES)}):not(.cell) { stroke: var(--state); }
  .lens .node:is(.r-agent, .r-answers) > :is(${unsafeCSS(SHAPES)}):not(.cell) { stroke-dasharray: 6 3; }
  .lens g[id^='a_s'] > text { fill: var(--state, var(--tracklight-ink-soft)); font-weight: 700; }
  .lens g[id^='a_k'] > text, .lens g[id^='a_t'] > text, .lens g[id^='a_r'] > text, .lens g[id^='a_j'] > text { fill: var(--tracklight-ink-soft); }
  .lens g[id^='a_p'] > text { fill: var(--state, var(--tracklight-ink-soft)); font-weight: 700; }

  .lens .edge.r-true > path:not(.hit) { stroke: var(--tracklight-accent); stroke-dasharray: none; }
  .lens .edge.r-true > polygon { stroke: var(--tracklight-accent); fill: var(--tracklight-accent); }
  .lens .edge.r-false > path:not(.hit) { stroke: var(--tracklight-quiet); stroke-dasharray: 5 3; }
  .lens .edge.r-error > path:not(.hit) { stroke: var(--tracklight-failed); stroke-dasharray: 1.5 3; }
  .lens .edge.r-taken { --state: var(--tracklight-visited); }
  .lens .edge.r-last { --state: var(--tracklight-current); }
  .lens .edge:is(.r-taken, .r-last) > path:not(.hit) { stroke: var(--state); }
  .lens .edge:is(.r-taken, .r-last) > polygon { stroke: var(--state); fill: var(--state); }
  .lens .edge:is(.r-taken, .r-last) > polygon[fill='none'] { fill: none; }

  .lens .edge.r-forced > path:not(.hit) { stroke: var(--tracklight-accent); stroke-width: 4; stroke-dasharray: none; }
  .lens .edge.r-forced > polygon { stroke: var(--tracklight-accent); fill: var(--tracklight-accent); }
  .lens .edge.r-skipped > path:not(.hit) { stroke: var(--tracklight-accent); stroke-dasharray: 1 5; }
  .lens .edge.r-skipped > polygon { stroke: var(--tracklight-accent); fill: none; }
  .lens :is(.node, .cluster).r-blocked > :is(${unsafeCSS(SHAPES)}):not(.cell) { stroke-width: 5; }
  .lens .badges { pointer-events: none; }
  .lens .badges .inner { stroke: var(--tracklight-canvas); stroke-width: 1.6; }
  .lens .badges text { font-size: 13px; font-weight: 700; fill: var(--tracklight-accent); stroke: var(--tracklight-canvas); stroke-width: 3px; paint-order: stroke; }
  .lens .badges :is(.badge-stop, .badge-watch) { fill: var(--tracklight-canvas); stroke: var(--tracklight-failed); stroke-width: 2px; paint-order: normal; font-size: 16px; }
  .lens .badges .badge-watch { fill: var(--tracklight-failed); stroke: var(--tracklight-canvas); stroke-width: 3px; paint-order: stroke; }
  .lens .badges .badge-off { opacity: 0.5; }
  .lens .badges .badge-error { fill: var(--tracklight-failed); font-size: 15px; }
  .lens .badges .badge-changed { font-size: 8px; stroke-width: 2px; }
  .lens .path-chip rect { fill: var(--path, var(--tracklight-muted)); stroke: var(--tracklight-canvas); }
  .lens .ask-chip rect { fill: var(--tracklight-answers); stroke: var(--tracklight-canvas); }
  .lens .badges .chip-text { font-size: 9.5px; fill: var(--tracklight-canvas); stroke: none; }
  ${unsafeCSS([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `.path-${n}{--path:var(--tracklight-path-${n})}`).join(''))}
  .lens .dim { opacity: 0.22; }

  .lens .mark-changed > .cell { fill: var(--tracklight-changed-fill); }
  .lens .mark-changed > text { fill: var(--tracklight-changed-ink); font-weight: 700; }
  .lens .mark-invalid > .cell { fill: var(--tracklight-invalid-fill); }
  .lens .selected > :is(${unsafeCSS(SHAPES)}):not(.cell, .hit) { stroke: var(--tracklight-accent); }
  .lens .selected:is(.node, .cluster) > :is(${unsafeCSS(SHAPES)}):not(.cell, .hit) { stroke-width: 2.5; filter: drop-shadow(0 0 2px var(--tracklight-accent)); }
  .lens .edge.selected > polygon { fill: var(--tracklight-accent); }
  .lens .edge.selected > path.hit { stroke: color-mix(in srgb, var(--tracklight-accent) 18%, transparent); }

  .outline { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  .progress { position: absolute; inset: 0 0 auto 0; height: 2px; overflow: hidden; animation: appear 1ms 150ms both; }
  .progress::after { content: ''; position: absolute; inset: 0; background: var(--tracklight-accent); transform-origin: left; animation: var(--tracklight-motion, slide 1.4s ease-in-out infinite); }
  @keyframes appear { from { opacity: 0; } }
  @keyframes slide { from { transform: translateX(-60%) scaleX(0.4); } to { transform: translateX(110%) scaleX(0.4); } }
  @media (prefers-reduced-motion: reduce) { .progress::after { animation: none; transform: none; } }

  .outline.instead { position: absolute; inset: 0 0 60px; width: auto; height: auto; overflow: auto; clip-path: none; white-space: normal; padding: 12px 16px; font-size: 13px; }
  .empty { position: absolute; inset: 0 var(--tracklight-covered, 0px) 0 0; margin: auto; height: fit-content; text-align: center; color: var(--tracklight-muted); padding: 24px; pointer-events: none; }
  .failure { position: absolute; left: 12px; bottom: 12px; right: calc(12px + var(--tracklight-covered, 0px)); margin: 0; padding: 8px 12px; background: var(--tracklight-surface); border: 1px solid var(--tracklight-failed); border-radius: var(--tracklight-radius); width: fit-content; max-width: calc(100% - 24px - var(--tracklight-covered, 0px)); box-sizing: border-box; }
  .failure.held { border-color: var(--tracklight-border-strong); }
  .failure button { font: inherit; color: var(--tracklight-accent); background: none; border: 0; padding: 4px; text-decoration: underline; cursor: pointer; }
  .tools { position: absolute; right: calc(10px + var(--tracklight-covered, 0px)); bottom: 10px; display: flex; flex-wrap: wrap; max-width: calc(100% - 20px - var(--tracklight-covered, 0px)); background: var(--tracklight-surface); border: 1px solid var(--tracklight-border); border-radius: var(--tracklight-radius); }
  .tools button, .find button { width: 30px; height: 28px; border: 0; background: none; color: var(--tracklight-muted); display: grid; place-items: center; cursor: pointer; padding: 0; }
  .tools > * + * { border-left: 1px solid var(--tracklight-border) !important; }
  :is(.tools, .find) button:hover:not(:disabled), .tools button[aria-pressed='true'] { background: var(--tracklight-hover); color: var(--tracklight-fg); }
  .tools button[aria-pressed='true'] { color: var(--tracklight-accent); box-shadow: inset 0 -2px 0 var(--tracklight-accent); }
  :is(.tools, .find) button:disabled { opacity: 0.4; cursor: default; }
  .find { position: absolute; right: calc(10px + var(--tracklight-covered, 0px)); top: 10px; display: flex; align-items: center; gap: 2px; max-width: calc(100% - 20px - var(--tracklight-covered, 0px)); background: var(--tracklight-surface); border: 1px solid var(--tracklight-border-strong); border-radius: var(--tracklight-radius); box-shadow: 0 4px 18px rgb(0 0 0 / 0.14); }
  .find input { flex: 1; min-width: 60px; width: 190px; height: 30px; box-sizing: border-box; border: 0; background: none; color: inherit; font: inherit; font-size: 13px; padding: 0 9px; outline-offset: -2px; }
  .find output { color: var(--tracklight-muted); font-size: 12px; white-space: nowrap; padding: 0 4px; }
  .find input:focus-visible { outline: 2px solid var(--tracklight-focus); border-radius: var(--tracklight-radius); }
  :is(.tools, .find) button:focus-visible, .failure button:focus-visible { outline: 2px solid var(--tracklight-focus); outline-offset: -2px; }
  .icon path { fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
  .tip { position: absolute; z-index: 2; max-width: min(340px, 80%); padding: 6px 9px; border-radius: var(--tracklight-radius); background: var(--tracklight-tip); color: var(--tracklight-tip-fg); font-size: 12px; line-height: 1.4; white-space: pre-wrap; overflow-wrap: anywhere; pointer-events: none; }
  .tip[hidden] { display: none; }
  @media (pointer: coarse) { :is(.tools, .find) button { width: 44px; height: 44px; } .find input { height: 44px; } }
  @media (forced-colors: active) { .stage { forced-color-adjust: none; } }
`;
