import { forms } from './plural.ts';

/**
 * The texts of the page on which a new server starts from a backup. They use the same terms as the backup pages in the
 * settings.
 */
export const START_EN = {
  title: 'Start from a backup',
  lead: 'Docket returns to how it was when the backup was made: workspaces, people, orders, keys and settings. You see its contents before anything happens.',
  back: 'Back to a new workspace',
  onServer: 'On the server',
  looking: 'The server is looking for backups…',
  none: 'No backups found. Docket looks in the place set by',
  choose: 'Look inside',
  all: forms({ one: 'Show #', other: 'Show all #' }),
  gone: 'That backup is no longer there.',
  onComputer: 'On your computer',
  uploadWhat: 'A .db file. It is uploaded and checked; nothing is restored yet.',
  readTitle: (when: string) => `Backup from ${when}`,
  whole: 'The backup was read from start to end and is complete.',
  nobody:
    'It contains no people. After the restore you create the owner with a new set-up link, which Docket prints on its server.',
  trade: 'This server already has orders or inquiries. They are kept as a file, but no longer shown.',
  restore: 'Restore this backup',
  another: 'Choose another',
  busy: 'A backup is being restored or a workspace is being set up. Wait a moment, then try again.',
  waiting: 'Restoring the backup. The server will be unavailable for a few seconds…',
  silent: 'The server has not answered for a while. Check its log. This page keeps waiting.',
  restoredTitle: 'Backup restored',
  restored: (when: string) => `Everything is as it was at ${when}.`,
  signIn: 'Sign in with the email and password you had then.',
  nobodyTitle: 'Backup restored, but it has no people',
  nobodyLeft:
    'Nobody in it can sign in. Open the link that Docket printed when it restarted to create the owner. To get a new one, run this command on Docket’s server:',
  failed: 'Nothing was restored. The server says:',
  failedNext: 'You can choose another backup, or set up a new workspace.',
  notBegun: 'Nothing was restored, because the server was interrupted. Try again.',
};

export const START_RU: typeof START_EN = {
  title: 'Начать с резервной копии',
  lead: 'Docket станет таким, каким был, когда копия делалась: пространства, люди, заказы, ключи, настройки. Сначала вы увидите, что в копии; до этого ничего не изменится.',
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
  whole: 'Копия прочитана целиком, ничего не пропало.',
  nobody:
    'Людей в ней нет. После восстановления вы создадите владельца по новой ссылке, которую Docket покажет на машине, где он работает.',
  trade: 'На этом сервере уже есть заказы или заявки. Они сохранятся файлом, но из панели исчезнут.',
  restore: 'Восстановить эту копию',
  another: 'Выбрать другую',
  busy: 'Как раз сейчас восстанавливается копия или создаётся пространство. Подождите немного и попробуйте ещё раз.',
  waiting: 'Копия восстанавливается. На несколько секунд сервер станет недоступен…',
  silent: 'Сервер долго не отвечает. Загляните в его журнал; страница продолжает ждать.',
  restoredTitle: 'Копия восстановлена',
  restored: (when) => `Всё стало таким, как было: ${when}.`,
  signIn: 'Войдите с почтой и паролем, которые были у вас тогда.',
  nobodyTitle: 'Копия восстановлена, людей в ней нет',
  nobodyLeft:
    'Войти некому. Откройте ссылку, которую Docket показал, когда запустился снова: по ней создаётся владелец. Новую ссылку показывает команда на машине, где работает Docket:',
  failed: 'Восстановление не состоялось. Сервер сообщает:',
  failedNext: 'Можно выбрать другую копию или создать новое пространство.',
  notBegun: 'Восстановление не состоялось: работа сервера прервалась. Попробуйте ещё раз.',
};
