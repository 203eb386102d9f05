/** The words of the page of API keys. */
export const KEYS_EN = {
  validUntil: (time: string) => `Valid until ${time}`,
  created: 'created',
  callsInWeek: (count: number) => `calls in 7 days: ${count}`,
  scopes: {
    'svc:orders:create': 'create orders',
    'svc:orders:update': 'update orders, statuses and payments',
    'svc:orders:read': 'read orders',
    'svc:orders:delete': 'delete orders',
    'svc:inquiries:create': 'submit inquiries',
  },
  custom: 'Custom',
  chooseScopes: 'Choose',
  chooseOne: 'Choose at least one permission.',
  dangerous:
    'Dangerous: anyone with this key can delete every order. Create it only for a program that must delete, and keep it off web servers.',
  rotate: 'Replace',
  rotateTitle: (name: string) => `Replace key “${name}”`,
  rotateWhat:
    'You get a new key with the same name, source and permissions. It also finds orders created with the old key.',
  overlap: 'How long should the old key keep working?',
  overlaps: {
    24: '24 hours: time to switch without downtime',
    168: '7 days: for several programs, or when someone else makes the change',
    0: 'No time at all: refuse it right away. Choose this if the key has leaked',
  },
  rotated: (time: string) => `The old key works until ${time}. Switch to the new key by then.`,
  rotatedNow: 'The old key no longer works.',
  ending: 'Replaced by a newer key with the same name. Revoke it when nothing uses it any more.',
  revokeTitle: (name: string) => `Revoke key “${name}”`,
  revokeWhat: 'Anything that uses this key is refused from its next request. This can’t be undone.',
  typeName: (name: string) => `To be sure, type the key’s name: ${name}`,
  revokedKeys: (count: number) => `Revoked keys: ${count}`,
  revokedAt: (time: string) => `Revoked ${time}`,
};

export type KeysWords = typeof KEYS_EN;
