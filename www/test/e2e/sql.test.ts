// The SQL panel: a scratch copy of the run in SQLite, queried, ended, saved.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { sqlite } from '../../build/setup.mjs';
import { visit, type Visitor } from './visitor.ts';
import type { Locator, Page } from 'playwright-core';

before(() => sqlite());

/** What a visitor does in the panel. */
class Desk {
  visitor: Visitor;
  panel: Locator;
  page;

  constructor(visitor: Visitor, panel: Locator) {
    this.visitor = visitor;
    this.panel = panel;
    this.page = visitor.page;
  }

  /** Opens the panel and waits until the tables are filled. */
  static async open(visitor: Visitor) {
    const desk = new Desk(visitor, await visitor.panel('SQL'));
    await desk.table('run_info').filter({ hasText: '5 rows' }).waitFor();
    return desk;
  }

  table(name: string) {
    return this.panel.locator('details.table', {
      has: this.page.locator('summary code', { hasText: new RegExp(`^${name}$`) }),
    });
  }

  get query() {
    return this.panel.getByRole('textbox', { name: 'Query' });
  }

  async run(text: string) {
    await this.query.fill(text);
    await this.panel.getByRole('button', { name: 'Run query' }).click();
  }

  /** Runs a query and waits for so many rows. @param rows as the panel says it */
  async rows(text: string, rows: string) {
    await this.run(text);
    await this.result(rows);
    return this.grid();
  }

  async result(rows: string) {
    await this.panel.locator('.result-line', { hasText: new RegExp(`^\\s*${rows} `) }).waitFor();
  }

  grid(): Promise<string[][]> {
    return this.panel
      .locator('.grid')
      .evaluate((grid: HTMLTableElement) =>
        [...grid.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? '')),
      );
  }

  async alert(text: string) {
    await this.panel.getByRole('alert').filter({ hasText: text }).waitFor();
  }

  async save(button: string): Promise<{ name: string; path: string }> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.panel.getByRole('button', { name: button, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
  }
}

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n;';

test('a blocked run is answered in the Inbox, goes on, and its events are queried', () =>
  visit({ path: '#example=harbour' }, async (visitor, page) => {
    await page.locator('.top .title', { hasText: 'Harbour log' }).waitFor();
    await visitor.step(2);
    const desk = await Desk.open(visitor);
    await page.getByRole('button', { name: 'Waiting', exact: true }).click();
    await desk.result('1 row');
    assert.deepEqual(
      (await desk.grid()).map((row) => row[3]),
      ['What is the name of the ship?'],
    );
    assert.equal(await visitor.control('step').getAttribute('aria-disabled'), 'true');

    const inbox = await visitor.panel('Inbox');
    const card = inbox.locator('.card', { hasText: 'name of the ship' });
    await card.locator('textarea').fill('Maria');
    await card.getByRole('button', { name: 'Submit answer', exact: true }).click();
    await visitor.press('run');
    await visitor.status().filter({ hasText: 'Completed' }).waitFor();

    await visitor.panel('SQL');
    await desk.panel.locator('.copy-line', { hasText: 'Out of date' }).waitFor();
    await desk.panel.getByRole('button', { name: 'Refresh' }).click();
    // The refreshed copy is asked again what was asked before.
    await desk.result('0 rows');
    assert.doesNotMatch(await desk.panel.locator('.copy-line').innerText(), /Out of date/);
    const answered = await desk.rows(
      "SELECT node, data ->> '$.text' FROM events e WHERE kind = 'requestAnswered'",
      '1 row',
    );
    assert.deepEqual(
      answered.map((row) => row.at(-1)),
      ['Maria'],
    );
    assert.deepEqual(await desk.rows('SELECT entry, complete FROM context_Log', '1 row'), [
      ['A ship came in at dusk', '1'],
    ]);
  }));

test('nothing of SQLite is loaded before the panel is opened, and then from this page only', () => {
  const asked: string[] = [];
  const before = async (page: Page) => page.on('request', (request) => asked.push(request.url()));
  return visit({ before }, async (visitor) => {
    await visitor.step(1);
    assert.deepEqual(
      asked.filter((url) => /sql/i.test(url)),
      [],
    );
    await Desk.open(visitor);
    assert.equal(asked.filter((url) => /sqlite3-[^/]*\.wasm$/.test(url)).length, 1);
    assert.deepEqual(
      asked.filter((url) => /opfs|worker1/i.test(url)),
      [],
    );
  });
});

