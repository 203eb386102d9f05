/** Of the settings, what stands around every page; the pages' own words come with them (page-words-en.ts). */
export const SETTINGS_EN = {
  title: 'Settings',
  workspace: 'Workspace',
  workspaces: 'Your workspaces',
  roles: { owner: 'owner', manager: 'manager', viewer: 'viewer' },
};

export type SettingsWords = typeof SETTINGS_EN;
