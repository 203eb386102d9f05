import text from './later.css' with { type: 'text' };

const sheet = new CSSStyleSheet();
sheet.replaceSync(text);

export function addLaterStyle(): void {
  if (document.adoptedStyleSheets.includes(sheet)) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
