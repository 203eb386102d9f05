import { api, ask } from '../../data/api.ts';

export const settingsOf = (id: string) => api.workspaces({ workspace: id }).settings;

export const loadSettings = (id: string) => ask(settingsOf(id).get());

/** What the workspace has that its switches hold up. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
