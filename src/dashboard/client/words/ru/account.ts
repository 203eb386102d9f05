import type { AccountWords } from '../en/account.ts';

export const ACCOUNT_RU: AccountWords = {
  self: 'Имя и язык',
  name: 'Ваше имя',
  saveName: 'Сохранить имя',
  nameSaved: 'Имя сохранено.',
  present: 'Нынешний пароль',
  next: 'Новый пароль',
  change: 'Сменить пароль',
  changed: 'Пароль изменён. На всех остальных устройствах выполнен выход.',
  wrongPresent: 'Нынешний пароль неверен.',
  endOthers: 'Завершить все остальные',
  endSession: 'Завершить',
  language: 'Язык',
  lastSeen: 'последний раз',
  sessions: 'Где выполнен вход',
  thisDevice: 'это устройство',
  goOn: 'Продолжить',
  proveTitle: 'Введите пароль ещё раз',
  proveWhat: 'Это важное действие, поэтому Docket ещё раз спрашивает пароль.',
};
