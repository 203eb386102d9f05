export const SYSTEM_EN = {
  what: 'How the server is at this moment. The numbers under “Waiting” are of the whole installation, those under “In this workspace” of this one.',
  refresh: 'Look again',
  server: 'Server',
  version: 'Version',
  uptime: 'Running for',
  clock: 'Clock of the server',
  clockOff: (minutes: string) =>
    `It differs from the clock of this device by ${minutes} min. Set the clock of the machine that is wrong.`,
  proxy: 'Proxy in front',
  proxyDistrusted: (address: string) =>
    `Requests from ${address} say whom they are passed on for, and that address is not trusted: sign-ins and devices are counted by it. If it is your proxy, start the server with --trust-proxy, or name it with --trust-proxy-networks.`,
  storage: 'Storage',
  database: 'Database',
  wal: 'Write-ahead log',
  free: 'Free on the disk',
  lowDisk: 'Little room: make some, or orders will be refused when it is used up.',
  unknown: 'cannot be told',
  schema: 'Schema',
  backup: 'Last good backup',
  noBackup: 'none yet',
  backupTroubles: { failed: 'The last backup failed.', old: 'It is too old.' },
  waiting: 'Waiting',
  deliveries: 'Webhook deliveries',
  oldest: 'The oldest of them is due',
  mails: 'Mails',
  pages: 'Pages that listen',
  counts: 'In this workspace',
  counted: {
    orders: 'Orders, deleted ones included',
    payments: 'Payments',
    inquiries: 'Inquiries',
    events: 'Events',
    webhookEndpoints: 'Webhook addresses',
    apiKeys: 'Keys, revoked ones included',
    memberships: 'People',
  },
  diagnostics: 'Diagnostics',
  diagnosticsWhat:
    'The same as a file, for whoever helps you: numbers and versions alone, without names, phones, addresses, keys or passwords.',
  download: 'Download diagnostics',
};

export type SystemWords = typeof SYSTEM_EN;
