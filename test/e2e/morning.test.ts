import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { EN } from '../../src/dashboard/client/words-en.ts';
import { RU } from '../../src/dashboard/client/words-ru.ts';
import { FORMS, type Form, startBrowser, type Visit } from '../support/browser.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';

const PHONES = FORMS.filter(({ name }) => name.startsWith('phone')).map((form) => [form.name, form] as const);

async function look(visit: Visit, form: Form): Promise<void> {
  const wide = await visit.page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
  const seen = { form: form.name, at: visit.page.url(), findings: await visit.findings(), scrollsSideways: wide };
  expect(seen).toEqual({ form: form.name, at: visit.page.url(), findings: [], scrollsSideways: false });
}

test.each(PHONES)(
  'on a %s a florist sees the day, calls, takes up an order, takes the money and prints',
  async (_name, form) => {
    const words = form.locale === 'ru' ? RU : EN;
    const o = words.orders;
    await using shop = await openShop();
    const today = new Date().toISOString().slice(0, 10);
    const order = (timeStart: string, more: Record<string, unknown> = {}) =>
      shop.api.post('/api/v1/orders/create', orderBody({ date: `${today}T10:00:00+00:00`, timeStart, ...more }));
    expectOk(await order('15:00', { timeEnd: '17:00' }));
    const first = expectOk(
      await order('09:00', { timeEnd: '11:00', client: { name: 'Анна', phone: '8 (912) 334-40-24' } }),
    );
    {
      using db = new Database(join(shop.dir, 'docket.db'), { readwrite: true });
      db.run('PRAGMA busy_timeout = 2000');
      db.run('UPDATE people SET language = ?', [form.locale]);
    }
    await using browser = await startBrowser();
    await using visit = await browser.visit(`${shop.url}/app/orders?look=day`, form);
    const { page } = visit;
    await page.getByLabel(words.email).fill('owner@example.com');
    await page.getByLabel(words.password).fill('correct horse');
    await page.getByRole('button', { name: words.signIn }).click();

    await page.getByRole('heading', { name: '09:00–11:00' }).waitFor();
    expect(await page.locator('.slot h3').allTextContents()).toEqual([
      expect.stringContaining('09:00–11:00'),
      expect.stringContaining('15:00–17:00'),
    ]);
    await look(visit, form);
    await page.getByRole('link', { name: first.num, exact: true }).click();
    const bar = page.locator('.phone-bar');
    await bar.waitFor();
    expect(await bar.getByRole('link', { name: o.call }).getAttribute('href')).toBe('tel:89123344024');
    await look(visit, form);

    await bar.getByRole('button', { name: o.status, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: o.virtual['status-in-progress'] }).click();
    await page.getByText(o.statusChanged).waitFor();
    await bar.getByRole('button', { name: o.payment, exact: true }).click();
    await page.getByLabel(o.method).selectOption('cash');
    await page.getByRole('button', { name: o.record, exact: true }).click();
    await page.locator('.payments').getByText(o.paymentStates.confirmed).waitFor();
    expect(expectOk(await shop.api.get(`/api/v1/orders/${first.id}`))).toMatchObject({
      statusId: 'status-in-progress',
      paymentStatus: 'paid',
    });

    await page.locator('summary', { hasText: o.print }).click();
    await look(visit, form);
    await page.getByRole('link', { name: words.print.slip }).click();
    await page.locator('.paper').getByText('Анна').first().waitFor();
    await look(visit, form);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/MediaBox/g)).toHaveLength(1);
    expect(visit.complaints).toEqual([]);
  },
);
