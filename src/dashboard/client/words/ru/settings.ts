import type { SettingsWords } from '../en/settings.ts';

export const SETTINGS_RU: SettingsWords = {
  title: 'Настройки',
  workspace: 'Пространство',
  workspaces: 'Ваши пространства',
  roles: { owner: 'владелец', manager: 'менеджер', viewer: 'наблюдатель' },
};
