import { bearer } from '@elysiajs/bearer';
import { Elysia } from 'elysia';
import {
  AppError,
  type BodyBounds,
  checkParameters,
  type Issue,
  readJsonBody,
  type SlotHolder,
  validationFailed,
} from '../base/index.ts';
import { authenticate, type Caller, findEndedKey, type Scope } from '../keys/index.ts';
import { ORDER_NUMBERS } from '../orders/index.ts';
import { beforeWrites, type Storage } from '../storage/index.ts';
import {
  type AdmissionRequest,
  type AdmittedCall,
  admission,
  type Call,
  callOf,
  checkShape,
  letAnswer,
  pathOf,
} from '../web/index.ts';
import { type Ctx, hasAutomation, refuseWhileHeld } from '../workspaces/index.ts';
import type { HttpDeps } from './deps.ts';

/** What a route requires of its caller, checked in this order (contract, section 2). */
interface Access {
  readonly scope: Scope;
  readonly inquiries?: true;
  readonly body?: BodyBounds;
}

const ORDER_BODY: BodyBounds = {
  maxBytes: 1_048_576,
  maxDepth: 20,
  tooDeep: { rule: 'body_too_deep', most: 20 },
  numbers: ORDER_NUMBERS,
};

const BEARER = /^bearer +(?=[\x21-\x7e]+$)/i;

export interface ApiCtx extends Ctx {
  readonly call: Call;
}

/**
 * The `access` macro checks the API key, its scope, the workspace's plan, and whether its API is on. It also checks
 * rate, media type, size and JSON. All of this precedes Elysia's check of the body's shape.
 */
export const accessPlugin = (deps: HttpDeps) =>
  new Elysia({ name: 'access' })
    .use(bearer())
    .macro({ access: admission((access: Access, asked: AdmissionRequest) => letIn(deps, access, asked)) });

async function letIn(deps: HttpDeps, access: Access, asked: AdmissionRequest): Promise<AdmittedCall<ApiCtx>> {
  const { request, bearer: token, query } = asked;
  const call = callOf(request);
  const key = presentedKey(request, token);
  let caller = admit(deps, request, access, key);
  let body: unknown;
  const isSent = request.method === 'POST';
  if (isSent) body = await readBody(deps, request, access, caller);
  const holder = holderOf(caller);
  const waiting = {
    left: () => request.signal,
    takeRoom: () => deps.texts.bodies.take(holder, memoryOf(call.bodyText)),
  };
  // Calls with few payments skip this queue, so they may overtake a call that waits in it.
  if (hasManyPayments(body)) await deps.largeCreates.enter(call, caller.workspace.seq, waiting);
  const turn = deps.callLines.enter(call, caller.workspace.seq, waiting);
  if (turn !== undefined) await turn;
  const pause = deps.callTurns.pass(caller.workspace.seq);
  call.afterwards.push(deps.callTurns.goOn);
  if (pause !== undefined) await pause;
  if (isSent || turn !== undefined || pause !== undefined) {
    // Access is checked again, because reading the body or waiting for a turn may have taken half a minute. Meanwhile
    // the API key may have been revoked, or the API switched off.
    caller = findCaller(deps, request, key);
    checkSwitches(deps, caller, access);
  }
  refuseRepeatedParameters(request);
  leaveOutBlanks(query);
  // A change may wait for the writer behind hundreds of others, and the API key may be revoked meanwhile. So access is
  // checked again just before the change is written.
  const stillMay = (): void => checkSwitches(deps, findCaller(deps, request, key), access);
  const storage = isSent ? beforeWrites(deps.storage, stillMay, caller.workspace.seq) : deps.storage;
  return { ctx: makeCtx(storage, call, caller), body };
}

/**
 * The maximum number of payments in an order that skips the workspace's queue `largeCreates`. Each payment makes an
 * event for up to 100 endpoints. So creating an order with 100 payments takes as long as creating hundreds of other
 * orders. Without the queue, such orders would delay other workspaces.
 */
const FEW_PAYMENTS = 10;
/**
 * The minimum memory that a waiting call reserves. An API key has room for 16 MiB, so at most 256 of its calls can
 * wait.
 */
const LEAST_WAITING_BYTES = 65_536;
/** The greatest factor by which memory grows when a text is parsed. The worst case is a text of empty objects. */
const MOST_GROWTH = 32;
/**
 * The maximum memory that a parsed body takes besides its text. It cannot take more, because the number of values in a
 * body is limited.
 */
const MOST_PARSED_BYTES = 1_048_576;

const memoryOf = ({ length }: string): number =>
  Math.max(LEAST_WAITING_BYTES, Math.min(MOST_GROWTH * length, length + MOST_PARSED_BYTES));

const hasManyPayments = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'payments' in body &&
  Array.isArray(body.payments) &&
  body.payments.length > FEW_PAYMENTS;

async function readBody(deps: HttpDeps, request: Request, access: Access, caller: Caller): Promise<unknown> {
  const call = callOf(request);
  const listening = {
    clock: deps.world.clock,
    group: caller.workspace.seq,
    takeRoom: (bytes: number) => void call.afterwards.push(deps.texts.bodies.take(holderOf(caller), bytes)),
  };
  const { value, text } = await readJsonBody(request, access.body ?? ORDER_BODY, listening);
  checkShape(call.bodySchema, value);
  call.bodyText = text;
  return value;
}

