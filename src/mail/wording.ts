import type { DestinationTrouble, FailureReason, Language } from '../base/index.ts';

/** The facts and texts of mails to owners; an unknown language falls back to English. */

/** The facts about the installation that mails mention. */
export interface MailedFacts {
  /** Origin of the dashboard; null if no public address was set. */
  readonly publicUrl: string | null;
}

export interface RecentFailure {
  /** The time of the failure in words, in the workspace's zone. */
  readonly at: string;
  readonly type: string;
  /** The order's number; null for an event without one. */
  readonly order: string | null;
  /** The attempt, from 1 to 8; 0 for one that a person requested. */
  readonly attempt: number;
  readonly reason: FailureReason;
  readonly httpCode: number | null;
}

export interface WebhookTrouble {
  readonly workspaceName: string;
  readonly endpointId: string;
  readonly url: string;
  /** The endpoint's name in the subject, unique in the workspace. */
  readonly name: string;
  /** The time when the failures began, in words, in the workspace's zone. */
  readonly failingSince: string;
  /** Newest first. */
  readonly failures: readonly RecentFailure[];
  readonly waiting: number;
  /** The time of the next attempt in words; null if none is planned. */
  readonly nextAttempt: string | null;
  /** The number of attempts for one notification, including the first. */
  readonly attempts: number;
  /** The time from the first to the last attempt, in words. */
  readonly retriedFor: string;
  /** The endpoint's page; null if no public address was set. */
  readonly dashboardUrl: string | null;
}

/** A failure in words, and its one remedy. */
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
  /** The reason for a mail to a reader who may have no account. */
  readonly invitedFooter: string;
  readonly lastFailures: string;
  readonly whatToDo: string;
  readonly open: string;
  /** The reason why the reader gets this mail. */
  readonly footer: (workspaceName: string) => string;
  /** The reason for a mail to a member. */
  readonly memberFooter: string;
}

export interface Letter {
  readonly subject: string;
  readonly heading: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Commands to be typed literally. */
  readonly commands: readonly string[];
}

export interface TestFacts {
  readonly workspaceName: string;
  readonly sentAt: string;
}

/** The facts about a database file that can no longer be trusted. */
export interface DamageFacts {
  readonly path: string;
  /** SQLite's error message. */
  readonly what: string;
}

/** The facts for an invited person, who may know neither Docket nor the inviter. */
interface InvitedFacts {
  /** The name as a mail to a stranger may show it; undefined if it may not be shown. */
  readonly workspaceName: string | undefined;
  readonly invitedBy: string | undefined;
  readonly email: string;
}

export interface AddressFacts {
  readonly email: string;
  readonly url: string;
}

/** A way to sign in. A passkey replaces e-mail, password and code; a link sets a new password. */
export type SignInMethod = 'password' | 'passkey' | 'link';

export interface SignInFacts extends TryFacts {
  readonly by: SignInMethod;
}

/** The time and place of an attempt to sign in. */
export interface TryFacts {
  /** The time in words. */
  readonly at: string;
  /** The browser's own name; null if it sends none. */
  readonly device: string | null;
  readonly address: string | null;
}

/** The facts of a mail about backups that fail, or that work again. */
export interface BackupFacts {
  readonly workspaceName: string;
  /** A folder or an s3:// address. */
  readonly target: string;
  /** The time in words. */
  readonly at: string;
  /** The error message, in English; empty if backups work again. */
  readonly reason: string;
  /** The kind of trouble that made the backup fail. */
  readonly trouble: DestinationTrouble;
  /** The time of the last good backup in words; null if there never was one. */
  readonly lastGood: string | null;
  /** The page of backups; null if no public address was set. */
  readonly dashboardUrl: string | null;
}

/** The facts of a mail about a backup that has replaced everything. */
export interface RestoredFacts {
  readonly workspaceName: string;
  /** The time in words. */
  readonly at: string;
  /** Address of the backup. */
  readonly address: string;
  /** The path of the former database; null if there was none. */
  readonly kept: string | null;
}
