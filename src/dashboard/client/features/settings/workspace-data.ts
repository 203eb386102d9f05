import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/** The settings, with the number of objects in the workspace that each of its switches affects. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
