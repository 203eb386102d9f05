/** The settings of `serve`, and the parsing of their texts. Must never: read a flag or a variable; cli/ does. */
export { type BackupSchedule, parseBackupSchedule, sayBackupSchedule } from './backup-schedule.ts';
export {
  ENVIRONMENTS,
  type Environment,
  type GivenBackups,
  type GivenMail,
  type GivenValue,
  type ServeConfig,
} from './config.ts';
export {
  parseChoice,
  parseDuration,
  parseDurations,
  parseDurationWithin,
  parseHost,
  parsePort,
  parsePublicUrl,
  parseSwitch,
  parseTimeout,
  parseWhole,
} from './settings.ts';
