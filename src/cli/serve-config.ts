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
import { dataDirOf, type Flags, givenMailOf } from './flags.ts';
import { readObjectStoreSettings } from './object-store-settings.ts';
import { presetOf } from './serve-settings.ts';
import type { Shell } from './shell.ts';

const MAX_RATE = 1_000_000;
const MAX_WARN = 100;

/** Reads and checks all of it before anything is opened. @throws UsageError that names the flag and what is allowed */
export function readServeConfig(shell: Shell, flags: Flags): ServeConfig {
  const said = (name: string): string => flags.text(name) ?? presetOf(name);
  const publicUrl = flags.text('public-url');
  return Object.freeze({
    dataDir: dataDirOf(shell, flags),
    host: parseHost('--host', said('host')),
    port: parsePort('--port', said('port')),
    publicUrl: publicUrl === undefined ? undefined : parsePublicUrl('--public-url', publicUrl),
    environment: parseChoice('--environment', said('environment'), ENVIRONMENTS),
    trustedProxies: readTrustedProxies(flags),
    rateLimit: parseWhole('--rate-limit', said('rate-limit'), 0, MAX_RATE),
    mail: givenMailOf(flags),
    webhookRetryScheduleMs: parseDurations('--webhook-retry-schedule', said('webhook-retry-schedule')),
    webhookTimeoutMs: parseDuration('--webhook-timeout', said('webhook-timeout')),
    webhookWarnAfter: parseWhole('--webhook-warn-after', said('webhook-warn-after'), 1, MAX_WARN),
    webhookSuspendAfterMs: parseDuration('--webhook-suspend-after', said('webhook-suspend-after')),
    allowPrivateWebhooks: flags.on('allow-private-webhooks'),
    ...readBackupConfig(shell, flags),
    logLevel: parseChoice('--log-level', said('log-level'), LOG_LEVELS),
    logFormat: parseChoice('--log-format', said('log-format'), LOG_FORMATS),
    metricsToken: flags.text('metrics-token'),
    tracing: wantsTracing(shell.env[OTLP]),
    // A variable alone, DOCKET_SHOW_PLANS: few need it, and the flags are a contract.
    showPlans: flags.on('show-plans'),
  });
}

const MAX_KEEP = 10_000;
const MAX_DAYS = 36_500;

function readBackupConfig(shell: Shell, flags: Flags) {
  const said = (name: string): string => flags.text(name) ?? presetOf(name);
  const to = flags.text('backup-to') ?? join(dataDirOf(shell, flags), 'backups');
  const target = parseTarget('--backup-to', to, shell.cwd, 'folder');
  const objectStore = readObjectStoreSettings(shell);
  // A missing key shall be told at the start, not in the night.
  if (target.place === 's3') openShelf(target, objectStore, dataDirOf(shell, flags));
  const days = flags.text('backup-keep-days');
  return {
    backupSchedule: parseBackupSchedule('--backup-schedule', said('backup-schedule')),
    backupTo: sayTarget(target),
    backupKeep: parseWhole('--backup-keep', said('backup-keep'), 1, MAX_KEEP),
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
