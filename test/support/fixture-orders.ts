/**
 * Creates that every fixture database holds (test/fixtures), byte for byte as they were sent. So they can be sent
 * again.
 */

export const fixtureOrder = (requestKey: string, extra: Record<string, unknown> = {}): Record<string, unknown> => ({
  requestKey,
  date: '2026-03-08T10:00:00+03:00',
  timeStart: '10:00',
  client: { name: 'Мария Иванова', phone: '+79123456789', loyalty: 'gold' },
  products: [{ id: 'rose-1', name: 'Букет «Весна» 🌷', quantity: 2, price: 1500 }],
  delivery: { deliveryType: 'courier', price: 350.5, adress: 'ул. Ленина, 1', flat: '12' },
  ...extra,
});

export const PAID_AT_ONCE = fixtureOrder('site-paid-at-once', {
  delivery: null,
  payments: [{ paymentId: 'bank-5', amount: 3000, paidAt: '2026-03-07T09:00:00Z' }],
});
