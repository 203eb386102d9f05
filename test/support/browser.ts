import { afterEach, expect } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
import { findChromium } from './chromium.ts';
import { openShop } from './docket.ts';
import { orEndRun } from './end-run.ts';
import { shared } from './shared.ts';
import { until } from './until.ts';

const CHROMIUM = orEndRun(findChromium);
const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');

export interface Form {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
  readonly locale: 'en' | 'ru';
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

export const FORMS: readonly Form[] = (['phone', 'desktop'] as const).flatMap((device) =>
  (['light', 'dark'] as const).flatMap((scheme) =>
    (['en', 'ru'] as const).map((locale) => ({
      name: `${device}, ${scheme}, ${locale}`,
      size: SIZES[device],
      scheme,
      locale,
    })),
  ),
);

/**
 * The rules of axe to check. `all` has the rules of WCAG, and `colours` those about colors. In these two, only grave
 * findings count. `every` also has good practice, and each of its findings counts.
 */
export type AxeRules = 'all' | 'colours' | 'every';

export interface Faults {
  readonly findings: readonly string[];
  readonly scrollsSideways: boolean;
  /**
   * True if an open dialog is not in the middle. The palette and the sheets from the bottom are ignored, because they
   * belong elsewhere.
   */
  readonly dialogOff: boolean;
  /** The number of scripts and pictures that came from outside input; pictures of products are not counted. */
  readonly foreign: number;
}

/** Closing the page also deletes its cookies and its storage. */
export interface TestPage extends Page {
  /** Events that must not happen: console errors, requests to other hosts, reports of the security policy. */
  readonly complaints: string[];
  /** Excuses complaints that a test causes on purpose, such as a status of 422. */
  excuse(complaint: RegExp): void;
  /** Calls that the server refused or failed, as `404 /app/api/…`; the console reports them without their address. */
  readonly refused: readonly string[];
  /** Changes the current page to the size and the colour scheme of a form, without loading it again. */
  turnTo(form: Pick<Form, 'size' | 'scheme'>): Promise<void>;
  /** Checks everything visible now. */
  faults(rules: AxeRules): Promise<Faults>;
}

export interface VisitOptions {
  /** Lets the pages install their service worker. `page.route` does not see the requests of that worker. */
  readonly withWorker?: boolean;
  readonly withTouch?: boolean;
}

export interface Browser extends AsyncDisposable {
  /** Opens a page with cookies and a storage of its own. @param session the token of an existing sign-in */
  visit(url: string, form: Form, session?: string, more?: VisitOptions): Promise<TestPage>;
  /** @returns the complaints of the pages that were closed since the last call, without the excused ones */
  takeComplaints(): string[];
}

/** Names on the shop's network: the browser resolves each to this machine, and treats none as a secure origin. */
const NAMES = '*.lan';

/**
 * Gives the shop the URL that another computer in its network would open. The browser treats this URL as insecure,
 * unlike 127.0.0.1.
 */
export const fromNextDoor = <S extends { readonly url: string }>(shop: S): S => ({
  ...shop,
  url: shop.url.replace('127.0.0.1', 'shop.lan'),
});

/** Waits for two frames: in the first one a page learns its new size, and in the second it has reacted. */
const SETTLED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${NAMES} 127.0.0.1`],
  });
  const left: string[] = [];
  return {
    takeComplaints: () => left.splice(0),
    async visit(url, form, session, { withWorker = false, withTouch = false } = {}) {
      const context = await browser.newContext({
        viewport: form.size,
        colorScheme: form.scheme,
        locale: form.locale,
        // A page is judged at rest, not while it animates.
        reducedMotion: 'reduce',
        hasTouch: withTouch,
        serviceWorkers: withWorker ? 'allow' : 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const { origin } = new URL(url);
      const cookie = { name: 'docket', url: origin, httpOnly: true, sameSite: 'Lax' } as const;
      if (session !== undefined) await context.addCookies([{ ...cookie, value: session }]);
      const page = await context.newPage();
      await slowDown(context, page);
      const complaints = listen(context, page, origin);
      const excused: RegExp[] = [];
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url().slice(origin.length)}`);
      });
      await page.goto(url);
      return Object.assign(page, {
        complaints,
        excuse: (complaint: RegExp) => void excused.push(complaint),
        refused,
        async turnTo({ size, scheme }: Pick<Form, 'size' | 'scheme'>) {
          await page.emulateMedia({ colorScheme: scheme });
          await page.setViewportSize(size);
          await page.evaluate(SETTLED);
        },
        faults: (rules: AxeRules) => faultsOf(page, rules),
        async [Symbol.asyncDispose]() {
          // A handler of `page.route` may still wait for its answer. `ignoreErrors` keeps it from failing the test when
          // the page is gone.
          if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
          await context.close();
          left.push(...complaints.filter((one) => !excused.some((pattern) => pattern.test(one))));
        },
      });
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** A browser for the tests of a file. Each test fails if a page that it closed had a complaint. */
export function sharedBrowser(): Browser {
  const browser = shared(startBrowser);
  afterEach(() => expect(browser.takeComplaints()).toEqual([]));
  return browser;
}

/** A browser and a shop that the tests of a file share. */
export const sharedDesk = (flags?: readonly string[]) => ({
  browser: sharedBrowser(),
  shop: shared(() => openShop(flags)),
});

