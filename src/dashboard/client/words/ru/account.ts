import type { AccountWords } from '../en/account.ts';

export const ACCOUNT_RU: AccountWords = {
  you: 'О вас',
  name: 'Ваше имя',
  saveName: 'Сохранить имя',
  nameSaved: 'Имя сохранено.',
  passwordTitle: 'Пароль',
  present: 'Нынешний пароль',
  next: 'Новый пароль',
  change: 'Сменить пароль',
  changed: 'Пароль изменён. На всех остальных устройствах выполнен выход.',
  wrongPresent: 'Нынешний пароль неверен.',
};
