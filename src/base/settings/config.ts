import type { LogFormat, LogLevel } from '../log.ts';
import type { Networks, ObjectStoreSettings } from '../net/index.ts';

export const ENVIRONMENTS = ['production', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A setting of the operator, and the flag or variable that gave it: `--smtp-url`, `DOCKET_SMTP_URL`. */
export interface Given {
  readonly value: string;
  readonly by: string;
}

/** The mail settings from flags and variables; each beats the saved one. */
export interface GivenMail {
  readonly smtpUrl: Given | undefined;
  readonly from: Given | undefined;
}

/** The backup settings from flags, variables and the settings file, checked; each beats the saved one. */
export interface GivenBackups {
  /** Absolute path of a folder, or s3://bucket/prefix/. */
  readonly to: Given | undefined;
  readonly schedule: Given | undefined;
  /** The number of newest backups that are kept. */
  readonly keep: Given | undefined;
  /** Days after which one goes whatever their number. */
  readonly keepDays: Given | undefined;
  /** The access to buckets, by variables alone. */
  readonly store: { readonly value: ObjectStoreSettings; readonly by: string } | undefined;
  /** True if a bucket set on the page may be reached in the network by plain http. */
  readonly allowPlain: boolean;
}

/** The settings that `serve` runs by: read once from flags and variables in cli/, checked whole, frozen. */
export interface ServeConfig {
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Origin under which people reach the service; undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  readonly environment: Environment;
  /** Proxies whose X-Forwarded-For is believed; empty: none is. */
  readonly trustedProxies: Networks;
  /** Requests a second for each API key, with a burst of twice that; 0: no limit. */
  readonly rateLimit: number;
  readonly mail: GivenMail;
  /** Pauses before the second and each later attempt of a delivery, in milliseconds. */
  readonly webhookRetryScheduleMs: readonly number[];
  readonly webhookTimeoutMs: number;
  /** The failed attempt of one event after which the owner is warned. */
  readonly webhookWarnAfter: number;
  readonly webhookSuspendAfterMs: number;
  readonly allowPrivateWebhooks: boolean;
  readonly backups: GivenBackups;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly metricsToken: string | undefined;
  /** True if spans go to a collector; the library reads its address. */
  readonly tracing: boolean;
  /** True if pages show and change plans. If nobody sells plans, every workspace is on Pro and a plan means nothing. */
  readonly showPlans: boolean;
}