test('a check refuses by its name, errors have their place, and the query stays', () =>
  visit({}, async (visitor, page) => {
    await visitor.write(
      'machine "Pond"\n' +
        "context Sample { ph<number> @minimum(0) @maximum(14); kind<'creek' | 'pond'>; seen<List<string>> }\n" +
        'task look { prompt: "Look" }\n' +
        'state done\n' +
        'look -writes-> Sample\n' +
        'look -> done',
    );
    await page.locator('tracklight-diagram .node[aria-label*=" look"]').waitFor();
    const desk = await Desk.open(visitor);
    await desk.panel.locator('.copy-line', { hasText: 'The run is at step 0' }).waitFor();
    await desk.run('UPDATE context_Sample SET ph = 15;');
    await desk.alert('CHECK constraint failed: ph >= 0 AND ph <= 14');
    assert.equal(await desk.query.inputValue(), 'UPDATE context_Sample SET ph = 15;');
    await desk.run('SELECT 1;\nSELECT ph,\n  depth FROM context_Sample');
    await desk.alert('no such column: depth');
    await desk.panel.getByRole('button', { name: 'line 3, column 3' }).click();
    assert.equal(
      await desk.query.evaluate((area: HTMLTextAreaElement) =>
        area.value.slice(area.selectionStart, area.selectionEnd),
      ),
      'depth',
    );
    await desk.run('INSERT INTO context_Sample_seen (context_Sample_id, "index", value) VALUES (99, 0, \'otter\')');
    await desk.alert('FOREIGN KEY constraint failed');
    // The columns of a table with their checks.
    await desk.table('context_Sample').locator('summary').click();
    await desk
      .table('context_Sample')
      .locator('tr', { hasText: 'REAL' })
      .filter({ hasText: 'CHECK (ph >= 0 AND ph <= 14)' })
      .waitFor();
    // A change of the copy is not one of the run.
    await desk.run('UPDATE context_Sample SET ph = 7');
    await desk.panel.getByText('1 statement executed, 1 row changed.').waitFor();
    assert.deepEqual(await desk.rows('SELECT ph FROM context_Sample', '1 row'), [['7.0']]);
    await desk.panel.getByRole('button', { name: 'Refresh' }).click();
    await page.locator('.copy-line').waitFor();
    assert.deepEqual(await desk.rows('SELECT ph FROM context_Sample', '1 row'), [['NULL']]);
    assert.match(await (await visitor.panel('Context')).innerText(), /ph[^]*—/);
  }));

test('an endless query ends by Cancel and by the limit, and the panel works afterwards', () =>
  visit({}, async (visitor, page) => {
    await visitor.step(2);
    const desk = await Desk.open(visitor);
    await desk.run(ENDLESS);
    await desk.panel.getByText('Running the query').waitFor();
    await desk.panel.getByRole('button', { name: 'Cancel' }).click();
    await desk.alert('Query canceled');
    assert.deepEqual(await desk.rows('SELECT count(*) FROM paths', '1 row'), [['1']]);
    await desk.query.fill(ENDLESS);
    await desk.query.press('Control+Enter');
    await desk.panel.getByText('Running the query').waitFor();
    await desk.query.press('Escape');
    await desk.alert('Query canceled');
    await desk.run(`SELECT 1;\n${ENDLESS}`);
    // The page itself goes on meanwhile.
    await visitor.step(1);
    await desk.alert('stopped after 5 s');
    await desk.panel.getByText('statement 2, line 2').waitFor();
    assert.deepEqual(await desk.rows('SELECT count(*) FROM paths', '1 row'), [['1']]);
    assert.equal(await page.getByText('Running the query').count(), 0);
  }));

test('a query that SQLite itself cannot end is ended with its worker', () =>
  visit({}, async (visitor) => {
    const desk = await Desk.open(visitor);
    // One call of one function: the clock is not looked at inside.
    await desk.run("SELECT instr(hex(zeroblob(5000000)), hex(zeroblob(2000000)) || '1')");
    await desk.alert('stopped after 5 s');
    assert.deepEqual(await desk.rows('SELECT count(*) FROM paths', '1 row'), [['1']]);
  }));

test('a thousand rows are shown, kinds are told apart, and the CSV holds them all', () =>
  visit({}, async (visitor) => {
    await visitor.step(1);
    const desk = await Desk.open(visitor);
    await desk.rows(
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n',
      '2500 rows',
    );
    assert.equal(await desk.panel.locator('.grid tbody tr').count(), 1000);
    await desk.panel.getByText('The CSV has 1,500 more').waitFor();
    const all = await desk.save('Save CSV');
    assert.equal(all.name, 'kettle-step-1.csv');
    const lines = (await readFile(all.path, 'utf8')).split('\r\n');
    assert.deepEqual([lines.length, lines[0], lines[1], lines[2500], lines[2501]], [2502, 'i', '1', '2500', '']);

    await desk.rows(
      `SELECT NULL AS a, '' AS b, -5 AS c, 1.0 AS d, '[1, 2]' AS e, x'00ff' AS f, '=1+1' AS "=g", 'a "b", c' AS h, ` +
        `'x' || char(10) || 'y' AS i, '-x' AS j, 9223372036854775807 AS k`,
      '1 row',
    );
    assert.deepEqual(
      await desk.panel.locator('.grid tbody td').evaluateAll((cells) => cells.map((cell) => cell.className)),
      ['null', 'null', 'integer', 'real', 'json', 'blob', 'text', 'text', 'text', 'text', 'integer'],
    );
    // Each value stands below the name of its column.
    const lefts = (cells: string) =>
      desk.panel
        .locator(`.grid ${cells}`)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    assert.deepEqual(await lefts('tbody td'), await lefts('thead th'));
    const csv = await readFile((await desk.save('Save CSV')).path, 'utf8');
    assert.equal(
      csv,
      `a,b,c,d,e,f,'=g,h,i,j,k\r\n,"",-5,1.0,"[1, 2]",X'00FF','=1+1,"a ""b"", c","x\ny",'-x,9223372036854775807\r\n`,
    );
  }));

