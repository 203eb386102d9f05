import type { Storage } from '../storage/index.ts';

/** The author of a change, noted in the history of the changed thing. */
export interface Actor {
  readonly type: 'key' | 'person' | 'command' | 'system';
  /** The id of the key or person; null where nobody in particular acts. */
  readonly id: string | null;
  /** The id of the request that it acts by, where there is one. */
  readonly requestId?: string;
}

/** The kind of an actor, from its text in a row. */
export const actorType = (text: string): Actor['type'] =>
  (['key', 'person', 'command', 'system'] as const).find((type) => type === text) ?? 'system';

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
  /** The time when its logo was set, in ms since 1970; null without one. */
  readonly logoAt: number | null;
  /** The address on its papers, a line each; empty where they show none. */
  readonly address: string;
  readonly phone: string;
  readonly thanks: string;
  /** The map for addresses: a service by its name, or `https://…{address}…`; empty: by the reader's language. */
  readonly mapService: string;
  /** The city that addresses leave out; empty where they name it. */
  readonly mapCity: string;
  /** Nobody gets in with a password alone. */
  readonly secondFactorRequired: boolean;
  /** Browsers keep today's orders, and what was typed and not sent yet. */
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

/** The context of a verb on orders or inquiries; authentication makes it. */
export interface Ctx extends WorkspaceCtx {
  /** Scope of repeat keys and payment ids (contract, section 3). */
  readonly source: string;
  /** Null outside an API call. */
  readonly requestId: string | null;
  /** Throws if the caller has lost the right to go on since the call began. Long work asks it again and again. */
  readonly stillMay?: () => void;
}

/** A plan below Pro has neither API nor webhooks (seed, Authentication and Events). */
export const hasAutomation = (workspace: Pick<Workspace, 'plan'>): boolean => workspace.plan !== 'free';
