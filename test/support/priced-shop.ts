import { ownerOf } from './browser-session.ts';
import { openShop } from './docket.ts';
import { expectOk, placeOrder } from './http-answers.ts';

export const CLIENT = { name: 'Анна Смирнова', phone: '+7 912 330-44-29' };

export const ROSE_CODE = '4600123456789';
export const CARD_CODE = '036000291452';

/** A shop with a price list, two of its products with a barcode, and a recent order. */
export async function openPricedShop() {
  const shop = await openShop();
  const owner = await ownerOf(shop);
  const add = async (id: string, name: string, more: object) =>
    expectOk(await owner.post(`${shop.base}/stock`, { id, name, sku: null, quantity: 40, ...more }));
  await add('rose', 'Роза красная', { barcode: ROSE_CODE, price: 250.5, category: 'Розы', quantity: 3, warnBelow: 10 });
  await add('tulip', 'Тюльпан', { price: 120, category: 'Букеты', quantity: 0 });
  await add('card', 'Открытка', { price: 150, barcode: CARD_CODE });
  await add('moss', 'Мох', {});
  // A recent order had another price; the list's price takes precedence.
  const products = [{ id: 'rose', name: 'Роза красная', quantity: 1, price: 999 }];
  await placeOrder(shop.api, { client: CLIENT, products });
  return shop;
}
