import { MOST_KEPT, openShelf, parseTarget, sayTarget } from '../backups/index.ts';
import {
  ENVIRONMENTS,
  type GivenBackups,
  isSafeToSend,
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
  parseTimeout,
  parseWhole,
  type ServeConfig,
  UsageError,
} from '../base/index.ts';
import { dataDirOf, type Flags, givenMailOf } from './flags.ts';
import { allowsPlainStore, readObjectStoreSettings, storeVariable } from './object-store-settings.ts';
import { presetOf } from './serve-settings.ts';
import type { Shell } from './shell.ts';

const MAX_RATE = 1_000_000;
const MAX_WARN = 100;

/**
 * Reads and checks all settings before anything is opened.
 * @throws UsageError that names the flag and the allowed values
 */
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
    webhookTimeoutMs: parseTimeout('--webhook-timeout', said('webhook-timeout')),
    webhookWarnAfter: parseWhole('--webhook-warn-after', said('webhook-warn-after'), 1, MAX_WARN),
    webhookSuspendAfterMs: parseDuration('--webhook-suspend-after', said('webhook-suspend-after')),
    allowPrivateWebhooks: flags.on('allow-private-webhooks'),
    backups: givenBackupsOf(shell, flags),
    logLevel: parseChoice('--log-level', said('log-level'), LOG_LEVELS),
    logFormat: parseChoice('--log-format', said('log-format'), LOG_FORMATS),
    metricsToken: flags.text('metrics-token'),
    tracing: wantsTracing(shell.env),
    // Only the variable DOCKET_SHOW_PLANS sets this. There is no command-line flag for it.
    showPlans: flags.on('show-plans'),
  });
}

/** @throws UsageError */
export function givenBackupsOf(shell: Shell, flags: Flags): GivenBackups {
  const [to, schedule] = [flags.given('backup-to'), flags.given('backup-schedule')];
  const [keep, keepDays] = [flags.given('backup-keep'), flags.given('backup-keep-days')];
  const store = readObjectStoreSettings(shell);
  const target = to === undefined ? undefined : parseTarget('--backup-to', to.value, shell.cwd, 'folder');
  // A missing access key to the bucket must be reported at the start, not at night when the backup runs.
  if (target?.place === 's3') openShelf(target, store, dataDirOf(shell, flags));
  if (schedule !== undefined) parseBackupSchedule('--backup-schedule', schedule.value);
  if (keep !== undefined) parseWhole('--backup-keep', keep.value, 1, MOST_KEPT.count);
  if (keepDays !== undefined) parseWhole('--backup-keep-days', keepDays.value, 1, MOST_KEPT.days);
  return {
    to: to === undefined || target === undefined ? undefined : { value: sayTarget(target), by: to.by },
    schedule,
    keep,
    keepDays,
    store: store === undefined ? undefined : { value: store, by: storeVariable(shell) },
    allowPlain: allowsPlainStore(shell),
  };
}

function readTrustedProxies(flags: Flags): Networks {
  const named = flags.text('trust-proxy-networks');
  if (named !== undefined) return parseNetworks('--trust-proxy-networks', named);
  return flags.on('trust-proxy') ? LOCAL_NETWORKS : [];
}

/** OpenTelemetry's library reads the first two by itself. Only Docket reads OTEL_EXPORTER_OTLP_INSECURE. */
const OTLP = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const OTLP_TRACES = 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT';
const OTLP_INSECURE = 'OTEL_EXPORTER_OTLP_INSECURE';

/**
 * Returns true if tracing is configured. An empty variable counts as unset (OpenTelemetry, Environment Variable
 * Specification).
 */
function wantsTracing(env: Shell['env']): boolean {
  const isNamed = (env[OTLP] ?? '') !== '';
  if (!isNamed) return false;
  for (const name of [OTLP, OTLP_TRACES]) {
    const endpoint = env[name] ?? '';
    if (endpoint === '') continue;
    if (!/^https?:$/.test(URL.parse(endpoint)?.protocol ?? '')) {
      throw new UsageError(`${name}: must be an address such as http://127.0.0.1:4318`);
    }
    if (env[OTLP_INSECURE] === 'true' || isSafeToSend(endpoint)) continue;
    throw new UsageError(
      `${name}: http would show spans to all on the way. Give an address with https, or set ${OTLP_INSECURE}=true where that network is yours alone`,
    );
  }
  return true;
}
