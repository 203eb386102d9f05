import type { LogFormat, LogLevel } from './log.ts';

export const ENVIRONMENTS = ['production', 'dev'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What `serve` runs by: read once from flags and variables in cli/, checked whole, frozen. */
export interface ServeConfig {
  /** Absolute path of the data directory. */
  readonly dataDir: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Origin under which people reach the service; undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  readonly environment: Environment;
  /** Take the client's address from X-Forwarded-For. */
  readonly trustProxy: boolean;
  /** Requests a second for each API key, with a burst of twice that; 0: no limit. */
  readonly rateLimit: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Pauses before the second and each later attempt of a delivery, in milliseconds. */
  readonly webhookRetryScheduleMs: readonly number[];
  readonly webhookTimeoutMs: number;
  /** The failed attempt of one event after which the owner is warned. */
  readonly webhookWarnAfter: number;
  readonly webhookSuspendAfterMs: number;
  readonly allowPrivateWebhooks: boolean;
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly metricsToken: string | undefined;
  /** Whether spans go to a collector; where and how is the library's to read. */
  readonly tracing: boolean;
}
