import { ask } from '../../data/api.ts';
import { here } from '../../data/me.ts';

export const settingsOf = () => here().settings;

export const loadSettings = () => ask(settingsOf().get());

/**
 * The workspace's settings. They include the numbers of API keys, endpoints and waiting events that the workspace's
 * switches affect.
 */
export type Settings = Awaited<ReturnType<typeof loadSettings>>;
