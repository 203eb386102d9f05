/** The words of the page of API keys. */
export const KEYS_EN = {
  validUntil: (time: string) => `Valid until ${time}`,
  created: 'made',
  callsInWeek: (count: number) => `calls in 7 days: ${count}`,
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
