/** To go through what a restore brought back, before any of it lets somebody in. */
export const ACCESS_EN = {
  title: 'Who may come back?',
  lead: 'This server does not know what was revoked or removed after the backup was made. So nobody gets in yet, the API waits and no webhook is sent. Untick whoever and whatever must not come back.',
  people: 'People',
  invited: 'invited',
  secondFactor: 'with codes from an app',
  keys: 'API keys',
  lastUsed: (when: string) => `last used ${when}`,
  neverUsed: 'never used',
  endpoints: 'Webhook endpoints',
  off: 'switched off',
  passkeys: 'Passkeys of these people',
  keepOwner: (workspace: string) => `${workspace} needs an owner: leave at least one ticked.`,
  empty: 'The backup lets in nobody and nothing.',
  open: 'Let in what is ticked',
  note: 'What is unticked is removed for good. Passwords are as they were then: whoever has changed theirs since should do so again.',
  doneTitle: 'The doors are open',
  done: 'Sign in with the email and password that you had when the backup was made.',
  roles: { owner: 'Owner', manager: 'Manager', viewer: 'Viewer' },
};

export type AccessWords = typeof ACCESS_EN;

export const ACCESS_RU: AccessWords = {
  title: 'Кому вернуть доступ?',
  lead: 'Этот сервер не знает, что отозвали или удалили после создания копии. Поэтому пока никто не войдёт, API ждёт, вебхуки не уходят. Снимите отметку с тех людей и ключей, которым возвращаться нельзя.',
  people: 'Люди',
  invited: 'приглашение',
  secondFactor: 'с кодом из приложения',
  keys: 'Ключи API',
  lastUsed: (when) => `последний вызов: ${when}`,
  neverUsed: 'вызовов не было',
  endpoints: 'Адреса вебхуков',
  off: 'выключен',
  passkeys: 'Ключи доступа этих людей',
  keepOwner: (workspace) => `Пространству «${workspace}» нужен владелец: оставьте хотя бы одного.`,
  empty: 'Копия никому и ничему не даёт доступа.',
  open: 'Вернуть доступ отмеченным',
  note: 'Всё без отметки удаляется навсегда. Пароли такие, какими были тогда: кто сменил свой позже, пусть сменит его снова.',
  doneTitle: 'Доступ открыт',
  done: 'Войдите с почтой и паролем, которые были у вас при создании копии.',
  roles: { owner: 'Владелец', manager: 'Менеджер', viewer: 'Наблюдатель' },
};
