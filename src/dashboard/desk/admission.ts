import { Elysia } from 'elysia';
import { AppError, type TextSlots, toLanguage } from '../../base/index.ts';
import {
  barOf,
  countVisit,
  findOwnInstallation,
  type Guess,
  isProved,
  knock,
  listMemberships,
  type Membership,
  noteVisit,
  type Role,
} from '../../people/index.ts';
import { type AdmissionRequest, type AdmittedCall, admission, callOf, letAnswer, noteTried } from '../../web/index.ts';
import { refuseWhileHeld } from '../../workspaces/index.ts';
import { type BodyWish, readBody } from './body.ts';
import {
  DASHBOARD_SOURCE,
  type FileCtx,
  type GuessCtx,
  type MemberCtx,
  type PersonCtx,
  type VisitCtx,
} from './context.ts';
import type { DashboardDeps } from './deps.ts';
import { deviceOf, sessionNow, sessionOf } from './device.ts';
import { refuseForeignOrigin } from './origin.ts';
import { countInWorkspace, countPerson } from './pace.ts';
import { type FileBounds, takeFile } from './received.ts';
import { type DashboardSlots, takeSlot } from './slots.ts';
import { wholeQuery } from './whole-query.ts';

/** The demands of a route beside the caller's rights. */
interface Wish extends BodyWish {
  /** Open while a restore holds everybody out; it needs the link that reviews the restored access. */
  readonly whileHeld?: true;
}

/** The wish for a signed-in person. */
interface PersonWish extends Wish {
  /** A person who is signed in shows once more who they are: the log says whose account it is. */
  readonly tried?: true;
  /** The password must have been given, or a passkey used, within the last ten minutes. */
  readonly proof?: true;
  /** An owner of the workspace that was made first as well: what concerns the whole installation is theirs alone. */
  readonly installation?: true;
  /** A slot of this kind is taken before anything of the body is read, and given back with the answer. */
  readonly slot?: Exclude<keyof DashboardSlots, keyof TextSlots>;
}

type Wished<W> = W | true;

const NOTHING = {};
const wishOf = <W extends object>(wished: Wished<W>): W | typeof NOTHING => (wished === true ? NOTHING : wished);

/** The roles that each macro lets in. The first is the one that a refusal names. */
const LETS_IN = {
  member: ['viewer', 'courier', 'orders', 'manager', 'owner'],
  courier: ['courier', 'orders', 'manager', 'owner'],
  ordersReader: ['viewer', 'orders', 'manager', 'owner'],
  ordersKeeper: ['manager', 'orders', 'owner'],
  viewer: ['viewer', 'manager', 'owner'],
  manager: ['manager', 'owner'],
  owner: ['owner'],
} as const satisfies Readonly<Record<string, readonly [Role, ...Role[]]>>;
type Way = keyof typeof LETS_IN;

/**
 * The callers that a route may have, as one macro each. All checks come in this order: origin, tries or session,
 * workspace and role, proof, then the body within its bounds, all before its shape. A handler has its `ctx` from here
 * alone.
 */
export const createDesk = (deps: DashboardDeps) =>
  new Elysia({ name: 'desk-admission' }).macro({
    /** No session needed. */
    anybody: admission((wished: Wished<Wish>, asked: AdmissionRequest) => admit(deps, wishOf(wished), asked, count)),
    /** The same, and it is tried to sign in, by this. */
    guess: admission((what: Guess, asked: AdmissionRequest) =>
      admit(deps, NOTHING, asked, (visit) => countGuess(visit, what)),
    ),
    person: admission((wished: Wished<PersonWish>, asked: AdmissionRequest) => {
      const wish: PersonWish = wishOf(wished);
      return admit(deps, wish, asked, (visit) => checkFurther(findPerson(visit, wish), wish));
    }),
    /** Members of the workspace that the path names: all of them, those who carry its orders, read them, work on them. */
    member: memberMacro(deps, 'member'),
    courier: memberMacro(deps, 'courier'),
    ordersReader: memberMacro(deps, 'ordersReader'),
    ordersKeeper: memberMacro(deps, 'ordersKeeper'),
    /** Members who may see the whole shop, with this role at least. */
    viewer: memberMacro(deps, 'viewer'),
    manager: memberMacro(deps, 'manager'),
    owner: memberMacro(deps, 'owner'),
    /** A manager whose body is a file. */
    managersFile: admission((file: FileBounds, asked: AdmissionRequest) =>
      admit(deps, { stream: true }, asked, async (visit): Promise<FileCtx> => {
        const member = await findMember(visit, asked, 'manager', { slot: 'uploads' });
        const sent = Object.assign(member, { file: await takeFile(member, file) });
        sent.stillMay();
        return sent;
      }),
    ),
  });

const memberMacro = (deps: DashboardDeps, way: Way) =>
  admission((wished: Wished<PersonWish>, asked: AdmissionRequest): Promise<AdmittedCall<MemberCtx>> => {
    const wish: PersonWish = wishOf(wished);
    return admit(deps, wish, asked, (visit) => findMember(visit, asked, way, wish));
  });

/** The macros, and with them all that a route may work with: a group of routes is made out of them alone. */
export type Desk = ReturnType<typeof createDesk>;

