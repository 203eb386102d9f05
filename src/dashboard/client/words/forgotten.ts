/** The words for a forgotten password. Only people who forgot their password load them. */
export const FORGOTTEN_EN = {
  what: 'Docket emails you a link to choose a new one.',
  send: 'Email me a link',
  sent: 'If this address has an account, the link is on its way. It works once, for 30 minutes. Nothing came? Look in the spam folder.',
  ask: 'Ask an owner of your shop for a link: Settings, People, “…” beside your name. An owner who forgot theirs runs this on the server:',
  command: 'docket owner reset-password --email YOU',
};

type ForgottenWords = typeof FORGOTTEN_EN;

export const FORGOTTEN_RU: ForgottenWords = {
  what: 'Docket пришлёт письмо со ссылкой, по которой вы придумаете новый.',
  send: 'Прислать ссылку',
  sent: 'Если у этого адреса есть учётная запись, ссылка уже в пути. Она действует один раз, 30 минут. Письма нет? Загляните в спам.',
  ask: 'Попросите ссылку у владельца магазина: «Настройки», «Люди», «…» рядом с вашим именем. Владелец, забывший свой, получит её командой на сервере:',
  command: 'docket owner reset-password --email АДРЕС',
};
