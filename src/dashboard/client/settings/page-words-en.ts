import { BACKUPS_EN } from './backup-words-en.ts';
import { FACTOR_EN } from './factor-words-en.ts';
import { MAIL_EN } from './mail-words-en.ts';
import { PASSKEYS_EN } from './passkey-words-en.ts';
import { PEOPLE_EN } from './people-words-en.ts';
import { SYSTEM_EN } from './system-words-en.ts';
import { WORKSPACE_EN } from './workspace-words-en.ts';

/** The words of the settings' pages; the other language must have the same keys, which the compiler sees to. */
export const PAGES_EN = {
  nav: {
    workspace: 'Workspace',
    people: 'People',
    statuses: 'Order statuses',
    stages: 'Inquiry stages',
    mail: 'Mail',
    backups: 'Backups',
    system: 'System',
  },
  workspace: WORKSPACE_EN,
  people: PEOPLE_EN,
  mail: MAIL_EN,
  backups: BACKUPS_EN,
  system: SYSTEM_EN,
  factor: FACTOR_EN,
  passkeys: PASSKEYS_EN,
};

export type PageWords = typeof PAGES_EN;
