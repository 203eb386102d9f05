import { BACKUPS_EN } from './backups.ts';
import { CLIENT_DATA_EN } from './client-data.ts';
import { MAIL_EN } from './mail.ts';
import { PASSKEYS_EN } from './passkeys.ts';
import { PEOPLE_EN } from './people.ts';
import { RETENTION_EN } from './retention.ts';
import { FACTOR_EN } from './second-factor.ts';
import { SYSTEM_EN } from './system.ts';
import { WORKSPACE_EN } from './workspace.ts';

export const PAGES_EN = {
  workspace: WORKSPACE_EN,
  people: PEOPLE_EN,
  mail: MAIL_EN,
  backups: BACKUPS_EN,
  clientData: CLIENT_DATA_EN,
  system: SYSTEM_EN,
  retention: RETENTION_EN,
  factor: FACTOR_EN,
  passkeys: PASSKEYS_EN,
};

export type PageWords = typeof PAGES_EN;
