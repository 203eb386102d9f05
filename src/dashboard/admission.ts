import { Elysia } from 'elysia';
import {
  AppError,
  type BodyBounds,
  readJson,
  readJsonBody,
  type SlotHolder,
  tokenText,
  validationFailed,
} from '../base/index.ts';
import { ORDER_NUMBERS } from '../orders/index.ts';
import {
  barOf,
  countVisit,
  type Device,
  findOwnInstallation,
  findSession,
  findTrustedDevice,
  type Guess,
  isProved,
  type Knock,
  knock,
  listMemberships,
  type Membership,
  noteVisit,
  type Role,
  type Session,
} from '../people/index.ts';
import { type Actor, refuseWhileHeld } from '../workspaces/index.ts';
import { deviceCookie, readToken, sessionCookie } from './cookie.ts';
import type { DashboardDeps } from './deps.ts';
import { refuseForeignOrigin } from './origin.ts';
import { countInWorkspace, countPerson } from './pace.ts';
import { type FileBounds, receivedFile, takeFile } from './received.ts';
import { HIDDEN_QUERY } from './shared/hidden-query.ts';
import { type DashboardSlots, takeSlot } from './slots.ts';

/** What a route asks of whoever calls it. Every route of the dashboard's data names it; a test goes through all of them. */
interface Admission {
  /** `anybody`: no session needed. `signed-in`: any person. Else the least role in the workspace that the path names. */
  readonly who: 'anybody' | 'signed-in' | Role;
  /** It is tried to sign in, by this. */
  readonly guess?: Guess;
  /** Whoever is signed in shows once more who they are: the log says whose account it is. */
  readonly tried?: true;
  /** An order, which may be as large as one that the API takes, or a file inside JSON. */
  readonly large?: true;
  /** The password must have been given, or a passkey used, within the last ten minutes. */
  readonly proof?: true;
  /** An owner of the workspace that was made first as well: what concerns the whole installation is theirs alone. */
  readonly installation?: true;
  /** A slot of this kind is taken before anything of the body is read, and given back with the answer. */
  readonly slot?: Exclude<keyof DashboardSlots, 'bodies'>;
  /** The handler reads the body itself, as it comes. */
  readonly stream?: true;
  /** The body is a file in place of JSON. */
  readonly file?: FileBounds;
  /** Goes on while nobody gets in, after a restore: it asks for the link by which somebody goes through the list. */
  readonly whileHeld?: true;
}

/** Who is there, and in which workspace. */
interface Signed {
  readonly session: Session;
  readonly actor: Actor;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 1, manager: 2, owner: 3 };
const BOUNDS = { maxDepth: 20, tooDeep: { rule: 'body_too_deep', most: 20 }, numbers: ORDER_NUMBERS } as const;
/** Before anybody is known little is listened to: the longest form of theirs has some 2 KB. */
const STRANGERS_BODY: BodyBounds = { maxBytes: 8_192, maxParts: 100, ...BOUNDS };
const BODY: BodyBounds = { maxBytes: 262_144, ...BOUNDS };
const LARGE_BODY: BodyBounds = { maxBytes: 1_048_576, ...BOUNDS };
const DEVICE_TOKEN_BYTES = 32;

const signed = new WeakMap<Request, Signed>();
const members = new WeakMap<Request, Membership>();
const knocks = new WeakMap<Request, Knock>();
const devices = new WeakMap<Request, Device>();

/** For handlers behind an admission that asks for a person. */
export function signedOf(request: Request): Signed {
  const found = signed.get(request);
  if (found === undefined) throw new Error('a handler for anybody asked who is signed in');
  return found;
}

/** For handlers behind an admission that asks for a role. */
export function memberOf(request: Request): Membership {
  const found = members.get(request);
  if (found === undefined) throw new Error('a handler without a role asked for its workspace');
  return found;
}

/** For handlers behind an admission that counts guesses. */
export function knockOf(request: Request): Knock {
  const found = knocks.get(request);
  if (found === undefined) throw new Error('a handler asked for a try that was not counted');
  return found;
}

