// Hands a file to the user, as a download.

/** Some browsers begin to read the file only after a while, and ask the user before that. */
const READ_WITHIN_MS = 60_000;

export function download(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}
