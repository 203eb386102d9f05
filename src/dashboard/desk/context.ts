import { hostAlone, type Language, readableUrl, type World } from '../../base/index.ts';
import type { Knock, Membership, Session } from '../../people/index.ts';
import type { Call } from '../../web/index.ts';
import type { Actor, Ctx } from '../../workspaces/index.ts';
import type { DashboardDeps } from './deps.ts';

/** The source of what people enter by hand; no key's source can hold an @. */
export const DASHBOARD_SOURCE = '@dashboard';

/** The context of every route, for any caller: the parts of the server, and the request. */
export interface VisitCtx extends Omit<DashboardDeps, 'world'>, World {
  readonly request: Request;
  readonly call: Call;
  readonly requestId: string;
  /** The time of the request, milliseconds since the epoch; the whole answer is of this moment. */
  readonly nowMs: number;
  /**
   * Looks once more, after a wait, whether the caller may do so. A body takes up to half a minute to come, and a file
   * five: anyone who was signed out or taken out of the workspace meanwhile does nothing with it.
   *
   * @throws signed_out, no_workspace, role_needed, first_owners, second_factor_needed
   */
  readonly stillMay: () => void;
}

/** The sender of a request: a signed-in person, or an unknown one. */
export interface SenderCtx extends VisitCtx, Partial<Pick<MemberCtx, 'session' | 'workspace'>> {}

/** A visitor who tries to sign in; they are counted before any of the try is read. */
export interface GuessCtx extends VisitCtx {
  readonly guess: {
    readonly at: Knock;
    /** Says in the log whose account it was tried to get into. */
    readonly noteTried: (personId: string) => void;
  };
}

/** A person who is signed in. */
export interface PersonCtx extends VisitCtx {
  readonly session: Session;
  readonly actor: Actor & { readonly requestId: string };
  readonly language: Language;
}

/** A member of the workspace that the path names. */
export interface MemberCtx extends PersonCtx, Ctx {
  readonly stillMay: () => void;
  readonly requestId: string;
  readonly actor: PersonCtx['actor'];
  readonly role: Membership['role'];
}

/** A member who sends a file in place of JSON. */
export interface FileCtx extends MemberCtx {
  /** The place of the file until the answer. */
  readonly file: string;
}

/** The address of a webhook as a member may read it: what may be a secret in it is for those alone who may change it. */
export const addressFor = ({ role }: Pick<MemberCtx, 'role'>, href: string): string =>
  role === 'owner' ? readableUrl(href) : hostAlone(href);

/** Lets an answer take its time. Once it is there, the connection may no longer be idle without end. */
export function keepWaiting({ keepOpen, closeIdle, call, request }: VisitCtx): void {
  keepOpen(request);
  call.afterwards.push(() => closeIdle(request));
}