test('the saved database opens in SQLite and holds the rows, as does the script', () =>
  visit({}, async (visitor) => {
    await visitor.step(3);
    const desk = await Desk.open(visitor);
    await desk.run("CREATE TABLE note (text); INSERT INTO note VALUES ('mine')");
    await desk.table('note').filter({ hasText: '1 row' }).waitFor();
    const ask = (file: string, query: string) => execFileSync('sqlite3', ['-batch', file, query], { encoding: 'utf8' });
    const { name, path } = await desk.save('.sqlite');
    assert.match(name, /^kettle-step-\d+\.sqlite$/);
    assert.equal(ask(path, 'PRAGMA integrity_check; PRAGMA foreign_key_check;'), 'ok\n');
    assert.equal(
      ask(
        path,
        'SELECT celsius FROM context_Water; SELECT node FROM paths; SELECT text FROM note; ' +
          'SELECT count(*) > 5 FROM events;',
      ),
      '100.0\ndone\nmine\n1\n',
    );
    const script = await desk.save('.sql');
    assert.match(script.name, /^kettle-step-\d+\.sql$/);
    assert.equal(
      execFileSync('sqlite3', ['-batch', ':memory:'], {
        input: `${await readFile(script.path, 'utf8')}\nSELECT celsius FROM context_Water;`,
        encoding: 'utf8',
      }),
      '100.0\n',
    );
  }));

test('names that are the same in SQL are listed with their place, and the text forms are complete', () =>
  visit({}, async (visitor, page) => {
    await visitor.write('machine "Names"\ncontext Vote { yes: 0 }\ncontext vote { no: 0 }\nstate a\nstate b\na -> b');
    await page.locator('tracklight-diagram .node[aria-label^="state a"]').waitFor();
    const desk = await Desk.open(visitor);
    await desk.table('context_vote_2').waitFor();
    const found = desk.panel.locator('.collisions button');
    assert.equal(await found.count(), 2);
    await found.last().click();
    await page.locator('.cm-activeLine', { hasText: 'context vote' }).waitFor();
    const text = desk.panel.locator('pre.definition');
    assert.match(await text.innerText(), /^CREATE TABLE run_info[^]*CREATE TABLE context_vote_2/);
    await desk.panel.getByLabel('As text').selectOption({ label: 'Rows, parameterized' });
    await text.filter({ hasText: 'INSERT INTO run_info (key, value) VALUES (?, ?);\n-- ["title","Names"]' }).waitFor();
    await desk.panel.getByLabel('As text').selectOption({ label: 'Definitions for complete values' });
    await text.filter({ hasText: /^CREATE TABLE context_Vote/ }).waitFor();
  }));

test('an example does not lose what was typed, and another machine has tables of its own', () =>
  visit({}, async (visitor, page) => {
    const desk = await Desk.open(visitor);
    await desk.query.fill('SELECT my_own');
    await page.getByRole('button', { name: 'Paths', exact: true }).click();
    await desk.result('1 row');
    await desk.panel.getByRole('button', { name: 'Restore my query' }).click();
    assert.equal(await desk.query.inputValue(), 'SELECT my_own');
    await page.evaluate(() => {
      location.hash = '#example=ferries';
    });
    await page.locator('.top .title', { hasText: 'Two ferries' }).waitFor();
    await desk.table('paths').filter({ hasText: '2 rows' }).waitFor();
    assert.equal(await desk.query.inputValue(), 'SELECT my_own');
    await page.getByRole('button', { name: 'Paths', exact: true }).click();
    await desk.result('2 rows');
  }));

test('without SQLite the panel still shows tables and rows, says why, and tries again', () => {
  const before = (page: Page) =>
    page
      .context()
      .route(/sqlite3-[^/]*\.wasm$/, (route) =>
        route.fulfill({ status: 200, contentType: 'application/wasm', body: 'no wasm' }),
      );
  return visit({ before, expect: [/wasm|WebAssembly/i] }, async (visitor, page) => {
    await visitor.step(1);
    const desk = new Desk(visitor, await visitor.panel('SQL'));
    await desk.alert('Queries are not available');
    await desk.table('context_Water').locator('summary').click();
    await desk.table('context_Water').locator('tr', { hasText: 'celsius' }).waitFor();
    assert.match((await desk.save('.sql')).name, /\.sql$/);
    await page.context().unroute(/sqlite3-[^/]*\.wasm$/);
    await desk.panel.getByRole('button', { name: 'Try again' }).click();
    await desk.table('run_info').filter({ hasText: '5 rows' }).waitFor();
  });
});
