import { computed } from '@preact/signals';
import { BACKUPS_EN, type BackupWords } from './en/backups.ts';
import { language } from './language.ts';
import { BACKUPS_RU } from './ru/backups.ts';
import { ACCESS_EN, ACCESS_RU, type AccessWords } from './setup-access.ts';
import { START_EN, START_RU, type StartWords } from './setup-backup.ts';

export const startWords = computed<StartWords>(() => (language.value === 'ru' ? START_RU : START_EN));

export const accessWords = computed<AccessWords>(() => (language.value === 'ru' ? ACCESS_RU : ACCESS_EN));

/** Both languages at once, because people choose the language on these pages. */
export const backupWords = computed<BackupWords>(() => (language.value === 'ru' ? BACKUPS_RU : BACKUPS_EN));
