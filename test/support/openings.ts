import type { Page, Request } from 'playwright-core';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { until } from './until.ts';

/** The limit for a click. A visible button never needs as long, so a button that is not clicked by then is covered. */
const PRESS_MS = 2_000;
/** Resolves after two frames, when the requests made in them have begun. */
const SETTLED =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))';

const NAMES = `[...document.querySelectorAll(SELECTOR)]
  .filter((one) => one.checkVisibility() && !one.matches(':disabled'))
  .map((one) => one.getAttribute('aria-label') ?? one.textContent.trim())`;
const namesOf = async (page: Page, selector: string): Promise<string[]> => [
  ...new Set((await page.evaluate(NAMES.replace('SELECTOR', JSON.stringify(selector)))) as string[]),
];

const MENU_ITEMS = '[role=menu] [role=menuitem]';

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

/** A page without requests for this long is at rest. */
const QUIET_MS = 150;
const MOST_MS = 10_000;

/**
 * Follows a page's requests. @returns a function that waits until all are answered, except the live stream, which never
 * ends
 */
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

async function openDialog(page: Page): Promise<string | undefined> {
  const title = await page.evaluate(
    `document.querySelector('dialog:modal') && (document.querySelector('dialog:modal h2, dialog:modal h1')?.textContent ?? 'without a title')`,
  );
  return typeof title === 'string' ? title : undefined;
}

/**
 * Clicks every button of the page once, and every item of the menus behind them, to open every dialog. Nothing is
 * typed, nothing in a dialog is clicked, and nobody is signed out.
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
    // Some dialogs can only be closed by their own buttons.
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
