import type { TSchema } from '@sinclair/typebox';
import { hashToken, type SlotHolder } from '../base/index.ts';
import type { Caller, KeyRefusal, Scope } from '../keys/index.ts';
import { pathOf } from './paths.ts';

/** The facts of one request while it is answered. */
export interface Call {
  readonly requestId: string;
  readonly startedMs: number;
  /**
   * True if a page of the dashboard makes the call. The page words a refusal in its reader's language, so the answer
   * must name the rule.
   */
  readonly tellsRules: boolean;
  /** Headers of the answer, whatever its outcome. */
  readonly headers: Record<string, string>;
  /** Cookies that the answer sets; the header may occur several times. */
  readonly cookies: string[];
  /** The owner of the key; undefined until the key is known. */
  caller: Caller | undefined;
  /**
   * The reason why no caller was found, and the owner of a key that is no longer valid. Both are only for the owner's
   * log.
   */
  keyRefusal?: KeyRefusal;
  endedKey?: Caller | undefined;
  missingScope?: Scope;
  /** True once the call counts towards the rate of its key. */
  isPaced?: true;
  /** The order that a create made or found again. */
  order?: { readonly id: string; readonly num: string };
  /** True if the caller is a signed-in person, whose name stays out of the log. */
  person?: true;
  /** Throws once the member has lost access; present for a read by a member. */
  stillMay?: () => void;
  /** The account of a sign-in attempt: a hash of its id. For the log only. */
  tried?: string;
  /**
   * The person or key that a large answer is counted for until the answer is read; set only if the answer may be large.
   */
  holder?: SlotHolder;
  /** The text of a large answer. */
  largeText?: string | Uint8Array;
  readonly bodySchema: TSchema | undefined;
  /** The body as received; kept for handlers that store it unchanged. */
  bodyText: string;
  /** Tasks to run after the answer, even if the handler fails or the caller has left. */
  readonly afterwards: (() => void)[];
  /** The outcome that the log shows. */
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

/** The call of a request, which beginCall has created. */
export function callOf(request: Request): Call {
  const call = calls.get(request);
  if (call === undefined) throw new Error('a request reached a handler without a call');
  return call;
}

/** Records the account of a sign-in attempt for the log: a hash of its id. */
export function noteTried(call: Call, personId: string): void {
  call.tried = hashToken(personId).slice(0, 16);
}
