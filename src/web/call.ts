import type { TSchema } from '@sinclair/typebox';
import { hashToken, type SlotHolder } from '../base/index.ts';
import type { Caller, KeyRefusal, Scope } from '../keys/index.ts';
import { pathOf } from './paths.ts';

/** The facts of one request while it is answered. */
export interface Call {
  readonly requestId: string;
  readonly startedMs: number;
  /** A page of the dashboard asks, which says in its reader's language what was refused: answers tell it the rule. */
  readonly tellsRules: boolean;
  /** Headers of the answer, whatever it turns out to be. */
  readonly headers: Record<string, string>;
  /** Cookies that the answer sets: a header that may come several times. */
  readonly cookies: string[];
  /** Set once the key is known. */
  caller: Caller | undefined;
  /** Why no caller was found, and whose the key was that is no longer valid. For the owner's log alone. */
  keyRefusal?: KeyRefusal;
  endedKey?: Caller | undefined;
  missingScope?: Scope;
  /** The order that a create made or found again. */
  order?: { readonly id: string; readonly num: string };
  /** Set when the caller is a signed-in person. Their name stays out of the log. */
  person?: true;
  /** The account of a sign-in attempt: a hash of its id. For the log only. */
  tried?: string;
  /** The person or key that a large answer counts for until it is read; set where there may be one. */
  holder?: SlotHolder;
  /** The text of an answer that is large. */
  largeText?: string | Uint8Array;
  readonly bodySchema: TSchema | undefined;
  /** The body as it came; kept for the handlers that store it as written. */
  bodyText: string;
  /** Tasks for after the answer, whatever it is: also where the handler fails, or nobody waits for it any more. */
  readonly afterwards: (() => void)[];
  /** For the log. */
  outcome: string;
}

const calls = new WeakMap<Request, Call>();

export const JSON_TYPE = 'application/json; charset=utf-8';

export function beginCall(request: Request, requestId: string, startedMs: number, bodySchema?: TSchema): Call {
  const call: Call = {
    requestId,
    startedMs,
    tellsRules: pathOf(request.url).startsWith('/app/'),
    headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', 'x-request-id': requestId },
    cookies: [],
    caller: undefined,
    bodySchema,
    bodyText: '',
    afterwards: [],
    outcome: 'ok',
  };
  calls.set(request, call);
  return call;
}

/** The call of a request that went through beginCall, as every one does. */
export function callOf(request: Request): Call {
  const call = calls.get(request);
  if (call === undefined) throw new Error('a request reached a handler without a call');
  return call;
}

/** Notes for the log the account of a sign-in attempt: a hash of its id. */
export function noteTried(call: Call, personId: string): void {
  call.tried = hashToken(personId).slice(0, 16);
}
