import type { TSchema } from '@sinclair/typebox';
import { hashToken, type SlotHolder } from '../base/index.ts';
import type { Caller, KeyRefusal, Scope } from '../keys/index.ts';
import { pathOf } from './paths.ts';

export interface Call {
  readonly requestId: string;
  readonly startedMs: number;
  /**
   * True if a page of the dashboard makes the call. The answer must then name the broken rule, because the page
   * explains a refusal in its reader's language.
   */
  readonly tellsRules: boolean;
  /** The headers of the answer, even of a refusal. */
  readonly headers: Record<string, string>;
  /** The cookies that the answer sets. The header may occur several times. */
  readonly cookies: string[];
  /** The owner of the API key; undefined until the key is known. */
  caller: Caller | undefined;
  /**
   * The reason why the API key identified no caller. `endedKey` is the owner of a revoked or expired key. Both fields
   * are only for logs and give no access.
   */
  keyRefusal?: KeyRefusal;
  endedKey?: Caller | undefined;
  missingScope?: Scope;
  isPaced?: true;
  order?: { readonly id: string; readonly num: string };
  /** True if the caller is a signed-in person, whose name must not be in the log. */
  person?: true;
  /** Throws if the member has lost access. Present only for a read by a member. */
  stillMay?: () => void;
  /** A hash of the id of the account in a sign-in attempt, only for the log. */
  tried?: string;
  /** The person or API key that a large answer is counted for until it is sent. Set only if the answer may be large. */
  holder?: SlotHolder;
  largeBody?: Uint8Array;
  readonly bodySchema: TSchema | undefined;
  /** The body as received, kept for handlers that store it unchanged. */
  bodyText: string;
  /** The tasks to run after the answer, even if the handler fails or the caller has left. */
  readonly afterwards: (() => void)[];
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

export function callOf(request: Request): Call {
  const call = calls.get(request);
  if (call === undefined) throw new Error('a request reached a handler without a call');
  return call;
}

export function noteTried(call: Call, personId: string): void {
  call.tried = hashToken(personId).slice(0, 16);
}
