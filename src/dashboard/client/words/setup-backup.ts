import { forms } from './plural.ts';

/** To begin with a backup; what the settings say of backups is said in their words. */
export const START_EN = {
  title: 'Start from a backup',
  lead: 'Docket becomes what it was when the backup was made: workspaces, people, orders, keys, settings. You see what is in it before anything happens.',
  back: 'Back to a new workspace',
  onServer: 'On the server',
  looking: 'The server is looking for backups…',
  none: 'No backup lies there. Docket looks where it was told to by',
  choose: 'Look inside',
  all: forms({ one: 'Show #', other: 'Show all #' }),
  gone: 'That backup does not lie there any more.',
  onComputer: 'On your computer',
  uploadWhat: 'A file with the ending .db. It is sent to the server and read whole; nothing is restored by it yet.',
  readTitle: (when: string) => `Backup of ${when}`,
  whole: 'It was read from the first to the last byte, and is whole.',
  nobody:
    'There are no people in it. After the restore you create the owner, by a new set-up link that Docket prints on the machine it runs on.',
  trade: 'There are orders or inquiries on this server already. They are kept as a file, and leave the pages.',
  restore: 'Restore this backup',
  another: 'Choose another',
  busy: 'A backup is being restored, or a workspace set up, just now. Wait a moment, then try again.',
  waiting: 'The backup is being put in place. The server is away for a few seconds…',
  silent: 'The server has not answered for a while. Look at its log; this page goes on waiting.',
  restoredTitle: 'The backup is restored',
  restored: (when: string) => `Everything is as it was at ${when}.`,
  signIn: 'Sign in with the e-mail and the password that you had then.',
  nobodyTitle: 'The backup is restored, without people',
  nobodyLeft:
    'There is nobody in it who could sign in. Open the link that Docket printed as it started again: it creates the owner. It prints a new one, on the machine that it runs on, by the command',
  failed: 'Nothing was restored. The server says:',
  failedNext: 'This page goes on working: choose another backup, or set up a new workspace.',
  notBegun: 'Nothing was restored: the server was interrupted. Try it once more.',
};

export type StartWords = typeof START_EN;

export const START_RU: StartWords = {
  title: 'Начать с резервной копии',
  lead: 'Docket станет таким, каким был, когда копия делалась: пространства, люди, заказы, ключи, настройки. Что в копии, видно до того, как что-либо произойдёт.',
  back: 'Вернуться к новому пространству',
  onServer: 'На сервере',
  looking: 'Сервер ищет копии…',
  none: 'Здесь нет ни одной копии. Docket ищет их там, где указано параметром',
  choose: 'Посмотреть',
  all: forms({ one: 'Показать #', few: 'Показать все #', many: 'Показать все #', other: 'Показать все #' }),
  gone: 'Этой копии там больше нет.',
  onComputer: 'На вашем компьютере',
  uploadWhat:
    'Файл с окончанием .db. Он отправляется на сервер и читается целиком; сама по себе отправка ничего не восстанавливает.',
  readTitle: (when) => `Копия: ${when}`,
  whole: 'Она прочитана от первого до последнего байта, ничего не пропало.',
  nobody:
    'Людей в ней нет. После восстановления вы создадите владельца по новой ссылке, которую Docket покажет на машине, где он работает.',
  trade: 'На этом сервере уже есть заказы или заявки. Они сохранятся файлом, но из панели исчезнут.',
  restore: 'Восстановить эту копию',
  another: 'Выбрать другую',
  busy: 'Как раз сейчас восстанавливается копия или создаётся пространство. Подождите немного и попробуйте ещё раз.',
  waiting: 'Копия встаёт на место. На несколько секунд сервер станет недоступен…',
  silent: 'Сервер долго не отвечает. Загляните в его журнал; страница продолжает ждать.',
  restoredTitle: 'Копия восстановлена',
  restored: (when) => `Всё стало таким, как было: ${when}.`,
  signIn: 'Войдите с почтой и паролем, которые были у вас тогда.',
  nobodyTitle: 'Копия восстановлена, людей в ней нет',
  nobodyLeft:
    'Войти некому. Откройте ссылку, которую Docket показал, когда запустился снова: по ней создаётся владелец. Новую ссылку показывает команда на машине, где работает Docket:',
  failed: 'Восстановление не состоялось. Сервер сообщает:',
  failedNext: 'Страница продолжает действовать: выберите другую копию или создайте новое пространство.',
  notBegun: 'Восстановление не состоялось: работа сервера прервалась. Попробуйте ещё раз.',
};
