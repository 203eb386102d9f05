/** The words of the sheet of shortcuts. */
export const SHORTCUTS_EN = {
  title: 'Keyboard shortcuts',
  what: 'By the place of the key, so that they work on a Russian layout too. Off while you type.',
  on: 'Shortcuts are on in this browser',
  after: 'then',
  sheet: 'This sheet',
  search: 'Search',
  rows: 'Next, previous row',
  open: 'Open',
  select: 'Select the row',
  status: 'Change the status',
  payment: 'Record a payment',
  edit: 'Edit',
  create: 'New order',
  escape: 'Close',
};
export type ShortcutsWords = typeof SHORTCUTS_EN;

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
