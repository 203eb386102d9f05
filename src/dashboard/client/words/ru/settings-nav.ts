import type { SettingsNavWords } from '../en/settings-nav.ts';

export const SETTINGS_NAV_RU: SettingsNavWords = {
  workspace: 'Пространство',
  people: 'Люди',
  statuses: 'Статусы и этапы',
  slots: 'Интервалы',
  history: 'История',
  'client-data': 'Данные клиента',
  mail: 'Почта',
  backups: 'Копии',
  system: 'Система',
};
