/** A text under its title; the button that copies it is there once the script is. */
export const copied = (id: string, title: string, html: string): string =>
  `<div class="titled"><h4>${title}</h4>
<button type="button" class="copy" data-copies="${id}" aria-label="Copy: ${title}" hidden>Copy</button></div>
<pre id="${id}">${html}</pre>`;
