import { expect, test } from 'bun:test';
import { startBrowser } from '../support/browser.ts';
import { openShop, orderBody } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { enter, look, orderWords, WALKS, wordsOf } from '../support/visits.ts';

test.each(WALKS)(
  'on a %s the page of a restored order says which payment lost its id, and which order has its number',
  async (_name, form) => {
    const o = orderWords(wordsOf(form));
    await using shop = await openShop();
    const post = async (operation: string, body: unknown) =>
      expectOk(await shop.api.post(`/api/v1/orders/${operation}`, body));
    const payments = [{ paymentId: 7501, amount: 100 }];
    const gone = await post('create', orderBody({ payments, client: { name: 'Анна' } }));
    const other = await post('create', orderBody({ client: { name: 'Ольга' } }));
    await post('delete', { id: gone.id });
    await post('payment', { id: other.id, paymentId: 7501, amount: 100 });
    await post('update', { id: other.id, data: { num: gone.num } });
    await using browser = await startBrowser();
    await using visit = await enter(browser, shop, form, `/app/orders/${gone.id}`);
    const { page } = visit;

    await page.getByRole('button', { name: o.restore, exact: true }).click();
    // In a word with the toast that says that it is back.
    await page.getByText(/1 (payment stays|оплата осталась)/).waitFor();
    const paid = page.locator('.order-payments');
    await paid.getByText(o.freed('7501')).waitFor();
    expect(await paid.getByRole('link', { name: gone.num, exact: true }).getAttribute('href')).toBe(
      `/app/orders/${other.id}`,
    );
    await page.locator('.timeline').getByText(`${o.freedIds}: 7501`).waitFor();
    await look(visit, form);

    await page.getByText(o.sameNumber).waitFor();
    await page.getByRole('link', { name: /Ольга/ }).click();
    await page.getByRole('link', { name: /Анна/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/app/orders/${other.id}`);
    expect(visit.complaints).toEqual([]);
  },
);
