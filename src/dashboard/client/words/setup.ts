/** The words of the pages behind the one-time links, and of every form that sets a password. */
export const SETUP_EN = {
  title: 'Set up Docket',
  lead: 'You’ll be the owner of a new workspace. It takes a minute.',
  business: 'Business name',
  ownerName: 'Your name',
  ownerNameHint: 'Optional. Shown in the history and in invitations.',
  language: 'Language',
  submit: 'Set up and sign in',
  haveBackup: 'Do you have a backup?',
  startFromIt: 'Start from a backup',
  showPassword: 'Show',
  hidePassword: 'Hide',
  passwordHint: '8 to 128 characters. A few words in a row are easy to remember and hard to guess.',
  noLink:
    'Open the link that Docket printed when it first started. It works once, for 30 minutes. To get a new one, run this command on Docket’s server:',
  badLinkTitle: 'This link no longer works',
  badLink:
    'It was already used, or it has expired. The person who invited you can send another. If you have forgotten your password:',
  setupCommand: 'docket owner setup-link',
  setUpAlready: 'Already set up?',
  resetTitle: 'Choose a new password',
  resetFor: 'For',
  resetSubmit: 'Set password and sign in',
  resetNote: 'All other devices will be signed out.',
  resetPasskeys: 'Your passkeys still work. Review them under Account.',
  resetNoLink:
    'A link works once, and only for a while. The person who invited you can send another. If you have forgotten your password:',
  newPassword: 'New password',
};

export type SetupWords = typeof SETUP_EN;

export const SETUP_RU: SetupWords = {
  title: 'Настройка Docket',
  lead: 'Вы станете владельцем нового пространства. Это займёт минуту.',
  business: 'Название магазина или компании',
  ownerName: 'Ваше имя',
  ownerNameHint: 'Необязательно. Оно видно в истории и в приглашениях.',
  language: 'Язык',
  submit: 'Создать и войти',
  haveBackup: 'Есть резервная копия?',
  startFromIt: 'Начать с копии',
  showPassword: 'Показать',
  hidePassword: 'Скрыть',
  passwordHint: 'От 8 до 128 символов. Несколько слов подряд легко запомнить и трудно подобрать.',
  noLink:
    'Откройте ссылку, которую Docket показал при первом запуске: она действует один раз, в течение 30 минут. Новую ссылку показывает команда на машине, где работает Docket:',
  badLinkTitle: 'Ссылка больше не действует',
  badLink:
    'Ей уже воспользовались, или её срок истёк. Новую может прислать тот, кто вас пригласил. Если вы забыли пароль:',
  setupCommand: 'docket owner setup-link',
  setUpAlready: 'Docket уже настроен?',
  resetTitle: 'Новый пароль',
  resetFor: 'Для',
  resetSubmit: 'Сохранить пароль и войти',
  resetNote: 'На всех остальных устройствах произойдёт выход.',
  resetPasskeys: 'Ваши ключи доступа продолжат действовать: проверьте их на странице «Профиль».',
  resetNoLink:
    'Ссылка действует один раз и недолго. Новую может прислать тот, кто вас пригласил. Если вы забыли пароль:',
  newPassword: 'Новый пароль',
};
