// What is typed while a field is on its way.

/**
 * Holds back what is typed at the focused element, until a field is there for it.
 * @returns ends that and gives what was typed, with a line end for Enter; null where the focus has gone elsewhere
 */
export function holdKeys(): () => string | null {
  const at = document.activeElement;
  // What asked may go with the panel it stands in: then the focus is nowhere, and nobody took it elsewhere.
  const stays = () =>
    document.activeElement === at || (at?.isConnected === false && document.activeElement === document.body);
  let text = '';
  const onKey = (event: KeyboardEvent) => {
    const key = event.key === 'Enter' ? '\n' : event.key;
    // Both at once are AltGr.
    if (!stays() || event.metaKey || event.ctrlKey !== event.altKey || !(key.length === 1 || key === 'Backspace'))
      return;
    event.preventDefault();
    event.stopPropagation();
    // The press that asked for the form may still go on.
    if (!text.endsWith('\n') && !(key === '\n' && event.repeat))
      text = key === 'Backspace' ? text.slice(0, -1) : text + key;
  };
  window.addEventListener('keydown', onKey, true);
  return () => {
    window.removeEventListener('keydown', onKey, true);
    return stays() ? text : null;
  };
}
