// The words of SQL.

import { count } from '../../strings.ts';

export const sqlWords = {
  noRun: 'There is no run yet. Its tables can be queried here.', noTick: 'The run has no tick yet: the tables exist, their rows are initial.',
  reading: 'Reading the run …', loading: 'Loading SQLite (0.5 MB) and filling the tables …', filling: 'Filling the tables …', slowFill: 'filling the tables took longer than a minute', failed: (why: string) => `Queries are off: ${why}. Tables and rows can still be read and saved below.`, again: 'Try again',
  copyOf: (at: string, step: number) => `Copy of the run at tick ${at} (step ${step})`, old: (at: string) => `Out of date: the run is at tick ${at}.`, otherRun: 'Out of date: the run is another one.',
  refresh: 'Refresh', refreshTitle: 'Make the copy anew from the run as it is shown. What statements changed in the copy is dropped.',
  query: 'Query', hint: 'One statement or several. They change the copy only, never the run.', keys: 'Ctrl+Enter', run: 'Run query', cancel: 'Cancel', running: 'The query is running …', back: 'Bring my text back', noText: 'Write a query, or press an example.',
  examples: 'Examples', writeFirst: 'Write a query first.', busy: 'A query is running.', notReady: 'SQLite is not ready.',
  rows: (n: number) => count(n, 'row'), shown: (n: number, more: number) => `The first ${count(n, 'row')} are shown, ${more.toLocaleString('en')} more are in the CSV.`,
  cut: 'The result was cut: larger ones do not fit. Add a LIMIT.', done: (n: number, changes: number) => `${count(n, 'statement')} done, ${count(changes, 'row')} changed.`, took: (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`),
  open: 'A transaction is open: end it with COMMIT or ROLLBACK.', at: (line: number, column: number) => `line ${line}, column ${column}`, inStatement: (n: number, line: number) => `statement ${n}, line ${line}`,
  limit: 'The query took longer than 5 s and was ended. The copy was made anew.', cancelled: 'The query was cancelled. The copy was made anew.', died: 'SQLite stopped unexpectedly and was started again with a new copy of the run. Run the query again; changes of earlier queries are gone.', remade: 'The copy is made anew …', result: 'Result', csv: 'Save CSV', empty: 'empty text',
  tables: 'Tables', columns: ['Column', 'Type', 'Rules'], look: (name: string) => `Show rows of ${name}`, lookShort: 'Show rows', moreTables: (n: number) => `${count(n, 'more table')}: see the definitions below.`, view: 'view',
  near: (table: string) => `Did you mean ${table}?${table.startsWith('context_') ? ' Tables of contexts begin with context_.' : ''}`,
  collisions: 'Names that are the same in SQL', text: 'As text', texts: { ddl: 'Definitions (DDL)', rows: 'Rows, parameterised', plain: 'Definitions for complete values' }, moreRows: (n: number) => `-- ${count(n, 'more statement')}`, moreText: '-- shortened here; Copy and .sql have all of it', noContexts: '-- the machine declares no contexts',
  copy: 'Copy', save: 'Save', database: '.sqlite', script: '.sql', databaseTitle: 'The copy as it stands, as a SQLite file', scriptTitle: 'The run as a script of definitions and rows',
  asks: {
    paths: ['Paths', 'Where is every path?'], writes: ['Writes', 'What did each step write?'], values: ['Values over time', 'How did every field change?'], events: ['Events', 'How often did what happen?'], requests: ['Requests', 'What was asked and answered?'],
    waits: ['Who waits', 'Who waits for an answer?'], field: ['One field', 'One field over all paths'], list: ['A list', 'A list as text'], gaps: ['Missing', 'What is missing in the output?'],
  },
};
