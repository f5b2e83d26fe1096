// What highlighters call the core's token classes. Themes know these names, so each colours a machine like other code.

export const CLASSES = {
  comment: name('comment', 'comment', 'comment', 'Comment', 'comment'),
  keyword: name('keyword.control', 'keyword', 'keyword', 'Keyword', 'keyword'),
  type: name('storage.type', 'keyword', 'built_in', 'Keyword.Type', 'modifier'),
  node: name('entity.name.function', 'function', 'title', 'Name.Function', 'variableName.definition'),
  title: name('string.quoted.title', 'string', 'string', 'String.Doc', 'string.special'),
  annotation: name('storage.modifier.annotation', 'atrule', 'meta', 'Name.Decorator', 'annotation'),
  parameter: name('variable.parameter', 'attr-name', 'params', 'Name.Attribute', 'attributeName'),
  attribute: name('support.type.property-name', 'property', 'attr', 'Name.Property', 'propertyName'),
  valueType: name('entity.name.type', 'class-name', 'type', 'Name.Class', 'typeName'),
  string: name('string.quoted', 'string', 'string', 'String', 'string'),
  template: name('punctuation.section.embedded', 'punctuation', 'subst', 'String.Interpol', 'brace'),
  number: name('constant.numeric', 'number', 'number', 'Number', 'number'),
  constant: name('constant.language', 'boolean', 'literal', 'Keyword.Constant', 'bool'),
  reference: name('variable.other.constant', 'constant', 'symbol', 'Name.Constant', 'labelName'),
  external: name('markup.underline.link', 'url', 'link', 'Name.Label', 'url'),
  arrow: name('keyword.operator.arrow', 'operator', 'keyword', 'Operator.Word', 'controlOperator'),
  label: name('string.unquoted.label', 'string', 'string', 'String.Other', 'string.special'),
  labelKey: name('keyword.other', 'keyword', 'keyword', 'Keyword.Pseudo', 'controlKeyword'),
  condition: name('punctuation.definition.string', 'punctuation', 'string', 'String.Delimiter', 'quote'),
  multiplicity: name('constant.numeric.multiplicity', 'number', 'number', 'Number.Integer', 'integer'),
  punctuation: name('punctuation', 'punctuation', 'punctuation', 'Punctuation', 'punctuation'),
  variable: name('variable.other', 'variable', 'variable', 'Name.Variable', 'variableName'),
  operator: name('keyword.operator', 'operator', 'operator', 'Operator', 'operator'),
};

/** A class that a grammar can tell: one of the core's, but for that of errors. */
export type Class = keyof typeof CLASSES;

/** Scope of TextMate, type of Prism, scope of highlight.js, token of Pygments, tag of CodeMirror. */
function name(textMate: string, prism: string, highlight: string, pygments: string, codeMirror: string) {
  return { textMate, prism, highlight, pygments, codeMirror };
}
