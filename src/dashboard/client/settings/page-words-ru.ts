import { BACKUPS_RU } from './backup-words-ru.ts';
import { FACTOR_RU } from './factor-words-ru.ts';
import { MAIL_RU } from './mail-words-ru.ts';
import type { PageWords } from './page-words-en.ts';
import { PASSKEYS_RU } from './passkey-words-ru.ts';
import { PEOPLE_RU } from './people-words-ru.ts';
import { SYSTEM_RU } from './system-words-ru.ts';
import { WORKSPACE_RU } from './workspace-words-ru.ts';

export const PAGES_RU: PageWords = {
  nav: {
    workspace: 'Пространство',
    people: 'Люди',
    statuses: 'Статусы заказов',
    stages: 'Этапы заявок',
    mail: 'Почта',
    backups: 'Копии',
    system: 'Система',
  },
  workspace: WORKSPACE_RU,
  people: PEOPLE_RU,
  mail: MAIL_RU,
  backups: BACKUPS_RU,
  system: SYSTEM_RU,
  factor: FACTOR_RU,
  passkeys: PASSKEYS_RU,
};
