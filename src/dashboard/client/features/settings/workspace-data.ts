import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/** The settings, with the workspace's things that its switches hold up. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
