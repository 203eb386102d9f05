import { readHealth } from '../backups/index.ts';
import { parseBackupSchedule, toIso } from '../base/index.ts';
import { databasePath, openReader, readSchemaVersion, SCHEMA_VERSION } from '../storage/index.ts';
import type { Finding } from './check-machine.ts';
import type { Run } from './command.ts';

/** What the journal says; silent while the store itself cannot be read, or of a schema without one. */
export function checkBackups({ shell, flags }: Run, dataDir: string): Finding[] {
  const schedule = parseBackupSchedule('--backup-schedule', flags.text('backup-schedule') ?? 'daily 03:00');
  if (schedule.kind === 'off' || readSchemaVersion(databasePath(dataDir)) !== SCHEMA_VERSION) return [];
  const reader = openReader(databasePath(dataDir));
  try {
    const { trouble, lastGood, last } = readHealth(reader.db, schedule, 'UTC', shell.world.clock.now());
    const none = trouble === undefined ? 'the first backup is not due yet' : 'there is no good backup yet';
    const good = lastGood === undefined ? none : `the last good backup is of ${toIso(lastGood.startedAt)}`;
    if (trouble === undefined) return [{ what: good }];
    const why = trouble === 'failed' ? `the last backup failed (${last?.reason ?? 'no reason given'}); ` : '';
    return [
      { what: 'backups', problem: `${why}${good}: make one with docket backup, and look at what docket serve logs` },
    ];
  } finally {
    reader.close();
  }
}
