import type { ShortcutsWords } from './words-en.ts';

export const SHORTCUTS_RU: ShortcutsWords = {
  title: 'Горячие клавиши',
  what: 'Считается место клавиши, поэтому они работают и на русской раскладке. Пока вы печатаете, они выключены.',
  on: 'В этом браузере клавиши включены',
  after: 'затем',
  sheet: 'Эта памятка',
  search: 'Поиск',
  rows: 'Следующая, предыдущая строка',
  open: 'Открыть',
  select: 'Выбрать строку',
  status: 'Сменить статус',
  payment: 'Внести оплату',
  edit: 'Изменить',
  create: 'Новый заказ',
  escape: 'Закрыть',
};
