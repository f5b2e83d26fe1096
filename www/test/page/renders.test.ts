// What renders the page: what it shows, and not what the editor shows by itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visit } from './visit.ts';
import type { TracklightApp } from '../../src/app/app.ts';
import type { State } from '../../src/store/state.ts';

test('a typed text and its colors render the editor alone; another text renders the page', () =>
  visit({ at: 1 }, async (_visitor, page) => {
    const counts = await page.evaluate(async () => {
      const app = document.querySelector('tracklight-app') as TracklightApp;
      await app.updateComplete;
      /** How often the page is rendered for a change of its state. */
      const rendersFor = async (part: Partial<State>) => {
        let count = 0;
        const { updated } = app;
        app.updated = (changed) => {
          count += 1;
          updated.call(app, changed);
        };
        app.show({ ...app.state, ...part });
        await app.updateComplete;
        app.updated = updated;
        return count;
      };
      const { document: shown, tokens } = app.state;
      return {
        nothing: await rendersFor({}),
        tokens: await rendersFor({ tokens: tokens && { ...tokens } }),
        typedText: await rendersFor({ document: { ...shown, files: { ...shown.files } } }),
        edited: await rendersFor({ document: { ...shown, edited: true } }),
        run: await rendersFor({ run: { ...app.state.run } }),
        otherText: await rendersFor({ document: { ...shown, source: `${shown.source}\n// other` } }),
      };
    });
    assert.deepEqual(counts, { nothing: 0, tokens: 0, typedText: 0, edited: 1, run: 1, otherText: 1 });
  }));

test('code that has come renders the page, though its state is the same', () =>
  visit({}, async (_visitor, page) => {
    const count = await page.evaluate(async () => {
      const app = document.querySelector('tracklight-app') as TracklightApp;
      await app.updateComplete;
      const { state } = app;
      let renders = 0;
      app.updated = () => {
        renders += 1;
      };
      app.dispatch({ type: 'arrived' });
      await app.updateComplete;
      assert.equal(app.state, state);
      return renders;
    });
    assert.equal(count, 1);
  }));