/**
 * Slows the pages down, to find tests and pages that work only while everything is fast. `writes` is the delay of each
 * write in milliseconds. `answers` is the delay of its answer, so the server's hint about a change comes earlier.
 * `reads` is the longest delay of a read, so answers overtake one another. `cpu` is how many times slower the processor
 * is. Example: `DOCKET_SLOW_PAGES=writes=1500,answers=0,reads=900,cpu=4`.
 */
const SLOW = new URLSearchParams(process.env['DOCKET_SLOW_PAGES']?.replaceAll(',', '&'));

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  if (SLOW.size === 0) return;
  await context.route('**/app/api/**', async (route) => {
    const isRead = route.request().method() === 'GET';
    await Bun.sleep(isRead ? Math.random() * Number(SLOW.get('reads')) : Number(SLOW.get('writes')));
    // If the page was closed meanwhile, its request cannot continue.
    await (isRead || !SLOW.has('answers') ? route.continue() : answerLate(route)).catch(() => undefined);
  });
  const devTools = await context.newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: Number(SLOW.get('cpu') ?? 1) });
}

async function answerLate(route: Route): Promise<void> {
  const response = await route.fetch();
  await Bun.sleep(Number(SLOW.get('answers')));
  await route.fulfill({ response });
}

/**
 * Waits until an expression is true in the page. From its second evaluation on, Playwright's `waitForFunction` calls
 * `eval` in the page, which our security policy refuses.
 */
export async function untilInPage(page: Page, expression: string): Promise<void> {
  await until(`${expression} in the page`, () => page.evaluate<boolean>(expression));
}

/** Waits until the page has loaded a script with these words. @returns the script's address */
export const scriptWith = (page: Page, words: string): Promise<string> =>
  until(`a script with ${words}`, async () => {
    const urls = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`);
    for (const url of urls.filter((one) => one.includes('/chunk-')))
      if ((await (await fetch(url)).text()).includes(words)) return url;
    return '';
  });

/**
 * Opens a page by the main menu. On a phone most pages are behind the last button of the bar at the bottom. On a wider
 * screen the pages about the signed-in person are behind that person's name.
 */
export async function goTo(page: Page, name: string): Promise<void> {
  const menu = page.locator('.rail nav, .menu-bar');
  await page.locator('.rail').waitFor();
  // A page with its own bar at the bottom has no menu, so this goes back first.
  if (!(await menu.isVisible())) await page.locator('.rail > a').first().click();
  await menu.waitFor();
  const link = menu.getByRole('link', { name }).or(page.getByRole('menuitem', { name }));
  if ((await link.count()) === 0) await page.locator('.menu-bar > button, .menu-person').click();
  await link.click();
}

/** Opens a page by its two keys. Both are pressed at once, because the second key is awaited only for a moment. */
export async function goByKeys({ keyboard }: Page, ...keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => keyboard.press(key)));
}

/**
 * The messages that every page may cause. They come from plain http, a harness without a service worker, a cut
 * connection, and a busy machine.
 */
const EXPECTED =
  /blocked by Playwright|Cross-Origin-Opener-Policy header has been ignored|ERR_INTERNET_DISCONNECTED|preloaded using link preload but not used/;

function listen(context: BrowserContext, page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (EXPECTED.test(message.text())) return;
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`console: ${message.text()} at ${message.location().url.replace(origin, '')}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`outside request: ${url}`);
  });
  return complaints;
}

const RUN_ONLY: Record<Exclude<AxeRules, 'every'>, object> = {
  all: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/** A target that the bar at the bottom partly covers is judged by its free part. */
const CLEAR_OF_BARS = `async ({ id, nodes, ...rest }) => {
  if (id !== 'target-size') return { id, nodes, ...rest };
  const place = [scrollX, scrollY];
  const small = [];
  for (const node of nodes) {
    document.querySelector(node.target[0])?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { violations } = await axe.run(document, { runOnly: ['target-size'], resultTypes: ['violations'] });
    if (violations.some((one) => one.nodes.some(({ target }) => target[0] === node.target[0]))) small.push(node);
  }
  scrollTo(...place);
  return { id, nodes: small, ...rest };
}`;

async function faultsOf(page: Page, rules: AxeRules): Promise<Faults> {
  // Half a megabyte of script, so it is added only once for each document.
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE);
  const only = rules === 'every' ? {} : { runOnly: RUN_ONLY[rules] };
  const options = JSON.stringify({ ...only, resultTypes: ['violations'] });
  // A colour in transition is not a colour of the page.
  const script = `(async () => {
    const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 1_000);
    await Promise.all(passing.map(({ finished }) => finished.catch(() => {})));
    const { violations } = await axe.run(document, ${options});
    const seen = (await Promise.all(violations.map(${CLEAR_OF_BARS}))).filter(({ nodes }) => nodes.length > 0);
    const grave = seen.filter(({ impact }) => ${rules === 'every'} || impact === 'serious' || impact === 'critical');
    const { scrollWidth, clientWidth } = document.documentElement;
    const dialogs = [...document.querySelectorAll('dialog:modal:not(:has(.palette, .sheet))')];
    return {
      findings: grave.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
      scrollsSideways: scrollWidth > clientWidth,
      dialogOff: dialogs.some((dialog) => {
        const { left, right, top, bottom } = dialog.getBoundingClientRect();
        return Math.max(Math.abs(left + right - clientWidth), Math.abs(top + bottom - innerHeight)) > 2;
      }),
      foreign: document.querySelectorAll('#app script, #app img:not(.product-picture)').length,
    };
  })()`;
  return (await page.evaluate(script)) as Faults;
}
