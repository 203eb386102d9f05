import text from './later.css' with { type: 'text' };

const sheet = new CSSStyleSheet();
sheet.replaceSync(text);

/** Adds the styles of the pages that do not load first. */
export function addLaterStyle(): void {
  if (document.adoptedStyleSheets.includes(sheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
