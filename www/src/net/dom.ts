// Creates elements of the frame. Text stays text: nothing is parsed as markup.

/** @param props members of the element, else attributes */
export function h<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  props: Record<string, unknown> = {},
  ...kids: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...kids);
  return element;
}

/** A field with its label. */
export function field(label: string, field: HTMLElement, ...rest: (Node | string)[]) {
  return h('label', {}, h('span', {}, label), field, ...rest);
}

/** A button; one that cannot be pressed now says why. */
export function button(text: string, press: () => void, className: string = '') {
  return h(
    'button',
    {
      type: 'button',
      className,
      onclick: (e: Event) => {
        if ((e.currentTarget as Element).ariaDisabled !== 'true') press();
      },
    },
    text,
  );
}

/** Says something; nothing takes no room. */
export function put(element: HTMLElement, text: string) {
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}
