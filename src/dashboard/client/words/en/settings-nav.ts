export const SETTINGS_NAV_EN = {
  workspace: 'Workspace',
  people: 'People',
  statuses: 'Statuses and stages',
  slots: 'Time slots',
  history: 'History',
  'client-data': 'A client’s data',
  mail: 'Mail',
  backups: 'Backups',
  system: 'System',
};

export type SettingsNavWords = typeof SETTINGS_NAV_EN;
