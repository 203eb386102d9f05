import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/** The settings, and the numbers of things in the workspace that its switches affect. */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
