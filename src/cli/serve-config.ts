import { join } from 'node:path';
import { openShelf, parseTarget, sayTarget } from '../backups/index.ts';
import {
  ENVIRONMENTS,
  LOCAL_NETWORKS,
  LOG_FORMATS,
  LOG_LEVELS,
  type Networks,
  parseBackupSchedule,
  parseChoice,
  parseDuration,
  parseDurations,
  parseHost,
  parseNetworks,
  parsePort,
  parsePublicUrl,
  parseWhole,
  type ServeConfig,
  UsageError,
} from '../base/index.ts';
import { DEFAULT_RETRY_SCHEDULE } from '../webhooks/index.ts';
import { dataDirOf, type Flags, givenMailOf } from './flags.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import type { Shell } from './shell.ts';

/** The flags of `serve`: name, value's name, help. Those without a value are switches. */
export const SERVE_FLAGS: readonly (readonly [name: string, value: string | undefined, help: string])[] = [
  ['host', 'address', 'address to listen on; default 127.0.0.1'],
  ['port', 'number', 'port to listen on; 0: any free one; default 8080'],
  ['public-url', 'url', 'where people reach the service; default the address it listens on'],
  ['environment', 'name', `${ENVIRONMENTS.join(' or ')}; default production; dev takes inquiries`],
  ['trust-proxy', undefined, 'believe the X-Forwarded-For of a proxy on this machine or in a private network'],
  [
    'trust-proxy-networks',
    'list',
    'believe the X-Forwarded-For of these networks alone, such as 10.0.0.0/8,2001:db8::7',
  ],
  ['rate-limit', 'number', 'requests a second for each key, with a burst of twice that; 0: off; default 100'],
  ['smtp-url', 'url', 'mail server, such as smtps://user:password@mail.example.com'],
  ['mail-from', 'address', 'sender of the mails to owners'],
  [
    'webhook-retry-schedule',
    'list',
    `pauses before the second and each later attempt; default ${DEFAULT_RETRY_SCHEDULE}`,
  ],
  ['webhook-timeout', 'duration', 'longest time that one attempt may take; default 15s'],
  ['webhook-warn-after', 'number', 'how many attempts of one event fail before the owner is warned; default 4'],
  [
    'webhook-suspend-after',
    'duration',
    'how long an endpoint may do nothing but fail before it is suspended; default 5d',
  ],
  ['allow-private-webhooks', undefined, 'send to http and private addresses too, for development'],
  ['backup-schedule', 'when', '"daily 03:00", "daily 03:00 Europe/Moscow", "every 6h" or "off"; default daily 03:00'],
  [
    'backup-to',
    'target',
    'folder or s3://bucket/prefix (keys as AWS_ACCESS_KEY_ID …); default backups in the data directory',
  ],
  ['backup-keep', 'number', 'how many of the newest backups stay; default 14'],
  ['backup-keep-days', 'days', 'days after which a backup goes; default: it stays at any age'],
  ['log-level', 'level', `${LOG_LEVELS.join(', ')}; default info`],
  ['log-format', 'format', `${LOG_FORMATS.join(' or ')}; default pretty`],
  ['metrics-token', 'text', 'token that opens /metrics from elsewhere'],
];

const MAX_RATE = 1_000_000;
const MAX_WARN = 100;

/** Reads and checks all of it before anything is opened. @throws UsageError that names the flag and what is allowed */
export function readServeConfig(shell: Shell, flags: Flags): ServeConfig {
  const publicUrl = flags.text('public-url');
  return Object.freeze({
    dataDir: dataDirOf(shell, flags),
    host: parseHost('--host', flags.text('host') ?? '127.0.0.1'),
    port: parsePort('--port', flags.text('port') ?? '8080'),
    publicUrl: publicUrl === undefined ? undefined : parsePublicUrl('--public-url', publicUrl),
    environment: parseChoice('--environment', flags.text('environment') ?? 'production', ENVIRONMENTS),
    trustedProxies: readTrustedProxies(flags),
    rateLimit: parseWhole('--rate-limit', flags.text('rate-limit') ?? '100', 0, MAX_RATE),
    mail: givenMailOf(flags),
    webhookRetryScheduleMs: parseDurations(
      '--webhook-retry-schedule',
      flags.text('webhook-retry-schedule') ?? DEFAULT_RETRY_SCHEDULE,
    ),
    webhookTimeoutMs: parseDuration('--webhook-timeout', flags.text('webhook-timeout') ?? '15s'),
    webhookWarnAfter: parseWhole('--webhook-warn-after', flags.text('webhook-warn-after') ?? '4', 1, MAX_WARN),
    webhookSuspendAfterMs: parseDuration('--webhook-suspend-after', flags.text('webhook-suspend-after') ?? '5d'),
    allowPrivateWebhooks: flags.on('allow-private-webhooks'),
    ...readBackupConfig(shell, flags),
    logLevel: parseChoice('--log-level', flags.text('log-level') ?? 'info', LOG_LEVELS),
    logFormat: parseChoice('--log-format', flags.text('log-format') ?? 'pretty', LOG_FORMATS),
    metricsToken: flags.text('metrics-token'),
    tracing: wantsTracing(shell.env[OTLP]),
    // A variable alone, DOCKET_SHOW_PLANS: few need it, and the flags are a contract.
    showPlans: flags.on('show-plans'),
  });
}

const MAX_KEEP = 10_000;
const MAX_DAYS = 36_500;

function readBackupConfig(shell: Shell, flags: Flags) {
  const to = flags.text('backup-to') ?? join(dataDirOf(shell, flags), 'backups');
  const target = parseTarget('--backup-to', to, shell.cwd, 'folder');
  const objectStore = readObjectStoreSettings(shell);
  // A missing key shall be told at the start, not in the night.
  if (target.place === 's3') openShelf(target, objectStore, dataDirOf(shell, flags));
  const days = flags.text('backup-keep-days');
  return {
    backupSchedule: parseBackupSchedule('--backup-schedule', flags.text('backup-schedule') ?? 'daily 03:00'),
    backupTo: sayTarget(target),
    backupKeep: parseWhole('--backup-keep', flags.text('backup-keep') ?? '14', 1, MAX_KEEP),
    backupKeepDays: days === undefined ? undefined : parseWhole('--backup-keep-days', days, 1, MAX_DAYS),
    objectStore,
  };
}

/** Naming networks is trusting them; the switch alone takes those nearby. */
function readTrustedProxies(flags: Flags): Networks {
  const named = flags.text('trust-proxy-networks');
  if (named !== undefined) return parseNetworks('--trust-proxy-networks', named);
  return flags.on('trust-proxy') ? LOCAL_NETWORKS : [];
}

/** The one variable that is not ours: its name is OpenTelemetry's, whose library reads it too. */
const OTLP = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/** Empty is as good as not there (OpenTelemetry, Environment Variable Specification). */
function wantsTracing(endpoint: string | undefined): boolean {
  if (endpoint === undefined || endpoint === '') return false;
  if (/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) return true;
  throw new UsageError(`${OTLP}: must be an address such as http://127.0.0.1:4318`);
}
