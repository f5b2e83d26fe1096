// The colors of the page's style sheet, by token.

const COLOR = /--tracklight-([\w-]+):\s*(#[\da-f]{6})/gi;

/**
 * @param {string} sheet
 * @returns {{ light: Map<string, string>, dark: Map<string, string> }}
 */
export function colorsOf(sheet) {
  const read = (/** @type {RegExp} */ block) =>
    new Map(
      [...(block.exec(sheet)?.[1] ?? '').matchAll(COLOR)].map(([, name = '', value = '']) => [
        name,
        value.toLowerCase(),
      ]),
    );
  return { light: read(/:root \{([^}]*)\}/), dark: read(/\[data-theme='dark'\] \{([^}]*)\}/) };
}
