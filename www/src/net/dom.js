// @ts-check
// Elements of the frame. Texts are texts: nothing is parsed as markup.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, unknown>} [props] members of the element, else attributes
 * @param {(Node | string)[]} kids
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props = {}, ...kids) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in element) /** @type {any} */ (element)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...kids);
  return element;
}

/** A field with its label. @param {string} label @param {HTMLElement} field @param {(Node | string)[]} rest */
export function field(label, field, ...rest) {
  return h('label', {}, h('span', {}, label), field, ...rest);
}

/** A button; one that cannot be pressed now says why. @param {string} text @param {() => void} press @param {string} [className] */
export function button(text, press, className = '') {
  return h('button', { type: 'button', className, onclick: (/** @type {Event} */ e) => {
    if (/** @type {Element} */ (e.currentTarget).ariaDisabled !== 'true') press();
  } }, text);
}

/** Says something; nothing takes no room. @param {HTMLElement} element @param {string} text */
export function put(element, text) {
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}
