import type { PaletteWords } from '../en/palette.ts';
import { forms } from '../plural.ts';

export const PALETTE_RU: PaletteWords = {
  title: 'Поиск и команды',
  hint: 'Заказ, имя, телефон, адрес, товар, страница, действие',
  shortHint: 'Заказ, клиент, товар, страница',
  orders: 'Заказы',
  clients: 'Клиенты',
  pages: 'Страницы',
  actions: 'Действия',
  own: 'Для вас',
  nothing: 'Ничего не найдено',
  clear: 'Очистить поиск',
  found: forms({ other: 'найдено: #' }),
  partOf: (shown, all) => (all === undefined ? `первые ${shown}` : `${shown} из ${all}`),
  seeAll: 'показать все',
  moreClients: 'Ещё клиенты: показать всех',
  matched: { recipient: 'Получатель', address: 'Адрес', item: 'Товар' },
  searching: 'Ищем…',
  recordPayment: 'Внести оплату этого заказа',
  toRussian: 'Русский язык',
  toEnglish: 'English',
  theme: (name) => `Оформление: ${name}`,
};
