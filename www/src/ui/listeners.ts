// What a visitor does to a control, passed on as a value.

/** What is typed in a field, or chosen in a select: then it is one of the values that this offers. */
export const onText =
  <T extends string = string>(take: (text: T) => void) =>
  (event: Event) =>
    take((event.target as HTMLInputElement).value as T);

/** Whether a box is ticked now. */
export const onTick = (take: (on: boolean) => void) => (event: Event) =>
  take((event.target as HTMLInputElement).checked);

/** Whether a part that opens and closes is open now. */
export const onToggle = (take: (open: boolean) => void) => (event: Event) =>
  take((event.target as HTMLDetailsElement).open);

/** A form is submitted, and the browser stays where it is. */
export const onSubmit = (act: () => void) => (event: Event) => {
  event.preventDefault();
  act();
};

/** Escape leaves this part alone, and nothing around it. */
export const onEscape = (leave: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  leave();
};

/** A field gets the focus: its text is selected. */
export const selectAll = ({ target }: Event) => {
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
};
