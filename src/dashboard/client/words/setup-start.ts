import { BACKUPS_EN } from './en/backups.ts';
import { inBoth } from './language.ts';
import { BACKUPS_RU } from './ru/backups.ts';
import { ACCESS_EN, ACCESS_RU } from './setup-access.ts';
import { START_EN, START_RU } from './setup-backup.ts';

export const startWords = inBoth(START_EN, START_RU);
export const accessWords = inBoth(ACCESS_EN, ACCESS_RU);
export const backupWords = inBoth(BACKUPS_EN, BACKUPS_RU);
