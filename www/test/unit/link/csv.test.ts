// Cells as CSV: RFC 4180, and nothing that a spreadsheet would run.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvHeader, csvOf, csvRecord, tabsOf } from '../../../src/link/csv.ts';

const texts = (...list: string[]) => csvRecord(list.map((text) => ({ kind: 'text', text })));

test('records end with CRLF, and only what needs quotes has them', () => {
  assert.equal(texts('a', 'b c', 'd;e'), 'a,b c,d;e\r\n');
  assert.equal(texts('a,b', 'say "x"', 'two\nlines', 'cr\rhere'), '"a,b","say ""x""","two\nlines","cr\rhere"\r\n');
  assert.equal(csvHeader([]), '\r\n');
});

test('NULL is an empty field, and the empty text is not', () => {
  assert.equal(
    csvRecord([
      { kind: 'null', text: 'NULL' },
      { kind: 'text', text: '' },
      { kind: 'text', text: 'NULL' },
    ]),
    ',"",NULL\r\n',
  );
});

test('texts and names that begin like a formula get an apostrophe, inside of quotes too; numbers stay numbers', () => {
  assert.equal(texts('=1+1', '+1', '-1', '@x', 'a=1', "'=1"), "'=1+1,'+1,'-1,'@x,a=1,'=1\r\n");
  assert.equal(texts('=HYPERLINK("a","b")'), `"'=HYPERLINK(""a"",""b"")"\r\n`);
  assert.equal(
    csvRecord([
      { kind: 'integer', text: '-5' },
      { kind: 'real', text: '-1.5' },
      { kind: 'json', text: '[1]' },
      { kind: 'blob', text: "X'00'" },
    ]),
    "-5,-1.5,[1],X'00'\r\n",
  );
  assert.equal(csvHeader(['=a', 'b']), "'=a,b\r\n");
});

test('all rows have the same guard: signs, wide signs, tabs and line breaks at the start', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\r\n', '＝', '＋', '－', '＠']) {
    const text = `${start}1+1`;
    const record = /[\r\n]/.test(start) ? `"'${text}"\r\n` : `'${text}\r\n`;
    assert.equal(texts(text), record);
    assert.equal(csvHeader([text]), record);
    assert.equal(csvOf([text], [[text], [-1]]), `${record}${record}-1\r\n`);
    assert.equal(tabsOf([text], []), `'${text.replace(/[\t\r\n]+/, ' ')}`);
  }
  assert.equal(texts(' =1', '\u00a0=1'), ' =1,\u00a0=1\r\n');
});

test('a list of rows is written as its records are', () => {
  assert.equal(csvOf(['a', 'b'], [['', 1.5]]), 'a,b\r\n"",1.5\r\n');
  assert.equal(csvOf(['a'], []), 'a\r\n');
});
