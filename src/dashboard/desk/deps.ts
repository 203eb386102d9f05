import type {
  Environment,
  GivenMail,
  Mailer,
  MailSettings,
  OddProxy,
  Outbound,
  PasskeySite,
  Places,
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

export interface DashboardDeps {
  readonly slots: DashboardSlots;
  readonly storage: Storage;
  readonly world: World;
  readonly throttle: Throttle;
  /** The latest calls of the public API. */
  readonly calls: RecentCalls;
  readonly outbound: Pick<Outbound, 'check' | 'look' | 'allowPrivate' | 'timeoutMs'>;
  readonly policy: RetryPolicy;
  /** Returns true if a request came over https. Cookies in its answer are then for https only. */
  readonly isHttps: (request: Request) => boolean;
  /** Returns the site that passkeys belong to; undefined if browsers offer no passkeys at this address. */
  readonly passkeySite: () => PasskeySite | undefined;
  readonly challenges: Challenges;
  readonly environment: Environment;
  readonly mail: MailPorts;
  readonly host: Host;
  readonly backups: BackupDesk;
  readonly staging: ImportDesk;
  /** Returns the client's IP address; null if unknown. */
  readonly clientAddress: (request: Request) => string | null;
  readonly strangers: Pick<Strangers, 'count'>;
  /** Returns the proxies that have sent requests although a setting for them is missing. */
  readonly oddProxies: () => readonly OddProxy[];
  readonly live: LiveHub;
  readonly readings: ReadingThread;
  /** Limits the readings that run at once. Each keeps its whole answer in memory until the last row is read. */
  readonly places: Places;
  /** Lets an answer take any amount of time. */
  readonly keepOpen: (request: Request) => void;
  /** Closes the connection soon after it becomes idle, even after a `keepOpen`. */
  readonly closeIdle: (request: Request) => void;
}

interface MailPorts {
  readonly given: GivenMail;
  readonly connect: (settings: MailSettings) => Mailer;
}

/** Facts about the running server. None of them is secret. */
interface Host {
  /** The public address; null if it is not set. */
  readonly publicUrl: string | null;
  /** The moment when the server started, in milliseconds on the monotonic clock. */
  readonly startedMs: number;
  /** The greatest number of requests per second for each API key; 0 means no limit. */
  readonly rateLimit: number;
  /** True if plans are also shown to workspaces on Pro and above. */
  readonly showPlans: boolean;
}
