import type { Form, TestPage } from './browser.ts';

/**
 * The sizes of a tablet, upright and on its side. The accessibility checks of every page use only a phone's and a
 * desktop's size.
 */
const SIZES = [
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
] as const;

/** Runs in the page. @returns the current faults of the layout */
const LAYOUT_FAULTS = `(() => {
  const page = document.documentElement;
  const found = page.scrollWidth > page.clientWidth + 1 ? ['scrolls sideways: ' + page.scrollWidth] : [];
  // A technical log shows whole ids, has no class, and scrolls.
  for (const table of document.querySelectorAll('.scroll > table[class]')) {
    const { scrollWidth, clientWidth } = table.parentElement;
    if (scrollWidth > clientWidth + 1) found.push('a table scrolls sideways: ' + table.className);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text; (text = texts.nextNode()); ) {
    const holder = text.parentElement;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    // Some text is for screen readers alone, in a box of one pixel.
    const seen = Math.min(box.width, holder.getBoundingClientRect().width) > 1;
    if (text.data.trim() === '' || !seen || holder.closest('option') || !holder.checkVisibility()) continue;
    const said = text.data.trim().slice(0, 40);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    const em = parseFloat(getComputedStyle(holder).fontSize);
    if (lines > 3 && box.width < 3 * em) found.push('broken letter by letter: ' + said);
    for (let around = holder; around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      const { left, right, width } = around.getBoundingClientRect();
      // A scrolling element truncates nothing.
      if (width < 2 || style.position === 'fixed' || /auto|scroll/.test(style.overflowX)) break;
      if (!/hidden|clip/.test(style.overflowX) || style.textOverflow === 'ellipsis') continue;
      if (box.right > right + 2 || box.left < left - 2) found.push('cut: ' + said);
    }
  }
  return found;
})()`;

/**
 * Returns the texts that are truncated, broken or wider than the page, in sizes between phone and desktop. The page
 * stays in the last size.
 */
export async function layoutFaults(page: TestPage, sizes: readonly Form['size'][] = SIZES): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.turnTo({ size, scheme: 'light' });
    const faults = await page.evaluate<string[]>(LAYOUT_FAULTS);
    found.push(...faults.map((fault) => `${size.width} px, ${fault}`));
  }
  return found;
}
