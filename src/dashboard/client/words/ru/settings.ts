import type { SettingsWords } from '../en/settings.ts';

export const SETTINGS_RU: SettingsWords = {
  title: 'Настройки',
  workspace: 'Пространство',
  roles: { owner: 'владелец', manager: 'менеджер', viewer: 'наблюдатель', orders: 'только заказы', courier: 'курьер' },
};
