/** The words of the frame around the settings. The words of the settings pages load separately (settings-pages.ts). */
export const SETTINGS_EN = {
  title: 'Settings',
  workspace: 'Workspace',
  roles: { owner: 'owner', manager: 'manager', viewer: 'viewer', orders: 'orders only', courier: 'courier' },
};

export type SettingsWords = typeof SETTINGS_EN;
