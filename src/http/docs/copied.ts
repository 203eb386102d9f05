export const copied = (id: string, title: string, html: string): string =>
  `<div class="titled"><h4>${title}</h4>
<button type="button" class="copy" data-copies="${id}" aria-label="Copy: ${title}" hidden>Copy</button></div>
<pre id="${id}">${html}</pre>`;
