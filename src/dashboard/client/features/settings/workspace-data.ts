import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/** What the workspace has that its switches hold up. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
