import type { Storage } from '../storage/index.ts';

export interface Actor {
  readonly type: 'key' | 'person' | 'command' | 'system';
  /** The id of the API key or person; null for a command and for the system itself. */
  readonly id: string | null;
  readonly requestId?: string;
}

export interface Authorship {
  readonly at: number;
  readonly actor: Actor;
  /** The name of the actor; null for the system, a command, or an actor that was deleted. */
  readonly actorName: string | null;
  readonly requestId: string | null;
}

export interface Workspace {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly plan: 'free' | 'pro' | 'business';
  /** The name of the time zone (IANA). */
  readonly timeZone: string;
  readonly apiEnabled: boolean;
  readonly inquiriesEnabled: boolean;
  readonly webhooksEnabled: boolean;
  /** The color of the workspace's pages: one of ACCENTS, or `#rrggbb`. */
  readonly accent: string;
  /** The time when the workspace's logo was set, in milliseconds since the epoch; null without a logo. */
  readonly logoAt: number | null;
  /** The address on the workspace's printed papers, in one or more lines; empty if they show none. */
  readonly address: string;
  readonly phone: string;
  readonly thanks: string;
  /**
   * The map for addresses: the name of a service, or `https://…{address}…`. Empty for a service that suits the reader's
   * language.
   */
  readonly mapService: string;
  /** The city that a map link puts before an address, unless the address already contains it; empty to add nothing. */
  readonly mapCity: string;
  readonly secondFactorRequired: boolean;
  /** True if browsers keep today's orders and unsent drafts. */
  readonly browsersKeep: boolean;
  /** The time slots for the workspace's orders, such as "10:00-12:00, 14:00-16:00". `readSlots` reads this text. */
  readonly slots: string;
}

export interface ActorCtx {
  readonly storage: Storage;
  readonly actor: Actor;
}

export interface ReadCtx {
  readonly storage: Storage;
  readonly workspace: Workspace;
}

export interface WorkspaceCtx extends ActorCtx, ReadCtx {}

export interface Ctx extends WorkspaceCtx {
  /** The caller's source (contract, section 3). Repeat keys and payment ids must be unique only within a source. */
  readonly source: string;
  readonly requestId: string | null;
  /** Throws if the caller has lost the right to continue since the call began. Long work calls it repeatedly. */
  readonly stillMay?: () => void;
}

/** Returns true except for the free plan, which has no API or webhooks (seed, Authentication and Events). */
export const hasAutomation = (workspace: Pick<Workspace, 'plan'>): boolean => workspace.plan !== 'free';
