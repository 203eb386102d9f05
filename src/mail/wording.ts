import type { DestinationTrouble, FailureReason, Language } from '../base/index.ts';

export interface MailedFacts {
  /** The public address of the dashboard; null if no such address was set. */
  readonly publicUrl: string | null;
}

export interface RecentFailure {
  /** The time of the failure, in words, in the workspace's zone. */
  readonly at: string;
  readonly type: string;
  /** The order's number; null for an event without an order. */
  readonly order: string | null;
  /** The number of the attempt, from 1 to 8; 0 for an attempt that a person requested. */
  readonly attempt: number;
  readonly reason: FailureReason;
  readonly httpCode: number | null;
}

export interface WebhookTrouble {
  readonly workspaceName: string;
  readonly endpointId: string;
  readonly url: string;
  /** The endpoint's name, for the subject of the mail. It is unique in the workspace. */
  readonly name: string;
  readonly failingSince: string;
  /** The latest failures, newest first. */
  readonly failures: readonly RecentFailure[];
  readonly waiting: number;
  /** The time of the next attempt in words; null if none is planned. */
  readonly nextAttempt: string | null;
  /** The limit on attempts for one notification, including the first. */
  readonly attempts: number;
  /** The time from the first to the last attempt, in words. */
  readonly retriedFor: string;
  /** The address of the endpoint's page; null if no public address was set. */
  readonly dashboardUrl: string | null;
}

export interface Explanation {
  readonly what: string;
  readonly next: string;
}

export interface Wording {
  readonly language: Language;
  readonly explain: (reason: FailureReason, httpCode: number | null) => Explanation;
  readonly failureLine: (failure: RecentFailure, what: string) => string;
  readonly warning: (trouble: WebhookTrouble) => Letter;
  readonly suspended: (trouble: WebhookTrouble) => Letter;
  readonly test: (facts: TestFacts) => Letter;
  readonly damaged: (facts: DamageFacts) => Letter;
  readonly unsynced: (facts: DamageFacts) => Letter;
  readonly invited: (facts: InvitedFacts) => Letter;
  readonly address: (facts: AddressFacts) => Letter;
  readonly forgotten: (facts: AddressFacts) => Letter;
  readonly signedIn: (facts: SignInFacts) => Letter;
  readonly wrongCode: (facts: TryFacts) => Letter;
  readonly backupFailed: (facts: BackupFacts) => Letter;
  readonly backupWorks: (facts: BackupFacts) => Letter;
  readonly restored: (facts: RestoredFacts) => Letter;
  readonly openBackups: string;
  readonly openInvitation: string;
  readonly confirmAddress: string;
  readonly choosePassword: string;
  /** The reason for the mail, for a recipient who may have no account. It is at the end of the mail. */
  readonly invitedFooter: string;
  readonly lastFailures: string;
  readonly whatToDo: string;
  readonly open: string;
  /** The last lines of a mail to an owner of the workspace. They say why the owner gets the mail. */
  readonly footer: (workspaceName: string) => string;
  readonly memberFooter: string;
}

export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly commands: readonly string[];
}

export interface TestFacts {
  readonly workspaceName: string;
  readonly sentAt: string;
}

export interface DamageFacts {
  readonly path: string;
  /** SQLite's error message. */
  readonly what: string;
}

interface InvitedFacts {
  /** The workspace's name in a form that is safe in a mail to a stranger; undefined if there is none. */
  readonly workspaceName: string | undefined;
  readonly invitedBy: string | undefined;
  readonly email: string;
}

export interface AddressFacts {
  readonly email: string;
  readonly url: string;
}

/**
 * The method of a sign-in. A passkey replaces e-mail, password and code. With `link`, the person used a mailed link to
 * set a new password.
 */
export type SignInMethod = 'password' | 'passkey' | 'link';

export interface SignInFacts extends TryFacts {
  readonly by: SignInMethod;
}

export interface TryFacts {
  readonly at: string;
  /** The browser's name for itself; null if it sends none. */
  readonly device: string | null;
  readonly address: string | null;
}

export interface BackupFacts {
  readonly workspaceName: string;
  /** The destination: a folder or an s3:// address. */
  readonly target: string;
  /**
   * The time of the failure, formatted as text. If backups work again, the time of the first backup that succeeded
   * after the failure.
   */
  readonly at: string;
  /** The error message, in English; empty if backups work again. */
  readonly reason: string;
  readonly trouble: DestinationTrouble;
  readonly lastGood: string | null;
  /** The address of the page of backups; null if no public address was set. */
  readonly dashboardUrl: string | null;
}

export interface RestoredFacts {
  readonly workspaceName: string;
  readonly at: string;
  readonly address: string;
  /** The path where the former database was kept; null if there was none. */
  readonly kept: string | null;
}
