import { signal } from '@preact/signals';

/** What papers are printed on; chosen on their page, and kept by the browser, which knows its printer. */

export const PAPERS = ['a4', 'a5', 'roll'] as const;
type Paper = (typeof PAPERS)[number];

const SETTING = 'docket.paper';

function kept(): Paper {
  try {
    return PAPERS.find((one) => one === localStorage.getItem(SETTING)) ?? 'a4';
  } catch {
    return 'a4';
  }
}

export const paper = signal<Paper>(kept());

/** A browser that keeps nothing for a page keeps the choice as long as the page stands. */
export function choosePaper(chosen: Paper): void {
  paper.value = chosen;
  try {
    localStorage.setItem(SETTING, chosen);
  } catch {
    // It was chosen for this time.
  }
}

const MM_PER_PX = 25.4 / 96;
const ROLL_MM = 80;
/** For what printers round, line by line and at the end, so that no second page follows. */
const SPARE_SHARE = 0.01;
const SPARE_MM = 4;

const sheet = new CSSStyleSheet();

/** A roll is cut where the paper ends: its page is as long as what stands on it. @param height of what stands on it, in px */
export function cutRoll(height: number): void {
  const long = Math.ceil(height * MM_PER_PX * (1 + SPARE_SHARE)) + SPARE_MM;
  sheet.replaceSync(`@page roll { size: ${ROLL_MM}mm ${long}mm; margin: 0 }`);
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
}
