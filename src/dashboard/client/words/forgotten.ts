/** The words for a forgotten password. Only people who forgot theirs load them. */
export const FORGOTTEN_EN = {
  what: 'Docket emails you a link to choose a new one.',
  send: 'Email me a link',
  sent: 'If this address has an account, the link is on its way. It works once, for 30 minutes. Nothing came? Look in the spam folder.',
  ask: 'Ask the person who looks after Docket for a link. On its server, they run:',
  command: 'docket owner reset-password --email YOU',
};

type ForgottenWords = typeof FORGOTTEN_EN;

export const FORGOTTEN_RU: ForgottenWords = {
  what: 'Docket пришлёт письмо со ссылкой, по которой вы придумаете новый.',
  send: 'Прислать ссылку',
  sent: 'Если у этого адреса есть учётная запись, ссылка уже в пути. Она действует один раз, 30 минут. Письма нет? Загляните в спам.',
  ask: 'Попросите ссылку у того, кто отвечает за Docket. Её даёт команда на машине, где он работает:',
  command: 'docket owner reset-password --email АДРЕС',
};
