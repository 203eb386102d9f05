import type { DeliveriesWords } from '../en/deliveries.ts';
import { forms } from '../plural.ts';

export const DELIVERIES_RU: DeliveriesWords = {
  onPhone: 'Доставки на телефоне: сегодня и завтра, с отметкой об оплате и вручении',
  which: 'День',
  none: { today: 'Сегодня везти нечего', tomorrow: 'На завтра доставок пока нет' },
  allDone: 'Всё доставлено',
  doneCount: forms({ one: 'Доставлен # заказ', many: 'Доставлено # заказов', other: 'Доставлено # заказа' }),
  card: 'С открыткой',
  collect: (sum) => `Получить ${sum}`,
  nothingLeft: 'Денег не брать',
  pay: 'Принять оплату',
  how: (sum) => `Как оплачено ${sum}?`,
  taken: (sum, method) =>
    method === '' ? `Получено ${sum}` : `Получено ${sum}: ${method === 'СБП' ? method : method.toLowerCase()}`,
  takeBack: 'Отменить',
  deliver: 'Отметить доставку',
  delivered: 'Доставлен',
  deliveredUnpaid: (sum) => `Доставлен, ещё не оплачено ${sum}`,
  undelivered: 'Не доставлен',
  said: (num, what) => `Заказ ${num}: ${what.charAt(0).toLowerCase()}${what.slice(1)}.`,
};
