// Light or dark by what is around an element.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { luminanceOf, themeAround, type Surroundings } from '../../../src/embed/theme.ts';

interface Around {
  html?: string;
  body?: string;
  section?: string;
  backgrounds?: Record<string, string>;
  scheme?: string;
}

function theme({ html = '', body = '', section = '', backgrounds = {}, scheme = 'normal' }: Around) {
  const { document } = parseHTML(
    `<html ${html}><body ${body}><section ${section}><p id="here"></p></section></body></html>`,
  );
  const around: Surroundings = {
    parent: (element) => element.parentElement,
    background: (element) => backgrounds[element.localName] ?? 'rgba(0, 0, 0, 0)',
    scheme: () => scheme,
  };
  return themeAround(document.querySelector('#here') as unknown as Element, around);
}

test('markers of site builders are known', () => {
  for (const [marker, wanted] of [
    ['data-theme="dark"', 'dark'],
    ['data-theme="light"', 'light'],
    ['data-color-mode="dark"', 'dark'],
    ['data-md-color-scheme="slate"', 'dark'],
    ['data-md-color-scheme="default"', 'light'],
    ['data-bs-theme="dark"', 'dark'],
    ['class="dark"', 'dark'],
    ['class="light"', 'light'],
    ['class="js navy"', 'dark'],
    ['class="coal"', 'dark'],
    ['class="ayu"', 'dark'],
    ['class="rust"', 'light'],
    ['class="latte"', 'light'],
    ['class="frappe"', 'dark'],
    ['class="macchiato"', 'dark'],
    ['class="mocha"', 'dark'],
  ] as const) {
    assert.equal(theme({ html: marker }), wanted, `html ${marker}`);
    assert.equal(theme({ body: marker }), wanted, `body ${marker}`);
  }
});

test('the nearest marker wins, and a marker wins over a background', () => {
  assert.equal(theme({ html: 'class="dark"', section: 'data-theme="light"' }), 'light');
  assert.equal(theme({ html: 'class="light"', backgrounds: { body: 'rgb(0, 0, 0)' } }), 'light');
});

test('what says nothing of light and dark is passed over', () => {
  assert.equal(theme({ html: 'data-theme="auto" class="dark"' }), 'dark');
  assert.equal(theme({ html: 'data-theme="auto"', backgrounds: { html: 'rgb(20, 20, 20)' } }), 'dark');
});

test('without a marker the nearest opaque background decides', () => {
  assert.equal(theme({ backgrounds: { body: 'rgb(17, 20, 24)' } }), 'dark');
  assert.equal(theme({ backgrounds: { section: 'rgb(255, 255, 255)', body: 'rgb(0, 0, 0)' } }), 'light');
  assert.equal(theme({ backgrounds: { section: 'rgba(0, 0, 0, 0.5)', body: 'rgb(250, 250, 250)' } }), 'light');
});

test('without a background the color scheme of the root decides; a bare canvas is light', () => {
  assert.equal(theme({ scheme: 'dark' }), 'dark');
  assert.equal(theme({ scheme: 'light dark' }), 'light');
  assert.equal(theme({}), 'light');
});

test('luminance is that of opaque colors', () => {
  assert.equal(luminanceOf('rgb(255, 255, 255)'), 1);
  assert.equal(luminanceOf('rgb(0 0 0)'), 0);
  assert.equal(luminanceOf('rgba(0, 0, 0, 0)'), null);
  assert.equal(luminanceOf('rgb(0 0 0 / 0.4)'), null);
});
