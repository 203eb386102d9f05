import type { PageWords } from '../en/settings-pages.ts';
import { BACKUPS_RU } from './backups.ts';
import { CLIENT_DATA_RU } from './client-data.ts';
import { MAIL_RU } from './mail.ts';
import { PASSKEYS_RU } from './passkeys.ts';
import { PEOPLE_RU } from './people.ts';
import { RETENTION_RU } from './retention.ts';
import { FACTOR_RU } from './second-factor.ts';
import { SYSTEM_RU } from './system.ts';
import { WORKSPACE_RU } from './workspace.ts';

export const PAGES_RU: PageWords = {
  workspace: WORKSPACE_RU,
  people: PEOPLE_RU,
  mail: MAIL_RU,
  backups: BACKUPS_RU,
  clientData: CLIENT_DATA_RU,
  system: SYSTEM_RU,
  retention: RETENTION_RU,
  factor: FACTOR_RU,
  passkeys: PASSKEYS_RU,
};
