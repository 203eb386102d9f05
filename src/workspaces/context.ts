import type { Storage } from '../storage/index.ts';

/** Who makes a change; stands in the history of what was changed. */
export interface Actor {
  readonly type: 'key' | 'person' | 'command' | 'system';
  /** The id of the key or person; null where nobody in particular acts. */
  readonly id: string | null;
  /** The id of the request that it acts by, where there is one. */
  readonly requestId?: string;
}

/** What a row says of the kind of an actor. */
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
  /** When its logo was set, in ms since 1970; null where there is none. */
  readonly logoAt: number | null;
  /** What its papers say of it, a line each; empty where they say nothing. */
  readonly address: string;
  readonly phone: string;
  readonly thanks: string;
  /** Where addresses are shown: a service by its name, or `https://…{address}…`; empty: by the reader's language. */
  readonly mapService: string;
  /** The city that addresses leave out; empty where they name it. */
  readonly mapCity: string;
  /** Nobody gets in with a password alone. */
  readonly secondFactorRequired: boolean;
  /** Browsers keep today's orders, and what was typed and not sent yet. */
  readonly browsersKeep: boolean;
  /** When orders leave, as `readSlots` reads it. */
  readonly slots: string;
}

/** What a verb needs to change something, and to say by whom. */
export interface ActorCtx {
  readonly storage: Storage;
  readonly actor: Actor;
}

/** What looks up what belongs to one workspace. */
export interface ReadCtx {
  readonly storage: Storage;
  readonly workspace: Workspace;
}

/** What a verb needs that changes it. */
export interface WorkspaceCtx extends ActorCtx, ReadCtx {}

/** What a verb on orders or inquiries needs; authenticating is what makes one. */
export interface Ctx extends WorkspaceCtx {
  /** Scope of repeat keys and payment ids (contract, section 3). */
  readonly source: string;
  /** Null outside an API call. */
  readonly requestId: string | null;
}

/** A plan below Pro has neither API nor webhooks (seed, Authentication and Events). */
export const hasAutomation = (workspace: Pick<Workspace, 'plan'>): boolean => workspace.plan !== 'free';
