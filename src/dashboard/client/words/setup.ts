/** The pages behind the one-time links, and what is said of a password wherever one is chosen. */
export const SETUP_EN = {
  title: 'Set up Docket',
  lead: 'You become the owner of a new workspace. It takes a minute.',
  business: 'Name of the business',
  timeZone: 'Time zone',
  timeZoneHint: 'Days begin and end by it, in lists and totals.',
  language: 'Language',
  submit: 'Set up and sign in',
  haveBackup: 'Do you have a backup?',
  startFromIt: 'Start from it',
  passwordHint: '8 to 128 characters. A few words in a row are easy to keep in mind and hard to guess.',
  noLink:
    'Open the link that was printed when Docket started for the first time: it works once, for 30 minutes. Docket prints a new one on the machine that it runs on by the command',
  badLinkTitle: 'This link does not work any more',
  badLink:
    'It has been used, or its time is over. Whoever invited you can send another. Docket prints one on the machine that it runs on by the command',
  setupCommand: 'docket owner setup-link',
  setUpAlready: 'Docket is set up already?',
  resetTitle: 'Choose a new password',
  resetFor: 'For',
  resetSubmit: 'Set the password and sign in',
  resetNote: 'All other devices are signed out.',
  resetPasskeys: 'Your passkeys go on signing in: look through them under Account.',
  resetNoLink:
    'Open the link that you were given: it works once, for 30 minutes. Docket prints one on the machine that it runs on by the command',
  resetCommand: 'docket owner reset-password --email YOU',
  newPassword: 'New password',
};

export type SetupWords = typeof SETUP_EN;

export const SETUP_RU: SetupWords = {
  title: 'Настройка Docket',
  lead: 'Вы станете владельцем нового пространства. Это займёт минуту.',
  business: 'Название магазина или компании',
  timeZone: 'Часовой пояс',
  timeZoneHint: 'По нему начинаются и заканчиваются дни в списках и итогах.',
  language: 'Язык',
  submit: 'Создать и войти',
  haveBackup: 'Есть резервная копия?',
  startFromIt: 'Начать с неё',
  passwordHint: 'От 8 до 128 символов. Несколько слов подряд легко запомнить и трудно подобрать.',
  noLink:
    'Откройте ссылку, которую Docket показал при первом запуске: она действует один раз, в течение 30 минут. Новую ссылку показывает команда на машине, где работает Docket:',
  badLinkTitle: 'Ссылка больше не действует',
  badLink:
    'Ей уже воспользовались, или её срок истёк. Новую может прислать тот, кто вас пригласил; её также показывает команда на машине, где работает Docket:',
  setupCommand: 'docket owner setup-link',
  setUpAlready: 'Docket уже настроен?',
  resetTitle: 'Новый пароль',
  resetFor: 'Для',
  resetSubmit: 'Сохранить пароль и войти',
  resetNote: 'На всех остальных устройствах произойдёт выход.',
  resetPasskeys: 'Ваши ключи доступа продолжат действовать: проверьте их на странице «Профиль».',
  resetNoLink:
    'Откройте ссылку, которую вам дали: она действует один раз, в течение 30 минут. Ссылку показывает команда на машине, где работает Docket:',
  resetCommand: 'docket owner reset-password --email АДРЕС',
  newPassword: 'Новый пароль',
};
