import { Elysia } from 'elysia';
import { AppError, type BodyBounds, type FileBounds, readFileBody, readJsonBody, tokenText } from '../base/index.ts';
import { ORDER_NUMBERS } from '../orders/index.ts';
import {
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
import type { Actor } from '../workspaces/index.ts';
import { deviceCookie, readToken, sessionCookie } from './cookie.ts';
import type { DashboardDeps } from './deps.ts';
import { refuseForeignOrigin } from './origin.ts';

/** What a route asks of whoever calls it. Every route of the dashboard's data names it; a test goes through all of them. */
interface Admission {
  /** `anybody`: no session needed. `signed-in`: any person. Else the least role in the workspace that the path names. */
  readonly who: 'anybody' | 'signed-in' | Role;
  /** It is tried to sign in, by this. */
  readonly guess?: Guess;
  /** An order, which may be as large as one that the API takes, or a file inside JSON. */
  readonly large?: true;
  /** The password must have been given, or a passkey used, within the last ten minutes. */
  readonly proof?: true;
  /** An owner of the workspace that was made first as well: what concerns the whole installation is theirs alone. */
  readonly installation?: true;
  /** The handler reads the body itself, as it comes. */
  readonly stream?: true;
  /** The body is a file in place of JSON. */
  readonly file?: FileBounds;
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
  const { storage, world, secure } = deps;
  const sent = readToken(request, 'device', secure);
  const device = {
    userAgent: request.headers.get('user-agent'),
    address: deps.clientAddress(request),
    token: tokenText(world.random.bytes(DEVICE_TOKEN_BYTES)),
    // Only a token of ours counts: one that somebody chose could be guessed.
    knownBy: findTrustedDevice(storage, sent) === undefined ? undefined : sent,
  };
  devices.set(request, device);
  return device;
}

/** Gives the browser its session, and the token by which it is known once that has ended. */
export function letIn(deps: DashboardDeps, request: Request, session: string, remembered: boolean): void {
  deps.setCookie(request, sessionCookie(session, deps.secure, remembered));
  const { token } = deviceOf(deps, request);
  if (token !== undefined) deps.setCookie(request, deviceCookie(token, deps.secure, deps.world.clock.now()));
}

interface RouteContext {
  readonly request: Request;
  readonly params?: unknown;
  body?: unknown;
}

/** The `admit` macro: origin, tries or session, workspace and role, proof, then the body within its bounds, all before its shape. */
export function admissionPlugin(deps: DashboardDeps) {
  return new Elysia({ name: 'admission' }).macro({
    admit: (admission: Admission) => ({
      parse: () => null,
      transform: async (context: RouteContext) => {
        const { request } = context;
        const changes = request.method !== 'GET' && request.method !== 'HEAD';
        if (changes) refuseForeignOrigin(request);
        if (admission.who !== 'anybody') await admit(deps, request, admission, context.params);
        else if (changes) countTry(deps, request, admission);
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
  else countVisit(throttle, deps.clientAddress(request));
}

async function readBody(deps: DashboardDeps, request: Request, { who, large, file }: Admission): Promise<unknown> {
  if (file !== undefined) return readFileBody(request, file);
  const bounds = who === 'anybody' ? STRANGERS_BODY : large === true ? LARGE_BODY : BODY;
  const { value } = await readJsonBody(request, bounds);
  deps.checkShape(request, value);
  return value;
}

/** Whose cookie a request carries; undefined when nobody is signed in. */
export function sessionOf(deps: DashboardDeps, request: Request): Session | undefined {
  const token = readToken(request, 'session', deps.secure);
  return token === undefined ? undefined : findSession(deps.storage, { token, nowMs: deps.world.clock.now() });
}

async function admit(deps: DashboardDeps, request: Request, admission: Admission, params: unknown): Promise<void> {
  const { who, proof, installation } = admission;
  const session = sessionOf(deps, request);
  if (session === undefined) throw new AppError({ rule: 'signed_out' });
  const actor = { type: 'person', id: session.person.id, requestId: deps.requestId(request) } as const;
  signed.set(request, { session, actor });
  deps.notePerson(request);
  const member = who === 'anybody' || who === 'signed-in' ? undefined : findMembership(deps, session, who, params);
  if (member !== undefined) members.set(request, member);
  if (installation === true && findOwnInstallation(deps.storage, session.person.seq) === undefined) {
    throw new AppError({ rule: 'first_owners' });
  }
  if (proof === true) requireProof(deps, session);
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
  if (RANK[found.role] < RANK[least]) {
    throw new AppError({ rule: 'role_needed', needed: least, own: found.role });
  }
  return found;
}
