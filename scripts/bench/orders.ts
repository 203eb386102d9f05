import { requestText } from './load.ts';

/**
 * The number in the last order's request key. Counting starts at the current time, because an earlier run may have used
 * lower numbers in this shop.
 */
let made = Date.now();

export function createBody(): string {
  made += 1;
  return JSON.stringify({
    requestKey: `bench-${made}`,
    platform: 'site',
    date: '2026-03-08T10:00:00+03:00',
    timeStart: '10:00',
    client: { name: 'Мария Иванова', phone: '+79123456789' },
    products: [
      { id: 'rose-15', name: 'Букет «Весна» 🌷', quantity: 1, price: 1500 },
      { name: 'Открытка', quantity: 2, price: 150.5 },
    ],
    delivery: { deliveryType: 'courier', price: 350, adress: 'ул. Ленина, 1', flat: '12' },
  });
}

export const createRequest = (key: string): string => requestText('POST', '/api/v1/orders/create', key, createBody());
