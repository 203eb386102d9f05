import { Elysia } from 'elysia';
import { AppError, limitOf, type Pace, type TextSlots, toLanguage } from '../../base/index.ts';
import {
  barOf,
  type CredentialKind,
  countVisit,
  findOwnInstallation,
  isProved,
  knock,
  listMemberships,
  type Membership,
  noteVisit,
  type Role,
  refusePasswordAlone,
  type Session,
} from '../../people/index.ts';
import { beforeWrites, type Tx, withParts } from '../../storage/index.ts';
import { type AdmissionRequest, type AdmittedCall, admission, callOf, letAnswer, noteTried } from '../../web/index.ts';
import { refuseWhileHeld } from '../../workspaces/index.ts';
import { type BodyDemands, readBody, wholeQuery } from './body.ts';
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
import { type FileBounds, takeFile } from './received.ts';
import { type DashboardSlots, takeSlot } from './slots.ts';

/** The demands of a route besides the caller's rights. */
interface Wish extends BodyDemands {
  /**
   * True for a route that accepts calls even while access is blocked after a restore. The route itself must check the
   * caller's link.
   */
  readonly whileHeld?: true;
}

interface PersonWish extends Wish {
  /** True if the route checks a signed-in person's password, code or passkey. The log then names the account. */
  readonly tried?: true;
  /** True if the route demands a proof of identity (password or passkey) from the last ten minutes. */
  readonly proof?: true;
  /**
   * True if the route adds or removes a factor. In a workspace that demands two factors, a person with a passkey must
   * not do so with a password alone.
   */
  readonly factors?: true;
  /** True if the caller must also own the first workspace. Only its owners control the whole installation. */
  readonly installation?: true;
  /**
   * The kind of work that the route does, if few callers may do it at once, such as uploads. The route takes a slot of
   * this kind before it reads the body. The slot becomes free after the answer.
   */
  readonly slot?: Exclude<keyof DashboardSlots, keyof TextSlots>;
}

type Wished<W> = W | true;

const NOTHING = {};
const wishOf = <W extends object>(wished: Wished<W>): W | typeof NOTHING => (wished === true ? NOTHING : wished);

/** The roles that each macro admits. A refusal names the first one as the role that is needed. */
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
 * Creates the macros, one for each kind of caller. A handler gets its `ctx` only from a macro. The checks in sequence:
 * origin; session or rate limit; workspace and role; proof of identity; bounds of the body; shape of the body.
 */
