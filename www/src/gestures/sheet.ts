// How gestures over the drawing look.

import { css } from 'lit';

export const sheet = css`
  .gestures { position: absolute; inset: 0; pointer-events: none; z-index: 3; overflow: hidden; font-size: 13px; }
  .gestures [hidden][hidden] { display: none; }
  .gestures > .line { position: absolute; inset: 0; width: 100%; height: 100%; }
  .gestures > .line path {
    fill: none;
    stroke: var(--tracklight-accent);
    stroke-width: 2;
    stroke-dasharray: 6 4;
    stroke-linecap: round;
  }
  .gestures .handle {
    position: absolute;
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    margin: -12px 0 0 -12px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    pointer-events: auto;
    touch-action: none;
    background: none;
    color: var(--tracklight-accent);
    cursor: grab;
  }
  .gestures .handle .icon { width: 16px; height: 16px; }
  .gestures .plus, .gestures .end {
    background: var(--tracklight-surface);
    box-shadow: 0 0 0 1.5px var(--tracklight-accent), var(--tracklight-lift-1);
    width: 20px;
    height: 20px;
    margin: -10px 0 0 -10px;
  }
  .gestures .plus { cursor: pointer; }
  .gestures .plus:hover, .gestures .end:hover {
    background: var(--tracklight-accent);
    color: var(--tracklight-accent-fg);
  }
  .gestures .end { width: 14px; height: 14px; margin: -7px 0 0 -7px; cursor: grab; }
  .gestures .end::before, .gestures .plus::before { content: ''; position: absolute; inset: -6px; border-radius: 50%; }
  .gestures .grip { color: var(--tracklight-muted); }
  .gestures .grip:hover { color: var(--tracklight-accent); }
  .gestures .icon path {
    fill: none;
    stroke: currentColor;
    stroke-width: 1.8;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .gestures .grip .icon path { stroke-width: 2.4; }
  .gestures .reason {
    position: absolute;
    max-width: 260px;
    margin: 0;
    padding: 4px 8px;
    border-radius: var(--tracklight-radius);
    background: var(--tracklight-tip);
    color: var(--tracklight-tip-fg);
    font-size: 12px;
    line-height: 1.4;
  }
  .gestures .target {
    position: absolute;
    border: 2px solid var(--tracklight-accent);
    border-radius: 10px;
    box-sizing: border-box;
  }
  .gestures .bar, .gestures .name-box, .gestures .chooser, .gestures .value-box {
    position: absolute;
    box-sizing: border-box;
    pointer-events: auto;
    background: var(--tracklight-surface);
    color: var(--tracklight-fg);
    border: 1px solid var(--tracklight-border-strong, var(--tracklight-line));
    border-radius: 8px;
    box-shadow: var(--tracklight-lift-2);
  }
  .gestures .bar {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    padding: 2px;
    width: max-content;
    max-width: min(280px, calc(100% - 16px));
  }
  .gestures .bar button {
    font: inherit;
    min-height: 26px;
    padding: 0 8px;
    border: 0;
    border-radius: 6px;
    background: none;
    color: inherit;
    cursor: pointer;
    white-space: nowrap;
  }
  .gestures .bar button:hover { background: var(--tracklight-hover); }
  .gestures .bar button[aria-pressed='true'] {
    background: var(--tracklight-accent-soft);
    color: var(--tracklight-accent);
  }
  .gestures .name-box { padding: 6px; display: grid; gap: 4px; max-width: min(320px, calc(100% - 16px)); margin: 0; }
  .gestures .value-box { padding: 6px; width: min(380px, calc(100% - 16px)); display: grid; gap: 4px; }
  .gestures input[type='text'] {
    font: inherit;
    min-width: 0;
    width: 100%;
    box-sizing: border-box;
    height: 28px;
    padding: 0 6px;
    color: inherit;
    background: var(--tracklight-canvas);
    border: 1px solid var(--tracklight-line);
    border-radius: 4px;
  }
  .gestures .is-in-place :is(input[type='text'], .cm-content) {
    font-family: var(--spot-family, inherit);
    font-size: var(--spot-size, 13px);
    font-weight: var(--spot-weight, 400);
  }
  .gestures .choices { display: flex; gap: 2px; }
  .gestures .choices label { position: relative; cursor: pointer; }
  .gestures .choices input { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
  .gestures .choices span { display: block; padding: 2px 8px; border-radius: 6px; color: var(--tracklight-muted); }
  .gestures .choices :checked + span {
    background: var(--tracklight-accent-soft);
    color: var(--tracklight-accent);
    font-weight: 600;
  }
  .gestures :is(input, button, [role='listbox']):focus-visible,
  .gestures .value-box .editor:focus-within,
  .gestures .choices :focus-visible + span {
    outline: 2px solid var(--tracklight-focus);
    outline-offset: 1px;
  }
  .gestures p { margin: 0; }
  .gestures .problem { color: var(--tracklight-bad); font-size: 12px; }
  .gestures .problem:empty, .gestures .value:empty { display: none; }
  .gestures .hint, .gestures .value { color: var(--tracklight-muted); font-size: 11px; }
  .gestures .value { font-family: var(--tracklight-mono, var(--tracklight-code)); }
  .gestures .value-box .editor { border: 1px solid var(--tracklight-line); border-radius: 4px; }
  .gestures .value-box .cm-editor { height: auto; max-height: 160px; background: var(--tracklight-canvas); }
  .gestures .value-box .cm-scroller { contain: none; overflow: auto; max-height: 160px; }
  .gestures .value-box .cm-content { padding: 4px 0; }
  .gestures .chooser { width: min(280px, calc(100% - 16px)); padding: 6px; display: grid; gap: 4px; }
  .gestures .chooser .head { font-weight: 600; }
  .gestures .chooser [role='listbox'] { max-height: 220px; overflow: auto; }
  .gestures .chooser [role='option'] {
    display: flex;
    gap: 8px;
    padding: 4px 6px;
    border-radius: 4px;
    cursor: pointer;
  }
  .gestures .chooser [aria-selected='true'] { background: var(--tracklight-accent-soft); }
  .gestures .chooser .note {
    color: var(--tracklight-muted);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .gestures .picking {
    position: absolute;
    inset: 8px 8px auto;
    display: flex;
    justify-content: space-between;
    align-items: center;
    gap: 8px;
    padding: 4px 4px 4px 12px;
    pointer-events: auto;
    background: var(--tracklight-tip);
    color: var(--tracklight-tip-fg);
    border-radius: 8px;
  }
  .gestures .picking button {
    font: inherit;
    min-height: 36px;
    padding: 0 12px;
    background: none;
    color: inherit;
    border: 0;
    text-decoration: underline;
  }
  .gestures .field-buttons { display: none; gap: 4px; }
  .gestures .field-buttons button {
    font: inherit;
    flex: 1;
    min-height: 44px;
    border: 1px solid var(--tracklight-line);
    border-radius: 6px;
    background: none;
    color: inherit;
  }
  .gestures .field-buttons .save { border-color: var(--tracklight-accent); color: var(--tracklight-accent); }
  @media (pointer: coarse) {
    .gestures .field-buttons { display: flex; }
    .gestures .hint { display: none; }
    /* Touched elements have the sheet. */
    .gestures > .handle { display: none; }
    .gestures :is(.bar button, .choices span, .picking button) { min-height: 44px; display: grid; place-items: center; }
    .gestures :is(.name-box, .chooser) input[type='text'] { height: 44px; font-size: 16px; }
    .gestures .chooser [role='option'] { min-height: 44px; align-items: center; }
    .gestures .value-box .editor .cm-content { font-size: 16px; min-height: 36px; }
  }
  @media (forced-colors: active) {
    .gestures .handle {
      border: 1px solid ButtonText;
      color: ButtonText;
      background: ButtonFace;
      forced-color-adjust: none;
    }
    .gestures .target { border-color: Highlight; }
    .gestures [aria-selected='true'], .gestures .choices :checked + span {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
  @media print { .gestures { display: none; } }
`;
