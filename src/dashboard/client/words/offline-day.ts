import type { Language } from './language.ts';

interface OfflineDayWords {
  readonly what: (time: string) => string;
  readonly none: string;
  readonly noTime: string;
  readonly left: (sum: string) => string;
  /** The words for the payment status, by status. They are shown for an order with nothing left to pay. */
  readonly states: Readonly<Record<string, string>> & { readonly paid: string };
}

/**
 * All words of the page that a reader sees without a connection. This page opens without `loadWords`, so the other
 * words are not loaded.
 */
export const OFFLINE_DAY: Readonly<Record<Language, OfflineDayWords>> = {
  en: {
    what: (time) => `No connection. These are today’s orders as of ${time}. The page comes back by itself.`,
    none: 'There were no orders for today.',
    noTime: 'no time',
    left: (sum) => `${sum} left to pay`,
    states: { paid: 'paid', refunded: 'refunded', unpaid: 'nothing to pay' },
  },
  ru: {
    what: (time) => `Нет связи. Это заказы на сегодня, какими они были в ${time}. Страница вернётся сама.`,
    none: 'Заказов на сегодня не было.',
    noTime: 'без времени',
    left: (sum) => `осталось оплатить ${sum}`,
    states: { paid: 'оплачен', refunded: 'деньги возвращены', unpaid: 'платить нечего' },
  },
};
