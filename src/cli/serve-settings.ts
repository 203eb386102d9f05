import { ENVIRONMENTS, LOG_FORMATS, LOG_LEVELS } from '../base/index.ts';
import { DEFAULT_RETRY_SCHEDULE } from '../webhooks/index.ts';

export interface Setting {
  /** The name of the flag without the leading `--`. The settings file uses the same name. */
  readonly name: string;
  /** The name of the flag's value in the help; undefined for a switch. */
  readonly value: string | undefined;
  readonly help: string;
  readonly preset?: string;
  /** An example value if there is no default. */
  readonly sample?: string;
  /** The secret part of the value: all of it, or the password in an address. */
  readonly secret?: 'all' | 'password';
}

export const SERVE_SETTINGS: readonly Setting[] = [
  { name: 'host', value: 'address', help: 'address to listen on; default 127.0.0.1', preset: '127.0.0.1' },
  { name: 'port', value: 'number', help: 'port to listen on; 0: any free one; default 8080', preset: '8080' },
  {
    name: 'public-url',
    value: 'url',
    help: 'where people reach the service; default the address it listens on',
    sample: 'https://orders.example.com',
  },
  {
    name: 'environment',
    value: 'name',
    help: `${ENVIRONMENTS.join(' or ')}; default production; dev takes inquiries`,
    preset: 'production',
  },
  {
    name: 'trust-proxy',
    value: undefined,
    help: 'believe the X-Forwarded-For of a proxy on this machine or in a private network',
  },
  {
    name: 'trust-proxy-networks',
    value: 'list',
    help: 'believe the X-Forwarded-For of these networks alone, such as 10.0.0.0/8,2001:db8::7',
    sample: '10.0.0.0/8,2001:db8::7',
  },
  {
    name: 'rate-limit',
    value: 'number',
    help: 'requests a second for each key, with a burst of twice that; 0: off; default 100',
    preset: '100',
  },
  {
    name: 'smtp-url',
    value: 'url',
    help: 'mail server, such as smtps://user:password@mail.example.com',
    sample: 'smtps://user:password@mail.example.com',
    secret: 'password',
  },
  {
    name: 'mail-from',
    value: 'address',
    help: 'sender of the mails to owners',
    sample: 'My shop <docket@example.com>',
  },
  {
    name: 'webhook-retry-schedule',
    value: 'list',
    help: `pauses before the second and each later attempt; default ${DEFAULT_RETRY_SCHEDULE}`,
    preset: DEFAULT_RETRY_SCHEDULE,
  },
  {
    name: 'webhook-timeout',
    value: 'duration',
    help: 'longest time that one attempt may take; default 15s',
    preset: '15s',
  },
  {
    name: 'webhook-warn-after',
    value: 'number',
    help: 'how many attempts of one event fail before the owner is warned; default 4',
    preset: '4',
  },
  {
    name: 'webhook-suspend-after',
    value: 'duration',
    help: 'how long an endpoint may do nothing but fail before it is suspended; default 5d',
    preset: '5d',
  },
  {
    name: 'allow-private-webhooks',
    value: undefined,
    help: 'send to http and private addresses too, for development',
  },
  {
    name: 'backup-schedule',
    value: 'when',
    help: '"daily 03:00", "daily 03:00 Europe/Moscow", "every 6h" or "off"; default daily 03:00',
    preset: 'daily 03:00',
  },
  {
    name: 'backup-to',
    value: 'target',
    help: 'folder or s3://bucket/prefix (keys as AWS_ACCESS_KEY_ID …); default backups in the data directory',
    sample: '/mnt/backups',
  },
  { name: 'backup-keep', value: 'number', help: 'how many of the newest backups stay; default 14', preset: '14' },
  {
    name: 'backup-keep-days',
    value: 'days',
    help: 'days after which a backup goes; default: it stays at any age',
    sample: '90',
  },
  { name: 'log-level', value: 'level', help: `${LOG_LEVELS.join(', ')}; default info`, preset: 'info' },
  { name: 'log-format', value: 'format', help: `${LOG_FORMATS.join(' or ')}; default pretty`, preset: 'pretty' },
  {
    name: 'metrics-token',
    value: 'text',
    help: 'token that opens /metrics from elsewhere',
    sample: 'a long random text',
    secret: 'all',
  },
];

const BY_NAME: ReadonlyMap<string, Setting> = new Map(SERVE_SETTINGS.map((one) => [one.name, one]));

export const findSetting = (name: string): Setting | undefined => BY_NAME.get(name);

export function presetOf(name: string): string {
  const preset = findSetting(name)?.preset;
  if (preset === undefined) throw new Error(`${name} has no default`);
  return preset;
}
