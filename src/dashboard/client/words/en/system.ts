export const SYSTEM_EN = {
  what: 'The server’s current state. “Waiting” covers the whole installation, “In this workspace” only this one.',
  server: 'Server',
  version: 'Version',
  uptime: 'Running for',
  clock: 'Server clock',
  clockOff: (minutes: string) =>
    `It differs from this device’s clock by ${minutes} min. Correct the clock that is wrong.`,
  proxy: 'Proxy in front',
  proxies: {
    distrusted: (address: string) =>
      `Requests from ${address} look like they come from a proxy that Docket doesn’t trust. All its users count as one address, and cookies are not kept to https. If it is your proxy, start the server with --trust-proxy, or name it with --trust-proxy-networks.`,
    no_address: (address: string) =>
      `People reach the proxy at ${address} by https, but Docket doesn’t know which address they open. Its emails carry no links, and passkeys don’t work. Start the server with --public-url and that address.`,
  },
  storage: 'Storage',
  database: 'Database',
  wal: 'Write-ahead log',
  free: 'Free disk space',
  lowDisk: 'Disk space is low. Free some, or Docket will have to refuse orders.',
  unknown: 'unknown',
  schema: 'Schema',
  backup: 'Last good backup',
  noBackup: 'none yet',
  backupTroubles: { failed: 'The last backup failed.', old: 'It is too old.' },
  waiting: 'Waiting',
  deliveries: 'Notifications',
  oldest: 'Oldest one due',
  mails: 'Emails',
  pages: 'Open pages',
  counts: 'In this workspace',
  many: 'more than 10,000 in total; see below',
  counted: {
    orders: 'Orders, including deleted',
    payments: 'Payments',
    inquiries: 'Inquiries',
    events: 'Events',
    webhookEndpoints: 'Notification addresses',
    apiKeys: 'Keys, including revoked',
    memberships: 'People',
  },
  diagnostics: 'Diagnostics',
  diagnosticsWhat:
    'The same information as a file, for anyone who helps you. It contains only numbers and versions: no names, phones, addresses, keys or passwords.',
  download: 'Download diagnostics',
};

export type SystemWords = typeof SYSTEM_EN;
