import { hostAlone, type Language, readableUrl, type World } from '../../base/index.ts';
import type { Membership, Session, SignInTry } from '../../people/index.ts';
import type { Call } from '../../web/index.ts';
import type { Actor, Ctx } from '../../workspaces/index.ts';
import type { DashboardDeps } from './deps.ts';

/**
 * The source of orders that people enter by hand. The source of an API key cannot contain an @, so the two never
 * coincide.
 */
export const DASHBOARD_SOURCE = '@dashboard';

export interface VisitCtx extends Omit<DashboardDeps, 'world'>, World {
  readonly request: Request;
  readonly call: Call;
  readonly requestId: string;
  /** The time of the request, in milliseconds since the epoch. Everything in the answer refers to this moment. */
  readonly nowMs: number;
  /**
   * Checks that the caller may still call the route. It is called after a wait, for example for a body, because the
   * caller may have been removed meanwhile.
   * @throws signed_out, no_workspace, role_needed, first_owners, second_factor_needed, passkey_first
   */
  readonly stillMay: () => void;
}

export interface SenderCtx extends VisitCtx, Partial<Pick<MemberCtx, 'session' | 'workspace'>> {}

/** A visitor who tries to sign in. The attempt is counted before the request's body is read. */
export interface GuessCtx extends VisitCtx {
  readonly guess: {
    readonly at: SignInTry;
    readonly noteTried: (personId: string) => void;
  };
}

export interface PersonCtx extends VisitCtx {
  readonly session: Session;
  readonly actor: Actor & { readonly requestId: string };
  readonly language: Language;
}

export interface MemberCtx extends PersonCtx, Ctx {
  readonly stillMay: () => void;
  readonly requestId: string;
  readonly actor: PersonCtx['actor'];
  readonly role: Membership['role'];
}

export interface FileCtx extends MemberCtx {
  /** The path of the uploaded file. The file is deleted once the request is answered. */
  readonly file: string;
}

/**
 * Returns the address of a webhook as a member may read it. Only people who may change it see the parts that may be
 * secret.
 */
export const addressFor = ({ role }: Pick<MemberCtx, 'role'>, href: string): string =>
  role === 'owner' ? readableUrl(href) : hostAlone(href);

/** Keeps the connection open while the answer is made. Afterwards it closes when it has been idle for a few seconds. */
export function keepWaiting({ keepOpen, closeIdle, call, request }: VisitCtx): void {
  keepOpen(request);
  call.afterwards.push(() => closeIdle(request));
}
