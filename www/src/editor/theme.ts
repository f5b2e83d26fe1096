// How the editor looks. It replaces every mark of the library that is a `data:` image, because the policy forbids those.

import { EditorView } from '@codemirror/view';

const v = (name: string) => `var(--tracklight-${name})`;

const wavy = (colour: string) => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${colour} 1px`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const dot = (colour: string) => ({
  content: 'normal', width: '8px', height: '8px', borderRadius: '50%', backgroundColor: colour, margin: '0.42em 1px 0 3px',
});

export const theme = EditorView.theme({
  '&': { height: '100%', color: v('fg'), backgroundColor: v('surface'), fontSize: 'var(--tracklight-code-size, 13px)' },
  '&.cm-focused': { outline: 'none' },
  // A key does not make the page around the text be measured.
  '.cm-scroller': { fontFamily: v('mono'), lineHeight: '1.6', overflow: 'auto', contain: 'strict' },
  '.cm-content': { padding: '10px 0', caretColor: v('accent') },
  '.cm-line': { padding: '0 14px 0 6px' },
  '.cm-gutters': { backgroundColor: v('surface'), color: v('muted'), border: 'none', paddingLeft: '4px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '26px', padding: '0 6px 0 2px' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-run .cm-gutterElement': { cursor: 'pointer', minWidth: '24px', padding: '0 1px', textAlign: 'right', whiteSpace: 'nowrap' },
  '.cm-lineNumbers .cm-gutterElement, .cm-run .cm-gutterElement:hover': { cursor: 'pointer' },
  '.cm-run .cm-gutterElement:hover': { backgroundColor: v('hover') },
  '.cm-stop, .cm-watch': { color: v('failed') },
  '.cm-off': { opacity: '0.45' },
  '.cm-path': { color: 'var(--path)', fontSize: '10px', fontWeight: '700', paddingLeft: '2px' },
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`.path-${n}`, { '--path': v(`path-${n}`) }])),
  '.cm-ghost': { color: v('muted'), fontStyle: 'italic', paddingLeft: '18px', userSelect: 'none' },
  '.cm-activeLine': { backgroundColor: v('code-line') },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: v('fg') },
  '.cm-cursor': { borderLeftColor: v('accent'), borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: v('code-selection') },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'transparent', outline: `1px solid ${v('border-strong')}` },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: v('failed') },
  '.cm-searchMatch': { backgroundColor: v('changed-fill') },
  '.cm-searchMatch-selected': { outline: `1px solid ${v('accent')}` },
  '.cm-selectionMatch': { backgroundColor: v('accent-soft') },
  '.cm-marked': { backgroundColor: v('accent-soft'), boxShadow: `0 0 0 1px ${v('accent-soft')}`, borderRadius: '2px' },

  '.cm-occurrence': { backgroundColor: v('code-use'), borderRadius: '2px' },

  '.cm-lintRange-error, .cm-lintRange-error.cm-lintRange-active': wavy(v('failed')),
  '.cm-lintRange-warning, .cm-lintRange-warning.cm-lintRange-active': wavy(v('warning')),
  '.cm-lintRange-info, .cm-lintRange-hint, .cm-lintRange-info.cm-lintRange-active': wavy(v('visited')),
  '.cm-lintPoint:after': { borderBottomColor: v('failed') },
  '.cm-lint-marker': { padding: '0' },
  '.cm-lint-marker-error': dot(v('failed')),
  '.cm-lint-marker-warning': { ...dot(v('warning')), borderRadius: '1px' },
  '.cm-lint-marker-info': dot(v('visited')),

  '.cm-tooltip': { backgroundColor: v('surface'), color: v('fg'), border: `1px solid ${v('border-strong')}`, borderRadius: v('radius'), overflow: 'hidden', boxShadow: '0 4px 16px rgb(0 0 0 / 0.14)' },
  '.cm-diagnostic': { padding: '7px 10px', fontFamily: v('font'), fontSize: '12.5px', lineHeight: '1.45', maxWidth: '420px', whiteSpace: 'pre-wrap', marginLeft: '0' },
  '.cm-diagnostic-error': { borderLeft: `3px solid ${v('failed')}` },
  '.cm-diagnostic-warning': { borderLeft: `3px solid ${v('warning')}` },
  '.cm-diagnostic-info': { borderLeft: `3px solid ${v('visited')}` },
  '.cm-diagnosticAction': { backgroundColor: v('surface'), color: v('accent'), border: `1px solid ${v('border-strong')}`, borderRadius: '4px', font: 'inherit', fontSize: '12px', minHeight: '24px', margin: '6px 6px 0 0', padding: '1px 8px', cursor: 'pointer' },
  '.cm-diagnosticText, .cm-diagnosticLine': { display: 'block' },
  '.cm-diagnosticLine + .cm-diagnosticLine': { color: v('muted') },
  '.cm-diagnostic code': { fontFamily: v('mono'), fontSize: '12px' },
  '.cm-diagnosticSource': { color: v('muted'), opacity: '1', fontSize: '11px' },

  '.cm-tooltip-section:not(:first-child)': { borderTop: `1px solid ${v('border')}` },
  '.cm-card': { padding: '8px 11px', maxWidth: 'min(440px, 86vw)', maxHeight: '46vh', overflow: 'auto', fontFamily: v('font'), fontSize: '12.5px', lineHeight: '1.5', overflowWrap: 'anywhere' },
  '.cm-card p, .cm-card ul, .cm-card pre': { margin: '0 0 6px' },
  '.cm-card > :last-child': { marginBottom: '0' },
  '.cm-card ul': { paddingLeft: '18px' },
  '.cm-card code': { fontFamily: v('mono'), fontSize: '12px' },
  '.cm-card :not(pre) > code': { backgroundColor: v('sunken'), borderRadius: '3px', padding: '1px 4px' },
  '.cm-card pre': { backgroundColor: v('sunken'), borderRadius: '4px', padding: '6px 8px', whiteSpace: 'pre-wrap' },
  '.cm-card hr': { border: '0', borderTop: `1px solid ${v('border')}`, margin: '6px 0' },

  '.cm-tooltip.cm-offers > ul': { fontFamily: v('mono'), fontSize: '12.5px', maxHeight: '17em', minWidth: 'min(260px, 80vw)', maxWidth: 'min(520px, 92vw)' },
  '.cm-tooltip.cm-offers > ul > li': { display: 'flex', alignItems: 'baseline', gap: '10px', padding: '3px 10px', lineHeight: '1.5', cursor: 'pointer' },
  '.cm-tooltip.cm-offers > ul > li[aria-selected]': { backgroundColor: v('accent-soft'), color: v('fg'), boxShadow: `inset 2px 0 0 ${v('accent')}` },
  '.cm-tooltip.cm-offers .cm-completionLabel': { flex: 'none', maxWidth: '60%', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-tooltip.cm-offers .cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-tooltip.cm-offers .cm-completionDetail': { flex: '1', minWidth: '0', margin: '0', overflow: 'hidden', textOverflow: 'ellipsis', color: v('muted'), fontStyle: 'normal', fontFamily: v('font'), fontSize: '12px' },
  '.cm-offer-kind': { marginLeft: 'auto', color: v('muted'), fontFamily: v('font'), fontSize: '11px' },
  '.cm-tooltip.cm-offers .cm-offer-fix': { fontFamily: v('font') },
  '.cm-tooltip.cm-offers .cm-offer-fix .cm-completionLabel': { maxWidth: 'none', whiteSpace: 'normal' },

  '.cm-uses': { position: 'relative', padding: '6px 0 4px', maxHeight: '38vh', overflow: 'auto' },
  '.cm-uses h2': { margin: '0', padding: '0 12px 4px', fontSize: '12.5px', fontWeight: '600' },
  '.cm-uses > button': { position: 'absolute', top: '2px', right: '6px', width: '26px', height: '26px', border: '0', background: 'none', color: v('muted'), fontSize: '17px', lineHeight: '1', cursor: 'pointer', borderRadius: '4px' },
  '.cm-uses ul': { margin: '0', padding: '0 4px', listStyle: 'none', fontSize: '12.5px' },
  '.cm-uses li button': { display: 'flex', alignItems: 'baseline', gap: '10px', width: '100%', minHeight: '26px', padding: '2px 8px', border: '0', borderRadius: '4px', background: 'none', color: 'inherit', font: 'inherit', textAlign: 'left', cursor: 'pointer' },
  '.cm-uses button:hover': { backgroundColor: v('hover') },
  '.cm-uses button:focus-visible': { outline: `2px solid ${v('focus')}`, outlineOffset: '-2px' },
  '.cm-use-place': { flex: 'none', minWidth: '26px', textAlign: 'right', color: v('muted'), fontVariantNumeric: 'tabular-nums' },
  '.cm-uses code': { fontFamily: v('mono'), minWidth: '0', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'pre' },
  '.cm-uses mark': { backgroundColor: v('code-use'), color: 'inherit', borderRadius: '2px' },
  '@media (pointer: coarse)': {
    '.cm-uses li button, .cm-tooltip.cm-offers > ul > li, .cm-diagnosticAction': { minHeight: '44px', alignItems: 'center' },
    '.cm-uses > button': { width: '44px', height: '44px', top: '-4px' },
  },

  '.cm-panels': { backgroundColor: v('sunken'), color: v('fg'), borderColor: v('border'), fontFamily: v('font') },
  '.cm-panel.cm-search': { padding: '8px 10px' },
  '.cm-panel.cm-search label': { fontSize: '12px', whiteSpace: 'nowrap' },
  '.cm-textfield': { backgroundColor: v('surface'), color: v('fg'), border: `1px solid ${v('border-strong')}`, borderRadius: '4px', padding: '3px 6px', fontSize: '12.5px' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: v('surface'), color: v('fg'), border: `1px solid ${v('border-strong')}`, borderRadius: '4px', padding: '3px 8px', fontSize: '12px' },
  '.cm-panel.cm-search [name=close]': { color: v('muted'), fontSize: '16px' },

  '.tok-comment': { color: v('code-comment'), fontStyle: 'italic' },
  '.tok-keyword': { color: v('code-keyword') },
  '.tok-type, .tok-valueType': { color: v('code-type') },
  '.tok-node': { color: v('code-node') },
  '.tok-node.mod-declaration': { fontWeight: '600' },
  '.tok-title': { color: v('code-string') },
  '.tok-string, .tok-external': { color: v('code-string') },
  '.tok-number, .tok-constant': { color: v('code-number') },
  '.tok-annotation, .tok-parameter': { color: v('code-annotation') },
  '.tok-attribute, .tok-labelKey, .tok-variable': { color: v('code-attribute') },
  '.tok-arrow, .tok-operator, .tok-multiplicity': { color: v('code-arrow') },
  '.tok-condition, .tok-template, .tok-reference': { color: v('code-number') },
  '.tok-label': { color: v('code-string') },
  '.tok-punctuation': { color: v('muted') },
  // A second cue beside the colour: nothing declares this name, or it should be written another way.
  '.mod-created': { color: v('code-created'), fontStyle: 'italic', textDecoration: 'underline dotted 1px', textUnderlineOffset: '3px' },
  '.mod-deprecated': { color: v('code-deprecated'), textDecoration: 'line-through' },
});
