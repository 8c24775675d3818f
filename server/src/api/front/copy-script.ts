/**
 * Adds a button to each block of code that copies it. The page is complete without the script. Where the page came over
 * plain http, browsers have no clipboard for it: there the text is selected and copied the old way.
 */
export const COPY_SCRIPT = `
for (const pre of document.querySelectorAll('.article pre:not(.output)')) {
  const code = pre.querySelector('code');
  const button = document.createElement('button');
  const label = document.createElement('span');
  button.type = 'button'; button.className = 'copy'; label.setAttribute('aria-live', 'polite'); label.textContent = 'Copy';
  button.append(label);
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(code.textContent); }
    catch { getSelection().selectAllChildren(code); document.execCommand('copy'); getSelection().removeAllRanges(); }
    label.textContent = 'Copied';
    setTimeout(() => { label.textContent = 'Copy'; }, 2000);
  });
  pre.prepend(button);
}
`;
