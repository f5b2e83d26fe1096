// @ts-check
// How the editor looks. It replaces every mark of the library that is a `data:` image, because the policy forbids those.

import { EditorView } from '@codemirror/view';

const v = (/** @type {string} */ name) => `var(--tracklight-${name})`;

const wavy = (/** @type {string} */ colour) => ({
  backgroundImage: 'none',
  paddingBottom: '0',
  textDecoration: `underline wavy ${colour} 1px`,
  textDecorationSkipInk: 'none',
  textUnderlineOffset: '3px',
});

const dot = (/** @type {string} */ colour) => ({
  content: 'normal', width: '8px', height: '8px', borderRadius: '50%', backgroundColor: colour, margin: '0.42em 1px 0 3px',
});

export const theme = EditorView.theme({
  '&': { height: '100%', color: v('fg'), backgroundColor: v('surface'), fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: v('mono'), lineHeight: '1.6', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: v('accent') },
  '.cm-line': { padding: '0 14px 0 6px' },
  '.cm-gutters': { backgroundColor: v('surface'), color: v('muted'), border: 'none', paddingLeft: '4px' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '26px', padding: '0 6px 0 2px' },
  '.cm-gutter-lint': { width: '14px' },
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
  '.cm-diagnosticSource': { color: v('muted'), opacity: '1', fontSize: '11px' },

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
  '.tok-node.tok-declaration': { fontWeight: '600' },
  '.tok-title': { color: v('code-string') },
  '.tok-string, .tok-external': { color: v('code-string') },
  '.tok-number, .tok-constant': { color: v('code-number') },
  '.tok-annotation, .tok-parameter': { color: v('code-annotation') },
  '.tok-attribute, .tok-labelKey, .tok-variable': { color: v('code-attribute') },
  '.tok-arrow, .tok-operator, .tok-multiplicity': { color: v('code-arrow') },
  '.tok-condition, .tok-template, .tok-reference': { color: v('code-number') },
  '.tok-label': { color: v('code-string') },
  '.tok-punctuation': { color: v('muted') },
  '.tok-deprecated': { textDecoration: 'line-through' },
  '.tok-created': { fontStyle: 'italic' },
});
