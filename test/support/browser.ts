import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** Headless Chromium on the real pages; CHROMIUM_PATH says where another one is. */
const CHROMIUM = process.env['CHROMIUM_PATH'] ?? Bun.which('chromium') ?? '/usr/bin/chromium';
const AXE = readFileSync(join(import.meta.dir, '../../node_modules/axe-core/axe.min.js'), 'utf8');

export interface Form {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly scheme: 'light' | 'dark';
  readonly locale: 'en' | 'ru';
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

/** Every page is seen on phone and desktop, light and dark, English and Russian. */
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

export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What must not have happened: console errors, requests to elsewhere, reports of the security policy. */
  readonly complaints: string[];
  /** Serious and critical findings of axe on what is visible now. */
  findings(): Promise<string[]>;
}

export interface Browser extends AsyncDisposable {
  visit(url: string, form: Form): Promise<Visit>;
}

export async function startBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  return {
    async visit(url, form) {
      const context = await browser.newContext({
        viewport: form.size,
        colorScheme: form.scheme,
        locale: form.locale,
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      const page = await context.newPage();
      const complaints = listen(context, page, new URL(url).origin);
      await page.goto(url);
      return {
        page,
        complaints,
        findings: () => findingsOf(page),
        [Symbol.asyncDispose]: () => context.close(),
      };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Leads to a page by the main menu; on a phone most of it stands behind the last button of the bar at the foot. */
export async function goTo(page: Page, name: string): Promise<void> {
  const link = page.locator('.rail nav, .menu-bar').getByRole('link', { name });
  await page.locator('.rail nav, .menu-bar').waitFor();
  if ((await link.count()) === 0) await page.locator('.menu-bar > button').click();
  await link.click();
}

function listen(context: BrowserContext, page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:')) complaints.push(`outside request: ${url}`);
  });
  return complaints;
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];
  const result = (await page.evaluate(`axe.run(document, { runOnly: ${JSON.stringify(tags)} })`)) as AxeResult;
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