async function admit<C extends VisitCtx>(
  deps: DashboardDeps,
  wish: Wish,
  { request, query }: AdmissionRequest,
  letIn: (visit: VisitCtx) => C | Promise<C>,
): Promise<AdmittedCall<C>> {
  const changes = isChange(request);
  if (changes) refuseForeignOrigin(request);
  if (changes && wish.whileHeld === undefined) refuseWhileHeld(deps.storage);
  const ctx = await letIn(visitOf(deps, request));
  // The call is counted before its query is judged: a refusal must not be free.
  const whole = wholeQuery(request, query);
  if (!changes || wish.stream === true) return { ctx, query: whole, body: undefined };
  const body = await readBody(ctx, wish);
  ctx.stillMay();
  return { ctx, query: whole, body };
}

const isChange = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

function visitOf(deps: DashboardDeps, request: Request): VisitCtx {
  const call = callOf(request);
  const about = { request, call, requestId: call.requestId, nowMs: deps.world.clock.now() };
  return { ...deps, ...deps.world, ...about, stillMay: () => undefined };
}

function countStranger({ strangers, clientAddress, request }: VisitCtx): void {
  strangers.count(clientAddress(request) ?? undefined);
}

/** A read for anybody tells those who are signed in more. */
function count(visit: VisitCtx): VisitCtx {
  const session = isChange(visit.request) ? undefined : sessionOf(visit);
  if (isChange(visit.request)) countVisit(visit, visit.clientAddress(visit.request));
  else if (session === undefined) countStranger(visit);
  else countPerson(visit, session);
  return visit;
}

const countGuess = (visit: VisitCtx, what: Guess): GuessCtx =>
  Object.assign(visit, {
    guess: {
      at: knock(visit, { device: deviceOf(visit), what }),
      noteTried: (personId: string) => noteTried(visit.call, personId),
    },
  });

function findPerson(visit: VisitCtx, wish: PersonWish): PersonCtx {
  const { call, requestId } = visit;
  const session = sessionOf(visit);
  if (session === undefined) {
    countStranger(visit);
    throw new AppError({ rule: 'signed_out' });
  }
  const { id, language } = session.person;
  call.person = true;
  countPerson(visit, session);
  if (wish.tried === true) noteTried(call, id);
  const actor = { type: 'person', id, requestId } as const;
  const ctx: PersonCtx = Object.assign(visit, { session, actor, language: toLanguage(language) });
  return Object.assign(ctx, { stillMay: () => lookAgain(ctx, wish) });
}

/** @throws signed_out, first_owners */
function lookAgain(ctx: PersonCtx, wish: PersonWish): void {
  const session = sessionNow(ctx);
  if (session === undefined) throw new AppError({ rule: 'signed_out' });
  Object.assign(ctx, { session });
  checkInstallation(ctx, wish);
}

async function findMember(visit: VisitCtx, asked: AdmissionRequest, way: Way, wish: PersonWish): Promise<MemberCtx> {
  const person = findPerson(visit, wish);
  const member = findMembership(person, way, asked.params);
  countInWorkspace(person, member);
  const { workspace, role } = member;
  letAnswer(person.call, person.slots.answers, { person: person.session.person.id, workspace: workspace.seq });
  const ctx = checkFurther(Object.assign(person, { workspace, role, source: DASHBOARD_SOURCE }), wish);
  const stillMay = (): void => {
    lookAgain(ctx, wish);
    const now = findMembership(ctx, way, asked.params);
    Object.assign(ctx, { workspace: now.workspace, role: now.role });
  };
  Object.assign(ctx, { stillMay });
  await noteVisit(ctx, { member, nowMs: ctx.clock.now() });
  return ctx;
}

function checkInstallation({ storage, session }: PersonCtx, { installation }: PersonWish): void {
  if (installation === true && findOwnInstallation(storage, session) === undefined) {
    throw new AppError({ rule: 'first_owners' });
  }
}

function checkFurther<C extends PersonCtx>(ctx: C, wish: PersonWish): C {
  const { proof, slot } = wish;
  checkInstallation(ctx, wish);
  if (proof === true) requireProof(ctx);
  if (slot !== undefined) takeSlot(ctx, { kind: slot });
  return ctx;
}

/** Demands a proof in a handler that learns only from the body if it is needed. @throws proof_needed */
export function requireProof({ clock, session }: PersonCtx): void {
  if (!isProved(session, clock.now())) throw new AppError({ rule: 'proof_needed' });
}

function findMembership({ storage, session }: PersonCtx, way: Way, params: unknown): Membership {
  const id = typeof params === 'object' && params !== null && 'workspace' in params ? params.workspace : undefined;
  const found = listMemberships(storage, session.person.seq).find(({ workspace }) => workspace.id === id);
  // A workspace of others is answered like one that is not there.
  if (found === undefined) throw new AppError({ rule: 'no_workspace' });
  const bar = barOf({ storage, session }, found);
  if (bar === 'ended') throw new AppError({ rule: 'signed_out' });
  if (bar === 'second_factor') throw new AppError({ rule: 'second_factor_needed' });
  const roles: readonly Role[] = LETS_IN[way];
  if (!roles.includes(found.role)) {
    throw new AppError({ rule: 'role_needed', needed: LETS_IN[way][0], own: found.role });
  }
  return found;
}
