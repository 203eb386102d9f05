import { type ServerLog, UsageError } from '../base/index.ts';
import { type Flags, namedByFile } from './flags.ts';
import { readServeConfig } from './serve-config.ts';
import { SERVE_SETTINGS } from './serve-settings.ts';
import type { Shell } from './shell.ts';

/**
 * Reads the settings file again on SIGHUP. The log level changes at once; other changes wait for the next start.
 * @returns the flags with the new settings file; `flags` if the file cannot be read
 */
export function reload(shell: Shell, flags: Flags, log: ServerLog, signal: string): Flags {
  const next = flags.again();
  try {
    log.setLevel(readServeConfig(shell, next).logLevel);
    const changed = SERVE_SETTINGS.map(({ name }) => name).filter((name) => flags.text(name) !== next.text(name));
    const waiting = changed.filter((name) => name !== 'log-level').join(', ') || undefined;
    log.info('the settings were read again', { signal, changed: changed.join(', ') || 'nothing', restartFor: waiting });
    return next;
  } catch (error) {
    const named = namedByFile(next, error);
    const reason = named instanceof UsageError ? named.message : String(error);
    log.warn('the settings could not be read again; the server goes on as it was', { signal, reason });
    return flags;
  }
}
