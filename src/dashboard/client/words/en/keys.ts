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
    0: 'Not at all: refuse it right away. Choose this if the key has leaked',
  },
  rotated: (time: string) => `The old key works until ${time}. Switch to the new key by then.`,
  rotatedNow: 'The old key no longer works.',
  ending: 'Replaced by a newer key with the same name. Revoke it when nothing uses it any more.',
  revokeTitle: (name: string) => `Revoke key “${name}”`,
  revokeWhat: 'Anything that uses this key is refused from its next request. This can’t be undone.',
  typeName: (name: string) => `To confirm, type the key’s name: ${name}`,
  revokedKeys: (count: number) => `Revoked keys: ${count}`,
  revokedAt: (time: string) => `Revoked ${time}`,
  create: 'Create',
  keyTitle: 'API key, shown only once',
  keyWhat: 'Store it with your program’s other secrets, never in a web page.',
  keysWhat:
    'Your site, chatbot or till uses a key to reach the API. Each key has a source, which identifies the orders made with it.',
  lastUsed: 'last used',
  mayDo: 'Permissions',
  name: 'Name',
  neverUsed: 'never used',
  newKey: 'New key',
  noKeys: 'No keys yet',
  noKeysWhat: 'Nothing can call the API until you create one.',
  presets: {
    website: 'Website: create, change and read orders, submit inquiries',
    readOnly: 'Read orders only',
    everything: 'Everything, including deleting orders (dangerous)',
  },
  revoke: 'Revoke',
  source: 'Source',
  sourceHint: 'a-z, 0-9 and "-". It can’t be changed later. Keys may share a source, so that one can replace another.',
  valid: 'Valid',
};

export type KeysWords = typeof KEYS_EN;
