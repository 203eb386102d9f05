import type { Page, Request } from 'playwright-core';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { until } from './until.ts';

/** Longer than it takes to press what can be pressed; what something lies over is pressed elsewhere. */
const PRESS_MS = 2_000;
/** Two frames, and what was asked for in them. */
const SETTLED =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

const NAMES = `[...document.querySelectorAll(SELECTOR)]
  .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
  .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())`;
const namesOf = async (page: Page, selector: string): Promise<string[]> => [
  ...new Set((await page.evaluate(NAMES.replace('SELECTOR', JSON.stringify(selector)))) as string[]),
];

const MENU_ITEMS = '[role=menu] [role=menuitem]';

/** Presses a button of this name where it can be pressed. @returns whether it was */
async function press(page: Page, role: 'button' | 'menuitem', name: string): Promise<boolean> {
  const found = page.getByRole(role, { name, exact: true }).first();
  // The page may have changed since it was read.
  if ((await found.count()) === 0) return false;
  const pressed = await found.click({ timeout: PRESS_MS }).then(
    () => true,
    () => false,
  );
  await page.evaluate(SETTLED);
  return pressed;
}

/** Nothing under way, so long. */
const QUIET_MS = 150;
const MOST_MS = 10_000;

/** Follows what a page asks for. @returns waits until it has all of it; the stream of hints never ends */
function untilQuiet(page: Page): () => Promise<boolean> {
  const under = new Set<Request>();
  let movedMs = performance.now();
  const moved = (change: () => void): void => {
    change();
    movedMs = performance.now();
  };
  page.on('request', (one) => moved(() => void (one.resourceType() !== 'eventsource' && under.add(one))));
  page.on('requestfinished', (one) => moved(() => under.delete(one)));
  page.on('requestfailed', (one) => moved(() => under.delete(one)));
  return () =>
    until(
      'a page that has all it asked for',
      () => under.size === 0 && performance.now() - movedMs > QUIET_MS,
      MOST_MS,
    );
}

/** The title of the dialog that stands open. */
async function openDialog(page: Page): Promise<string | undefined> {
  const title = await page.evaluate(
    `document.querySelector('dialog:modal') && (document.querySelector('dialog:modal h2, dialog:modal h1')?.textContent ?? 'without a title')`,
  );
  return typeof title === 'string' ? title : undefined;
}

/**
 * Presses every button of the page once, and every line of the menus behind them: for what a dialog does as it opens.
 * Nothing is typed, nothing in a dialog is pressed, and nobody is signed out.
 *
 * @param home opens the page, also after a button that led elsewhere
 * @returns the titles of the dialogs that opened
 */
export async function openAll(page: Page, home: () => Promise<void>): Promise<ReadonlySet<string>> {
  const titles = new Set<string>();
  const quiet = untilQuiet(page);
  await home();
  await quiet();
  const address = page.url();
  const backHome = async (): Promise<void> => {
    const title = await openDialog(page);
    if (title !== undefined) titles.add(title);
    await page.keyboard.press('Escape');
    await page.evaluate(SETTLED);
    // Some dialogs close by their own buttons alone.
    if (page.url() !== address || (await openDialog(page)) !== undefined) await home();
    await quiet();
  };
  const names = await namesOf(page, 'main button');
  for (const name of names.filter((one) => one !== EN.signOut)) {
    if (!(await press(page, 'button', name))) continue;
    const lines = await namesOf(page, MENU_ITEMS);
    await backHome();
    for (const line of lines) {
      if (await press(page, 'button', name)) await press(page, 'menuitem', line);
      await backHome();
    }
  }
  return titles;
}