export const createDesk = (deps: DashboardDeps) =>
  new Elysia({ name: 'desk-admission' }).macro({
    anybody: admission((wished: Wished<Wish>, asked: AdmissionRequest) => admit(deps, wishOf(wished), asked, count)),
    /** Admits anybody, and counts the call as an attempt to sign in with the given kind of secret. */
    guess: admission((what: CredentialKind, asked: AdmissionRequest) =>
      admit(deps, NOTHING, asked, (visit) => countGuess(visit, what)),
    ),
    person: admission((wished: Wished<PersonWish>, asked: AdmissionRequest) => {
      const wish: PersonWish = wishOf(wished);
      return admit(deps, wish, asked, (visit) => {
        const ctx = checkFurther(findPerson(visit, wish), wish);
        return isChange(visit.request) ? guardWrites(ctx, (now) => lookAgain(now, wish)) : ctx;
      });
    }),
    member: memberMacro(deps, 'member'),
    courier: memberMacro(deps, 'courier'),
    ordersReader: memberMacro(deps, 'ordersReader'),
    ordersKeeper: memberMacro(deps, 'ordersKeeper'),
    viewer: memberMacro(deps, 'viewer'),
    manager: memberMacro(deps, 'manager'),
    owner: memberMacro(deps, 'owner'),
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

/** The macros for all groups of routes. A route may use no other macros. */
export type Desk = ReturnType<typeof createDesk>;

/** Begins a group of routes that can use the macros. @param name differs from that of every other group */
export const group = (desk: Desk, name: string) => new Elysia({ name }).use(desk);

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
  // The query is checked after `letIn` has counted the call for the rate limits. So a refused call counts too.
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

function count(visit: VisitCtx): VisitCtx {
  const session = isChange(visit.request) ? undefined : sessionOf(visit);
  if (isChange(visit.request)) countVisit(visit, deviceOf(visit));
  // A signed-out caller's GET requests are only slowed down, like requests for pages. A limit would let one caller
  // block the sign-in page for everybody in the same network.
  else if (session !== undefined) {
    countPerson(visit, session);
    letAnswer(visit.call, visit.slots.answers, { person: session.person.id, workspace: undefined });
  }
  return visit;
}

const countGuess = (visit: VisitCtx, what: CredentialKind): GuessCtx =>
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
  letAnswer(call, visit.slots.answers, { person: id, workspace: undefined });
  if (wish.tried === true) noteTried(call, id);
  const actor = { type: 'person', id, requestId } as const;
  const ctx: PersonCtx = Object.assign(visit, { session, actor, language: toLanguage(language) });
  return Object.assign(ctx, { stillMay: () => lookAgain(ctx, wish) });
}

/** Checks again that the caller is signed in and may call the route. @throws signed_out, first_owners, passkey_first */
function lookAgain(ctx: PersonCtx, wish: PersonWish): void {
  const session = sessionNow(ctx);
  if (session === undefined) throw new AppError({ rule: 'signed_out' });
  Object.assign(ctx, { session });
  checkInstallation(ctx, wish);
  checkFactors(ctx, wish);
}

async function findMember(visit: VisitCtx, asked: AdmissionRequest, way: Way, wish: PersonWish): Promise<MemberCtx> {
  const person = findPerson(visit, wish);
  const member = findMembership(person, way, asked.params);
  countInWorkspace(person, member);
  const { workspace, role } = member;
  letAnswer(person.call, person.slots.answers, { person: person.session.person.id, workspace: workspace.seq });
  const ctx = checkFurther(Object.assign(person, { workspace, role, source: DASHBOARD_SOURCE }), wish);
  const check = (now: MemberCtx): void => {
    lookAgain(now, wish);
    const found = findMembership(now, way, asked.params);
    Object.assign(now, { workspace: found.workspace, role: found.role });
  };
  const stillMay = (): void => check(ctx);
  Object.assign(ctx, { stillMay });
  await noteVisit(ctx, { member, nowMs: ctx.clock.now() });
  if (!isChange(person.request)) {
    person.call.stillMay = stillMay;
    return ctx;
  }
  return guardWrites(ctx, check, workspace.seq);
}

/**
 * Checks the caller again in the transaction of each change. A change waits for its turn, or for an outside server.
 * Meanwhile its caller may have been removed or signed out.
 */
function guardWrites<C extends PersonCtx>(ctx: C, check: (now: C) => void, workspaceSeq?: number): C {
  const { storage } = ctx;
  const before = (tx: Tx): void => check({ ...ctx, storage: withParts(storage, { read: tx.db }) });
  return Object.assign(ctx, { storage: beforeWrites(storage, before, workspaceSeq) });
}

function checkInstallation({ storage, session }: PersonCtx, { installation }: PersonWish): void {
  if (installation === true && findOwnInstallation(storage, session) === undefined) {
    throw new AppError({ rule: 'first_owners' });
  }
}

function checkFactors(ctx: PersonCtx, { factors }: PersonWish): void {
  if (factors === true) refusePasswordAlone(ctx, ctx.passkeySite());
}

function checkFurther<C extends PersonCtx>(ctx: C, wish: PersonWish): C {
  const { proof, slot } = wish;
  checkInstallation(ctx, wish);
  if (proof === true) requireProof(ctx);
  checkFactors(ctx, wish);
  if (slot !== undefined) takeSlot(ctx, { kind: slot });
  return ctx;
}

/** Requires a recent proof of identity. For handlers that need the proof only for some bodies. @throws proof_needed */
export function requireProof({ clock, session }: PersonCtx): void {
  if (!isProved(session, clock.now())) throw new AppError({ rule: 'proof_needed' });
}

function findMembership({ storage, session }: PersonCtx, way: Way, params: unknown): Membership {
  const id = typeof params === 'object' && params !== null && 'workspace' in params ? params.workspace : undefined;
  const found = listMemberships(storage, session.person.seq).find(({ workspace }) => workspace.id === id);
  // A workspace that the caller does not belong to gets the same answer as one that does not exist.
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

/**
 * Accepts a change only from Docket's own pages, so that other sites cannot act in a visitor's name. Fetch Metadata
 * decides, or the Origin header in browsers without it. A request with neither is refused.
 */
function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = origin !== null && URL.parse(origin)?.host === request.headers.get('host');
  if (site === 'same-origin' || (site === null && own)) return;
  throw new AppError({ rule: 'foreign_origin' });
}

/**
 * The limit on requests of one person. A page sends ten requests when it opens. It sends two or three more whenever the
 * server tells it that data has changed. In a busy shop, this happens a few times a second.
 */
const OF_PERSON: Pace = { tries: 300, refillMs: 20 };
const IN_WORKSPACE: Pace = { tries: 1_200, refillMs: 5 };

/** Counts a call of a signed-in person before anything else is looked up. @throws rate_limited */
const countPerson = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { person }: Session): void =>
  throttle.spend([limitOf(`calls of person ${person.id}`, OF_PERSON)], 'pace');

/**
 * Counts a call toward its workspace's limit, after {@link countPerson} and before any work in the workspace.
 * @throws rate_limited
 */
const countInWorkspace = ({ throttle }: Pick<DashboardDeps, 'throttle'>, { workspace }: Membership): void =>
  throttle.spend([limitOf(`calls in workspace ${workspace.seq}`, IN_WORKSPACE)], 'pace');
