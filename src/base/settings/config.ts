import type { LogFormat, LogLevel } from '../log.ts';
import type { Networks, ObjectStoreSettings } from '../net/index.ts';

export const ENVIRONMENTS = ['production', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** An operator's setting and its origin: `--smtp-url`, `DOCKET_SMTP_URL`, or a name in the settings file. */
export interface GivenValue {
  readonly value: string;
  readonly by: string;
}

/** Mail settings from flags, environment variables and the settings file. They override the saved settings. */
export interface GivenMail {
  readonly smtpUrl: GivenValue | undefined;
  readonly from: GivenValue | undefined;
}

/**
 * The backup settings from flags, variables and the settings file, already checked; each overrides the saved setting.
 */
export interface GivenBackups {
  /** The absolute path of a folder, or s3://bucket/prefix/. */
  readonly to: GivenValue | undefined;
  readonly schedule: GivenValue | undefined;
  readonly keep: GivenValue | undefined;
  /** The age in days at which a backup is deleted. The three newest of each kind stay, however old they are. */
  readonly keepDays: GivenValue | undefined;
  readonly store: { readonly value: ObjectStoreSettings; readonly by: string } | undefined;
  /** True if plain http over the network is permitted for a bucket that was set in the dashboard. */
  readonly allowPlain: boolean;
}

/** The settings of `serve`. cli/ reads them once from flags and variables, checks them as a whole and freezes them. */
export interface ServeConfig {
  readonly dataDir: string;
  readonly host: string;
  /** The port; 0 for any free one. */
  readonly port: number;
  /** The origin under which people reach the service; undefined if `--public-url` is not set. */
  readonly publicUrl: string | undefined;
  readonly environment: Environment;
  readonly trustedProxies: Networks;
  /** The allowed requests a second for each API key; 0 for no limit. A burst may have twice as many. */
  readonly rateLimit: number;
  readonly mail: GivenMail;
  /** The pauses before the second and each later attempt of a delivery, in milliseconds. */
  readonly webhookRetryScheduleMs: readonly number[];
  readonly webhookTimeoutMs: number;
  readonly webhookWarnAfter: number;
  readonly webhookSuspendAfterMs: number;
  readonly allowPrivateWebhooks: boolean;
  readonly backups: GivenBackups;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly metricsToken: string | undefined;
  /** True if traces are sent to a collector. The tracing library reads the collector's address from the environment. */
  readonly tracing: boolean;
  /** True if pages show and change plans. If nobody sells plans, every workspace is on Pro and a plan means nothing. */
  readonly showPlans: boolean;
}