const holderOf = ({ keySeq, workspace }: Caller): SlotHolder => ({ person: `key ${keySeq}`, workspace: workspace.seq });

/**
 * Returns the key in the Authorization header, and no other. The bearer plugin also accepts a token in the query. A key
 * in an address would end up in logs.
 */
function presentedKey(request: Request, token: string | undefined): string | undefined {
  const header = request.headers.get('authorization');
  if (header === null || !BEARER.test(header)) return undefined;
  // The name of the scheme is case-insensitive (RFC 7235), but the plugin accepts only one spelling.
  return header.startsWith('Bearer ') ? token?.trim() : header.replace(BEARER, '');
}

export function ownerOfKey(deps: HttpDeps, request: Request): Caller | undefined {
  const key = keyIn(request);
  return key === undefined ? undefined : authenticate(deps, { key, nowMs: deps.world.clock.now() });
}

function keyIn(request: Request): string | undefined {
  const header = request.headers.get('authorization') ?? '';
  return BEARER.test(header) ? header.replace(BEARER, '') : undefined;
}

/**
 * Refuses a query with too many parameters before anything parses it.
 * @throws validation_failed
 * @throws as `findCaller` does, if an API path is called without a valid key
 */
export function checkQuery(deps: HttpDeps, request: Request): void {
  try {
    checkParameters(request.url);
  } catch (error) {
    if (pathOf(request.url).startsWith('/api/')) findCaller(deps, request, keyIn(request));
    throw error;
  }
}

/** Finds the caller of a request that no route handles, so that the answer has the key's RateLimit headers. */
export function recognise(deps: HttpDeps, request: Request, call: Call): void {
  call.caller = ownerOfKey(deps, request);
  if (call.caller !== undefined) deps.rateLimiter.show(call.caller.keySeq, call);
}

/**
 * Finds the owner of an API key.
 * @throws unauthorized without a valid key; rate_limited if the same network has made too many calls without a valid
 * key
 */
function findCaller(deps: HttpDeps, request: Request, key: string | undefined): Caller {
  const call = callOf(request);
  const caller = key === undefined ? undefined : authenticate(deps, { key, nowMs: deps.world.clock.now() });
  if (caller === undefined) {
    deps.strangers.count(deps.clientAddress(request));
    if (key !== undefined) call.endedKey = findEndedKey(deps.storage, key);
    call.keyRefusal = key === undefined ? 'no_key' : call.endedKey === undefined ? 'unknown_key' : 'ended_key';
    throw new AppError({ rule: 'key_needed' });
  }
  call.caller = caller;
  return caller;
}

function admit(deps: HttpDeps, request: Request, access: Access, key: string | undefined): Caller {
  const call = callOf(request);
  const caller = findCaller(deps, request, key);
  refuseWhileHeld(deps.storage);
  deps.keyUse.note(caller.keySeq);
  deps.rateLimiter.show(caller.keySeq, call);
  checkSwitches(deps, caller, access);
  if (!caller.scopes.includes(access.scope)) {
    call.missingScope = access.scope;
    throw new AppError({ rule: 'scope_missing', scope: access.scope }, { scope: access.scope });
  }
  call.isPaced = true;
  deps.rateLimiter.spend(caller.keySeq, call);
  letAnswer(call, deps.texts.answers, holderOf(caller));
  return caller;
}

function checkSwitches(deps: HttpDeps, { workspace }: Caller, access: Access): void {
  if (!hasAutomation(workspace)) {
    throw new AppError({ rule: 'plan_required' });
  }
  if (!workspace.apiEnabled) throw new AppError({ rule: 'api_disabled' });
  if (access.inquiries === undefined) return;
  if (!workspace.inquiriesEnabled) {
    throw new AppError({ rule: 'inquiries_disabled' });
  }
  if (deps.environment !== 'dev') {
    throw new AppError({ rule: 'dev_environment_only' });
  }
}

/** Refuses a parameter that occurs twice, because either value could be meant. */
function refuseRepeatedParameters(request: Request): void {
  const mark = request.url.indexOf('?');
  if (mark < 0 || !request.url.includes('&', mark)) return;
  const names = [...new URLSearchParams(request.url.slice(mark)).keys()];
  const seen = new Set<string>();
  const repeated = names.filter((name) => seen.size === seen.add(name).size);
  const issues = repeated.map((path): Issue => ({ path, rule: 'given_twice' }));
  if (issues.length > 0) throw validationFailed(issues);
}

/**
 * Removes the values of blank parameters, which count as absent. The names stay, so that unknown ones are still
 * refused.
 */
function leaveOutBlanks(query: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(query)) if (value === '') query[name] = undefined;
}

function makeCtx(storage: Storage, call: Call, caller: Caller): ApiCtx {
  return {
    storage,
    workspace: caller.workspace,
    source: caller.source,
    actor: { type: 'key', id: caller.keyId },
    requestId: call.requestId,
    call,
  };
}