/**
 * The browser that asks. It comes with the token by which it is known, and the one it gets after signing somebody in.
 */
export function deviceOf(deps: DashboardDeps, request: Request): Device {
  const known = devices.get(request);
  if (known !== undefined) return known;
  const { storage, world } = deps;
  const secure = deps.isHttps(request);
  const sent = readToken(request, 'device', secure);
  const device = {
    userAgent: request.headers.get('user-agent'),
    address: deps.clientAddress(request),
    session: readToken(request, 'session', secure),
    token: tokenText(world.random.bytes(DEVICE_TOKEN_BYTES)),
    // Only a token of ours counts: one that somebody chose could be guessed.
    knownBy: findTrustedDevice(storage, sent) === undefined ? undefined : sent,
  };
  devices.set(request, device);
  return device;
}

/** Gives the browser another token for the session that it has; undefined: it has it already. */
export function renewCookie(deps: DashboardDeps, request: Request, token: string | undefined): void {
  const { remembered } = signedOf(request).session;
  if (token !== undefined) deps.setCookie(request, sessionCookie(token, deps.isHttps(request), remembered));
}

/** Gives the browser its session, and the token by which it is known once that has ended. */
export function letIn(deps: DashboardDeps, request: Request, session: string, remembered: boolean): void {
  const secure = deps.isHttps(request);
  deps.setCookie(request, sessionCookie(session, secure, remembered));
  const { token } = deviceOf(deps, request);
  if (token !== undefined) deps.setCookie(request, deviceCookie(token, secure, deps.world.clock.now()));
}

interface RouteContext {
  readonly request: Request;
  query?: Readonly<Record<string, unknown>>;
  readonly params?: unknown;
  body?: unknown;
}

/**
 * What is asked, with what the pages keep out of the address: names and phones that were searched for. An address stands in
 * the logs of proxies and in the browser's history, a header does not.
 *
 * @throws validation_failed for what stands in both
 */
function wholeQuery(request: Request, asked: RouteContext['query'] = {}): NonNullable<RouteContext['query']> {
  const hidden = [...new URLSearchParams(request.headers.get(HIDDEN_QUERY) ?? '')];
  const twice = hidden.filter(([name], at) => name in asked || hidden.findIndex(([other]) => other === name) !== at);
  if (twice.length > 0) throw validationFailed(twice.map(([path]) => ({ path, rule: 'given_twice' })));
  return { ...asked, ...Object.fromEntries(hidden) };
}

/** The `admit` macro: origin, tries or session, workspace and role, proof, then the body within its bounds, all before its shape. */
export function admissionPlugin(deps: DashboardDeps) {
  return new Elysia({ name: 'admission' }).macro({
    admit: (admission: Admission) => ({
      parse: () => null,
      transform: async (context: RouteContext) => {
        const { request } = context;
        context.query = wholeQuery(request, context.query);
        const changes = request.method !== 'GET' && request.method !== 'HEAD';
        if (changes) refuseForeignOrigin(request);
        if (changes && admission.whileHeld === undefined) refuseWhileHeld(deps.storage);
        if (admission.who !== 'anybody') await admit(deps, request, admission, context.params);
        else if (changes) countTry(deps, request, admission);
        else countRead(deps, request);
        if (!changes || admission.stream === true) return;
        context.body = await readBody(deps, request, admission);
      },
    }),
  });
}

function countTry(deps: DashboardDeps, request: Request, { guess }: Admission): void {
  const { storage, throttle } = deps;
  if (guess !== undefined)
    knocks.set(request, knock({ storage, throttle }, { device: deviceOf(deps, request), what: guess }));
  else countVisit({ storage, throttle }, deps.clientAddress(request));
}

/** A read for anybody tells those who are signed in more. */
function countRead(deps: DashboardDeps, request: Request): void {
  const session = sessionOf(deps, request);
  if (session === undefined) deps.countStranger(request);
  else countPerson(deps, session);
}

