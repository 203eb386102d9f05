/** The words of the page behind an invitation, and behind the link that confirms an address. */
export const JOIN_EN = {
  title: (shop: string) => `Join “${shop}”`,
  invites: (who: string | null, shop: string) =>
    who === null ? `You’re invited to “${shop}”.` : `${who} invites you to “${shop}”.`,
  role: (role: string) => `Your role: ${role}.`,
  roles: {
    owner: 'owner, who can do everything',
    manager: 'manager, who works with orders and payments',
    viewer: 'viewer, who can look but not change anything',
    courier: 'courier, who sees the deliveries of the day',
    orders: 'orders only, for taking and changing orders and their payments',
  },
  newHere: 'Choose a password. You’ll sign in with',
  join: 'Join',
  name: 'Your name',
  nameHint: 'Colleagues see it next to what you do.',
  password: 'Password',
  haveAccount: 'You already have a Docket account. Sign in to join.',
  signedIn: 'You’re signed in as',
  otherPerson: (signed: string, invited: string) =>
    `You’re signed in as ${signed}, but this invitation is for ${invited}.`,
  signOut: 'Sign out and continue',
  confirmTitle: 'Confirm your address',
  takeWhat:
    'An account with this address already exists, but nobody has confirmed the address. This link makes the account yours. Choose a password. All previous devices, passkeys and codes are removed.',
  belong: (shops: string) => `Do you belong to ${shops}?`,
  quoted: (shop: string) => `“${shop}”`,
  stay: 'Yes, keep me there',
  leave: 'No, remove me',
  takeSubmit: 'Set password and sign in',
  blockedTitle: 'This address is not confirmed',
  blocked: (email: string) =>
    `An account for ${email} already exists, but nobody has confirmed the address. Until then it can’t join another workspace.`,
  blockedNext:
    'Ask the person who looks after Docket. They can vouch for the account under Settings, People, or with the command',
  blockedElse:
    'Is it yours? Sign in with it, then open this link again. If not, ask the person who looks after Docket for a link that makes the account yours. They get it with the command',
};

export type JoinWords = typeof JOIN_EN;

export const JOIN_RU: JoinWords = {
  title: (shop) => `Вас приглашает «${shop}»`,
  // The shop's name is in the title only, because this sentence would need another grammatical form of it.
  invites: (who) => (who === null ? 'Это приглашение в рабочее пространство.' : `Приглашает ${who}.`),
  role: (role) => `Ваша роль: ${role}.`,
  roles: {
    owner: 'владелец, которому доступно всё',
    manager: 'менеджер, который работает с заказами и оплатами',
    viewer: 'наблюдатель, который только смотрит',
    courier: 'курьер, который видит доставки на день',
    orders: 'только заказы: принимать их, менять и отмечать оплаты',
  },
  newHere: 'Для начала придумайте пароль. Потом входите с адресом',
  join: 'Присоединиться',
  name: 'Ваше имя',
  nameHint: 'Коллеги видят его рядом с тем, что вы сделали.',
  password: 'Пароль',
  haveAccount: 'У вас уже есть учётная запись в Docket. Войдите, чтобы присоединиться.',
  signedIn: 'Вы вошли как',
  otherPerson: (signed, invited) => `Вы вошли как ${signed}, а приглашение отправлено на ${invited}.`,
  signOut: 'Выйти и продолжить',
  confirmTitle: 'Подтвердите адрес',
  takeWhat:
    'Учётная запись с этим адресом уже есть, но никто не подтвердил, что адрес его. По этой ссылке она станет вашей: придумайте пароль. Все прежние устройства, ключи доступа и коды будут удалены.',
  belong: (shops) => `Вы работаете здесь: ${shops}?`,
  quoted: (shop) => `«${shop}»`,
  stay: 'Да, я остаюсь там',
  leave: 'Нет, уберите меня оттуда',
  takeSubmit: 'Сохранить пароль и войти',
  blockedTitle: 'Адрес не подтверждён',
  blocked: (email) =>
    `Учётная запись с адресом ${email} уже есть, но никто не подтвердил, что адрес его. До тех пор с ней нельзя присоединиться к другому пространству.`,
  blockedNext:
    'Обратитесь к тому, кто отвечает за Docket. Он может поручиться за учётную запись на странице «Настройки», «Люди» или командой',
  blockedElse:
    'Она ваша? Войдите в неё, потом откройте эту ссылку снова. Если нет, попросите у того, кто отвечает за Docket, ссылку, по которой она станет вашей. Её даёт команда',
};
