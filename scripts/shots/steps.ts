import type { Page } from 'playwright-core';

/** Opens the view to be pictured. @returns false if the shop has nothing to show there */
export type Step = (page: Page, url: string) => Promise<boolean>;

export const open =
  (path: string): Step =>
  async (page, url) => {
    await page.goto(`${url}${path}`);
    await page.locator('main h1, main .problem').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(150);
    return true;
  };

export const follow =
  (before: Step, selector: string): Step =>
  async (page, url) => {
    if (!(await before(page, url))) return false;
    const found = page.locator(selector).first();
    if ((await found.count()) === 0) return false;
    await found.click();
    await page.waitForTimeout(300);
    return true;
  };

/** Signs in through the page's form. The page may be in any language. */
export async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button.main').click();
  await page.locator('.rail').waitFor();
}
