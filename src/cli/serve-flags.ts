import type { Command } from 'commander';
import { addFlag, addSwitch } from './flags.ts';
import { SERVE_SETTINGS } from './serve-settings.ts';

/** Adds every setting of the server as a flag of a command. */
export function addServeFlags(command: Command): void {
  for (const { name, value, help } of SERVE_SETTINGS) {
    if (value === undefined) addSwitch(command, name, help);
    else addFlag(command, name, value, help);
  }
}
