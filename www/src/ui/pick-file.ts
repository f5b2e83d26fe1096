// Lets the user choose a file of the computer.

/** @param accept endings, as in HTML @returns null if none was chosen */
export function pickFile(accept: string): Promise<File | null> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  return new Promise((settle) => {
    input.addEventListener('change', () => settle(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => settle(null));
    input.click();
  });
}
