/** Offers a text as a file. Nothing leaves the browser. */
export function saveText(name: string, content: string): void {
  save(name, new Blob([content], { type: 'text/plain' }));
}

/** Offers a PDF, given in base64, as a file. */
export function savePdf(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  save(name, new Blob([bytes], { type: 'application/pdf' }));
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
