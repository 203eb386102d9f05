/** The words of the page of API keys. */
export const KEYS_EN = {
  validUntil: (time: string) => `Valid until ${time}`,
  created: 'made',
  scopes: {
    'svc:orders:create': 'make orders',
    'svc:orders:update': 'change orders, their status and payments',
    'svc:orders:read': 'read orders',
    'svc:orders:delete': 'delete orders',
    'svc:inquiries:create': 'submit inquiries',
  },
  custom: 'Chosen one by one',
  chooseScopes: 'Choose',
  chooseOne: 'Choose at least one thing that the key may do.',
  dangerous:
    'Dangerous: whoever gets hold of this key can delete every order. Make it only for a program that must delete, and keep it off web servers.',
  rotate: 'Replace',
  rotateTitle: (name: string) => `Replace the key “${name}”`,
  rotateWhat:
    'You get a new key with the same name, source and rights. Orders made with the old key are found by the new one as well.',
  overlap: 'How long shall the old key go on working?',
  overlaps: {
    24: '24 hours: time to change the key over without a gap',
    168: '7 days: for several programs, or one that is changed by somebody else',
    0: 'Not at all: it is refused from now on. Choose this when the key has leaked',
  },
  rotated: (time: string) => `The old key works until ${time}. Change the key over by then.`,
  rotatedNow: 'The old key is refused from now on.',
  ending: 'Replaced by a newer key of the same name. When nothing uses it any more, revoke it.',
  revokeTitle: (name: string) => `Revoke the key “${name}”`,
  revokeWhat: 'From its next request on, whatever uses this key is refused. This cannot be undone.',
  typeName: (name: string) => `To be sure, type the key’s name: ${name}`,
  revokedKeys: (count: number) => `Revoked keys: ${count}`,
  revokedAt: (time: string) => `Revoked ${time}`,
};

export type KeysWords = typeof KEYS_EN;

export const KEYS_RU: KeysWords = {
  validUntil: (time) => `Действует до ${time}`,
  created: 'создан',
  scopes: {
    'svc:orders:create': 'создавать заказы',
    'svc:orders:update': 'менять заказы, их статус и оплату',
    'svc:orders:read': 'читать заказы',
    'svc:orders:delete': 'удалять заказы',
    'svc:inquiries:create': 'отправлять заявки',
  },
  custom: 'Выбрать права по одному',
  chooseScopes: 'Права',
  chooseOne: 'Выберите хотя бы одно право.',
  dangerous:
    'Опасно: с этим ключом можно удалить все заказы. Создавайте его только для программы, которой нужно удалять, и не держите на веб-сервере.',
  rotate: 'Заменить',
  rotateTitle: (name) => `Замена ключа «${name}»`,
  rotateWhat:
    'Вы получите новый ключ с тем же названием, источником и правами. Заказы, созданные со старым ключом, находятся и с новым.',
  overlap: 'Сколько ещё работать старому ключу?',
  overlaps: {
    24: '24 часа: успеете поменять ключ без перерыва в работе',
    168: '7 дней: если программ несколько или ключ меняет кто-то другой',
    0: 'Нисколько: он перестанет работать сразу. Выберите это, если ключ попал в чужие руки',
  },
  rotated: (time) => `Старый ключ работает до ${time}. Поменяйте ключ до этого времени.`,
  rotatedNow: 'Старый ключ больше не работает.',
  ending: 'Заменён новым ключом с тем же названием. Когда он никому не нужен, отзовите его.',
  revokeTitle: (name) => `Отзыв ключа «${name}»`,
  revokeWhat: 'Со следующего запроса всё, что пользуется этим ключом, получит отказ. Отменить это нельзя.',
  typeName: (name) => `Для уверенности введите название ключа: ${name}`,
  revokedKeys: (count) => `Отозванные ключи: ${count}`,
  revokedAt: (time) => `Отозван ${time}`,
};
