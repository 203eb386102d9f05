import type { SettingsWords } from './words-en.ts';

export const SETTINGS_RU: SettingsWords = {
  title: 'Настройки',
  workspace: 'Пространство',
  workspaces: 'Ваши пространства',
  roles: { owner: 'владелец', manager: 'менеджер', viewer: 'наблюдатель' },
};
