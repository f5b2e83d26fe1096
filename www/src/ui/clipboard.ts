/** @returns whether the text is on the clipboard: a page on plain http has none, and the browser may refuse */
export async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
