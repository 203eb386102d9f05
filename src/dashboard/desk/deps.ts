import type {
  Environment,
  GivenMail,
  Mailer,
  MailSettings,
  OddProxy,
  Outbound,
  PasskeySite,
  Throttle,
  World,
} from '../../base/index.ts';
import type { ImportDesk } from '../../imports/index.ts';
import type { RecentCalls } from '../../keys/index.ts';
import type { Challenges } from '../../people/index.ts';
import type { Storage } from '../../storage/index.ts';
import type { Strangers } from '../../web/index.ts';
import type { RetryPolicy } from '../../webhooks/index.ts';
import type { BackupDesk } from './backup-desk.ts';
import type { LiveHub } from './live-hub.ts';
import type { ReadingThread } from './reading-thread.ts';
import type { DashboardSlots } from './slots.ts';

/** The parts that the dashboard's routes need; put together once, in app.ts. */
export interface DashboardDeps {
  readonly slots: DashboardSlots;
  readonly storage: Storage;
  readonly world: World;
  readonly throttle: Throttle;
  /** The last calls of the public API. */
  readonly calls: RecentCalls;
  /** Judges the addresses of webhooks. */
  readonly outbound: Pick<Outbound, 'check' | 'look' | 'allowPrivate' | 'timeoutMs'>;
  /** The schedule of retries. */
  readonly policy: RetryPolicy;
  /** True if a request came by https; its answer's cookies are then for https only. */
  readonly isHttps: (request: Request) => boolean;
  /** Undefined where browsers make no passkeys. */
  readonly passkeySite: () => PasskeySite | undefined;
  /** The challenges that passkeys sign. */
  readonly challenges: Challenges;
  readonly environment: Environment;
  readonly mail: MailPorts;
  readonly host: Host;
  readonly backups: BackupDesk;
  readonly staging: ImportDesk;
  /** The address of the person at the other end; null when unknown. */
  readonly clientAddress: (request: Request) => string | null;
  /** Counts the calls of those who are not signed in. */
  readonly strangers: Pick<Strangers, 'count'>;
  /** Proxies that the settings do not fully describe. */
  readonly oddProxies: () => readonly OddProxy[];
  readonly live: LiveHub;
  readonly readings: ReadingThread;
  /** Lets an answer go on for as long as it likes. */
  readonly keepOpen: (request: Request) => void;
  /** Ends a connection on which nothing moves any more, though `keepOpen` was said of it. */
  readonly closeIdle: (request: Request) => void;
}

/** The mail settings of flags and variables, and the way to reach a mail server. */
interface MailPorts {
  readonly given: GivenMail;
  readonly connect: (settings: MailSettings) => Mailer;
}

/** The server as it was started; nothing secret. */
interface Host {
  /** The public address; null if none was set. */
  readonly publicUrl: string | null;
  /** By the steady clock, milliseconds. */
  readonly startedMs: number;
  /** Requests a second for each key; 0: no limit. */
  readonly rateLimit: number;
  /** True if plans are also shown to workspaces on Pro and above. */
  readonly showPlans: boolean;
}
