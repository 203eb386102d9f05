import { expect } from 'bun:test';
import { sharedBrowser } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { placeOrder } from '../support/http-answers.ts';
import { enter, walk } from '../support/visits.ts';

const browser = sharedBrowser();

/** The columns of sums on a page: how many sums of each are whole roubles, and how many have kopecks. */
const COLUMNS = `[...document.querySelectorAll('main :is(table, dl.order-sums, dl.order-money, dl.print-slip-sums)')].flatMap((one) => {
  const texts = (cells) => cells.map((cell) => cell.textContent).filter((text) => text.includes('₽'));
  const columns = one.tagName === 'DL'
    ? [texts([...one.querySelectorAll('dd')])]
    : [...one.querySelectorAll('thead th')].map((_, at) => texts([...one.tBodies[0].rows].map((row) => row.cells[at])));
  return columns.filter((sums) => sums.length > 0).map((sums) => {
    const whole = sums.filter((sum) => !/^[^₽]*(₽[\\d,]+|\\d)[.,]\\d\\d(?!\\d)/.test(sum)).length;
    return { whole, broken: sums.length - whole };
  });
})`;

walk('in a column of sums either all rows or no rows show kopecks', async (form) => {
  await using shop = await openShop();
  const date = `${new Date().toISOString().slice(0, 10)}T10:00:00Z`;
  const make = (phone: string, prices: readonly number[], method: string) =>
    placeOrder(shop.api, {
      date,
      client: { name: 'Анна', phone },
      delivery: { deliveryType: 'Курьер', price: 350 },
      products: prices.map((price) => ({ name: `За ${price}`, quantity: 1, price })),
      payments: [{ amount: 100 + (prices[0] ?? 0), paidAt: date, paymentMethod: method }],
    });
  const { id } = await make('+79123304429', [120, 350.5], 'card');
  const { id: second } = await make('+79210001122', [350.5, 120], 'sbp');
  await make('+79210001133', [3_000], 'cash');
  await using page = await enter(browser, shop, form, '/app');
  const pages = {
    [`/app/orders/${id}`]: '.order-work table',
    [`/app/orders/${second}/print/slip`]: '.print-slip-sums',
    '/app/payments': '.payments-lines',
    '/app/clients': 'table.clients',
    '/app/reports': '.report-items table',
  };
  for (const [path, sign] of Object.entries(pages)) {
    await page.goto(`${shop.url}${path}`);
    if (path === '/app/payments') await page.locator('.payments-more > summary').click();
    await page.locator(sign).first().waitFor();
    const columns = await page.evaluate<{ whole: number; broken: number }[]>(COLUMNS);
    expect({ path, mixed: columns.filter(({ whole, broken }) => whole > 0 && broken > 0) }).toEqual({
      path,
      mixed: [],
    });
    expect({ path, kopecks: columns.some(({ broken }) => broken > 1) }).toEqual({ path, kopecks: true });
  }
});
