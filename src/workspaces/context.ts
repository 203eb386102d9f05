import type { Storage } from '../storage/index.ts';

/** The author of a change, recorded in the history of the changed object. */
export interface Actor {
  readonly type: 'key' | 'person' | 'command' | 'system';
  /** The id of the key or person; null if no particular one acts. */
  readonly id: string | null;
  /** The id of the actor's request, if there is one. */
  readonly requestId?: string;
}

/** The time and the author of a change, as people read them. */
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
  /** IANA name. */
  readonly timeZone: string;
  readonly apiEnabled: boolean;
  readonly inquiriesEnabled: boolean;
  readonly webhooksEnabled: boolean;
  /** The colour of its pages: one of ACCENTS, or `#rrggbb`. */
  readonly accent: string;
  /** The time when its logo was set, milliseconds since the epoch; null without a logo. */
  readonly logoAt: number | null;
  /** The address on the workspace's printed papers, one or more lines; empty if they show none. */
  readonly address: string;
  readonly phone: string;
  readonly thanks: string;
  /**
   * The map for addresses: a service by its name, or `https://…{address}…`. Empty for a service that suits the reader's
   * language.
   */
  readonly mapService: string;
  /** The city that addresses omit; empty if they name it. */
  readonly mapCity: string;
  /** True if nobody may sign in with a password alone. */
  readonly secondFactorRequired: boolean;
  /** True if browsers keep today's orders and unsent drafts. */
  readonly browsersKeep: boolean;
  /** The slots of its orders, in the form of `readSlots`. */
  readonly slots: string;
}

/** The context of a verb that changes something: the storage, and the author of the change. */
export interface ActorCtx {
  readonly storage: Storage;
  readonly actor: Actor;
}

/** The context of a verb that reads within one workspace. */
export interface ReadCtx {
  readonly storage: Storage;
  readonly workspace: Workspace;
}

/** The context of a verb that changes a workspace. */
export interface WorkspaceCtx extends ActorCtx, ReadCtx {}

/** The context of a verb on orders or inquiries, created by authentication. */
export interface Ctx extends WorkspaceCtx {
  /** The scope of repeat keys and payment ids (contract, section 3). */
  readonly source: string;
  /** The id of the request; null outside an API call. */
  readonly requestId: string | null;
  /** Throws if the caller has lost the right to continue since the call began. Long work calls it repeatedly. */
  readonly stillMay?: () => void;
}

/** True if the plan has an API and webhooks; a plan below Pro has neither (seed, Authentication and Events). */
export const hasAutomation = (workspace: Pick<Workspace, 'plan'>): boolean => workspace.plan !== 'free';
