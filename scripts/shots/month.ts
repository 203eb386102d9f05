import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startBrowser } from '../../test/support/browser.ts';
import { ENGLISH, on, playMonth, RUSSIAN } from '../../test/support/played-month.ts';
import { OWNER } from '../../test/support/visits.ts';
import { WIDTHS } from '../../test/support/widths.ts';
import { follow, open, type Step, signIn } from './steps.ts';

const HEIGHT = 900;
const MONTHS = { en: ENGLISH, ru: RUSSIAN };

const previewOf =
  (kind: 'orders' | 'products' | 'clients' | 'payments', language: keyof typeof MONTHS): Step =>
  async (page, url) => {
    await open(`/app/${kind === 'products' ? 'stock' : kind}/import`)(page, url);
    const { [kind]: file, types } = MONTHS[language];
    const name = types[kind] === 'text/csv' ? 'file.csv' : 'file.xlsx';
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: types[kind], buffer: Buffer.from(file) });
    await page.locator('.import-rows').waitFor();
    return true;
  };

const stepsIn = (language: keyof typeof MONTHS): Readonly<Record<string, Step>> => ({
  overview: open('/app'),
  orders: open('/app/orders'),
  payments: follow(open('/app/payments?when=last-month'), '.payments-more > summary'),
  reports: open('/app/reports?when=last-month'),
  'reports-compared': open('/app/reports'),
  till: open(`/app/payments/till?day=${on(21)}`),
  clients: open('/app/clients'),
  client: follow(open('/app/clients?q=812'), 'table.clients a'),
  'orders-of-client': follow(follow(open('/app/clients?q=812'), 'table.clients a'), '.clients-figures a'),
  stock: open('/app/stock'),
  'orders-import': open('/app/orders/import'),
  'products-import': open('/app/stock/import'),
  'clients-import': open('/app/clients/import'),
  'payments-import': open('/app/payments/import'),
  'orders-preview': previewOf('orders', language),
  'products-preview': previewOf('products', language),
  'clients-preview': previewOf('clients', language),
  'payments-preview': previewOf('payments', language),
});

/**
 * @param words only pictures with all these words in their path are taken
 * @returns the number of pictures taken
 */
export async function shootMonth(
  out: string,
  language: keyof typeof MONTHS,
  words: readonly string[],
): Promise<number> {
  const pictures = Object.entries(stepsIn(language)).flatMap(([name, step]) =>
    WIDTHS.map((width) => ({ step, width, path: join(out, 'month', language, `${name}-${width}.png`) })),
  );
  const wanted = pictures.filter(({ path }) => words.every((word) => path.includes(word)));
  if (wanted.length === 0) return 0;
  mkdirSync(join(out, 'month', language), { recursive: true });
  const { shop } = await playMonth(MONTHS[language]);
  await using _ = shop;
  await using browser = await startBrowser();
  const form = { name: language, size: { width: 1280, height: HEIGHT }, scheme: 'light', locale: language } as const;
  await using page = await browser.visit(`${shop.url}/app`, form);
  await signIn(page, OWNER);
  for (const { step, width, path } of wanted) {
    await page.turnTo({ size: { width, height: HEIGHT }, scheme: 'light' });
    if (await step(page, shop.url)) await page.screenshot({ path, fullPage: true });
  }
  for (const complaint of page.complaints) process.stdout.write(`month, ${language}: ${complaint}\n`);
  return wanted.length;
}
