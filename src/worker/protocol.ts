/** The messages between the scheduler's thread and its supervisor on the main thread. */

import type { GivenMail, LogFields, LogLevel, ServeConfig } from '../base/index.ts';
import type { SharedHorizon, Topic } from '../storage/index.ts';
import type { RetryPolicy } from '../webhooks/index.ts';
import type { Report } from './settling.ts';

export interface SchedulerSettings {
  readonly databasePath: string;
  readonly policy: RetryPolicy;
  readonly timeoutMs: number;
  readonly allowPrivate: boolean;
  readonly givenMail: GivenMail;
}

export type ToThread =
  | { readonly kind: 'start'; readonly settings: SchedulerSettings; readonly horizon: SharedHorizon }
  | { readonly kind: 'news'; readonly news: readonly (readonly [Topic, readonly number[]])[] }
  | { readonly kind: 'settled'; readonly error: string | null; readonly busy: boolean }
  | { readonly kind: 'stop'; readonly graceMs: number };

export type FromThread =
  | { readonly kind: 'listening' }
  | { readonly kind: 'alive' }
  | { readonly kind: 'report'; readonly report: Report }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: LogFields;
      readonly cause: string | undefined;
    }
  | { readonly kind: 'stopped' };

export function settingsOf(config: ServeConfig, databasePath: string): SchedulerSettings {
  return {
    databasePath,
    policy: policyOf(config),
    timeoutMs: config.webhookTimeoutMs,
    allowPrivate: config.allowPrivateWebhooks,
    givenMail: config.mail,
  };
}

export const policyOf = (config: ServeConfig): RetryPolicy => ({
  scheduleMs: config.webhookRetryScheduleMs,
  warnAfter: config.webhookWarnAfter,
  suspendAfterMs: config.webhookSuspendAfterMs,
});