async function readBody(deps: DashboardDeps, request: Request, admission: Admission): Promise<unknown> {
  const { who, large, file, slot } = admission;
  if (file !== undefined) return takeFile(deps, request, file);
  const bounds = who === 'anybody' ? STRANGERS_BODY : large === true ? LARGE_BODY : BODY;
  const { value } =
    slot === 'uploads'
      ? await readSent(deps, request, bounds)
      : await readJsonBody(request, bounds, listeningTo(deps, request));
  deps.checkShape(request, value);
  return value;
}

const holderOf = (request: Request): SlotHolder => ({
  person: signedOf(request).session.person.id,
  workspace: members.get(request)?.workspace.seq,
});

/** Nobody who is not signed in may send a body that needs any. */
const listeningTo = (deps: DashboardDeps, request: Request) => ({
  clock: deps.world.clock,
  takeRoom: (size: number) => takeSlot(deps, request, { kind: 'bodies', holder: holderOf(request), size }),
});

/** A file inside JSON is in memory only once it is all there. */
async function readSent(deps: DashboardDeps, request: Request, bounds: BodyBounds) {
  await takeFile(deps, request, { mediaType: 'application/json', maxBytes: bounds.maxBytes });
  return readJson(await Bun.file(receivedFile(request)).bytes(), bounds);
}

/** Whose cookie a request carries; undefined when nobody is signed in. */
export function sessionOf(deps: DashboardDeps, request: Request): Session | undefined {
  const token = readToken(request, 'session', deps.isHttps(request));
  return token === undefined ? undefined : findSession(deps.storage, { token, nowMs: deps.world.clock.now() });
}

/** A session as it is at this very moment, by its number: the token may be another one since the request came. */
export const sessionNow = ({ storage, world }: DashboardDeps, { seq }: Session): Session | undefined =>
  findSession(storage, { seq, nowMs: world.clock.now() });

async function admit(deps: DashboardDeps, request: Request, admission: Admission, params: unknown): Promise<void> {
  const { who, proof, installation, tried } = admission;
  const session = sessionOf(deps, request);
  if (session === undefined) {
    deps.countStranger(request);
    throw new AppError({ rule: 'signed_out' });
  }
  const actor = { type: 'person', id: session.person.id, requestId: deps.requestId(request) } as const;
  signed.set(request, { session, actor });
  deps.notePerson(request);
  countPerson(deps, session);
  if (tried === true) deps.noteTried(request, session.person.id);
  const member = who === 'anybody' || who === 'signed-in' ? undefined : findMembership(deps, session, who, params);
  if (member !== undefined) {
    members.set(request, member);
    countInWorkspace(deps, member);
  }
  if (installation === true && findOwnInstallation(deps.storage, session) === undefined) {
    throw new AppError({ rule: 'first_owners' });
  }
  if (proof === true) requireProof(deps, session);
  if (admission.slot !== undefined) {
    takeSlot(deps, request, { kind: admission.slot, holder: holderOf(request) });
  }
  if (member !== undefined)
    await noteVisit({ storage: deps.storage, session }, { member, nowMs: deps.world.clock.now() });
}

/** For a handler that knows only by the body whether it is needed. @throws proof_needed */
export function requireProof({ world }: Pick<DashboardDeps, 'world'>, session: Session): void {
  if (!isProved(session, world.clock.now())) {
    throw new AppError({ rule: 'proof_needed' });
  }
}

function findMembership(deps: DashboardDeps, session: Session, least: Role, params: unknown): Membership {
  const id = typeof params === 'object' && params !== null && 'workspace' in params ? params.workspace : undefined;
  const found = listMemberships(deps.storage, session.person.seq).find(({ workspace }) => workspace.id === id);
  // A workspace of others is answered like one that is not there.
  if (found === undefined) throw new AppError({ rule: 'no_workspace' });
  const bar = barOf({ storage: deps.storage, session }, found);
  if (bar === 'ended') throw new AppError({ rule: 'signed_out' });
  if (bar === 'second_factor') throw new AppError({ rule: 'second_factor_needed' });
  if (RANK[found.role] < RANK[least]) {
    throw new AppError({ rule: 'role_needed', needed: least, own: found.role });
  }
  return found;
}
