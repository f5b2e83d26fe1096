// Creates elements of the frame. Nothing is parsed as markup.

/** @param props properties of the element, or attributes if it has no such property */
export function createElement<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  props: Record<string, unknown> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name in element) Reflect.set(element, name, value);
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

/** A field with its label. */
export function field(label: string, field: HTMLElement, ...rest: (Node | string)[]) {
  return createElement('label', {}, createElement('span', {}, label), field, ...rest);
}

/** A button that does nothing while it is marked as disabled. */
export function button(text: string, press: () => void, className: string = '') {
  return createElement(
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

/** Sets the text of an element, which is hidden while it has none. */
export function setText(element: HTMLElement, text: string) {
  element.hidden = !text;
  if (element.textContent !== text) element.textContent = text;
}
