import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import type { Clock } from './clock.ts';
import {
  type Destination,
  type DestinationPolicy,
  parseDestination,
  type Resolve,
  refusalOfAnswers,
} from './destination.ts';
import { type FailureReason, reasonOfFetchError, reasonOfLookupError } from './failure-reason.ts';

export interface OutboundSettings {
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  /** For all of an attempt: look-up, connecting, TLS, headers and body; milliseconds. */
  readonly timeoutMs: number;
  readonly ownNames?: readonly string[];
  readonly resolve?: Resolve;
  /** Certificates to trust in place of the system's, PEM. */
  readonly ca?: string;
}

export interface OutboundRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutboundResult {
  /** Null for a success: a 2xx, read whole or up to the bound. */
  readonly reason: FailureReason | null;
  readonly httpCode: number | null;
  /** The first 1,024 bytes of the answer to what failed. */
  readonly response: string | null;
  readonly durationMs: number;
}

/** What is known of an address before anything is sent to it. */
export interface DestinationCheck {
  /** As it is to be kept; null where the address is refused. */
  readonly url: string | null;
  /** In words: why it is refused, or, beside an `url`, what should be looked at. */
  readonly problem: string | null;
}

export interface Outbound {
  readonly allowPrivate: boolean;
  /** Judges an address by its text and by all that its name resolves to now. Never throws. */
  check(url: string): Promise<DestinationCheck>;
  /** POSTs once and never throws; redirects are not followed, and the environment's proxies are for others. */
  post(request: OutboundRequest): Promise<OutboundResult>;
}

const READ_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
const LOOKUP_MS = 5_000;

const systemResolve: Resolve = async (name) => {
  const found = await lookup(name, { all: true });
  // IPv4 first: a machine without a route to IPv6 would lose time with each attempt.
  return found.sort((a, b) => a.family - b.family).map(({ address }) => address);
};

/** The guarded client: what it connects to is the very address that it has checked. */
export function createOutbound(settings: OutboundSettings): Outbound {
  const policy: DestinationPolicy = {
    allowPrivate: settings.allowPrivate,
    ownNames: settings.ownNames ?? [hostname()],
  };
  const resolve = shareLookups(settings.resolve ?? systemResolve);

  async function check(text: string): Promise<DestinationCheck> {
    const destination = parseDestination(text, policy);
    if (typeof destination === 'string') return { url: null, problem: destination };
    const url = destination.url.href;
    if (destination.literal) return { url, problem: null };
    try {
      const addresses = await withTimeout(resolve(destination.host), LOOKUP_MS);
      const refusal = refusalOfAnswers(addresses, policy);
      if (refusal === undefined) return { url, problem: null };
      return { url: null, problem: `must be a public address, but ${destination.host} leads to ${refusal}` };
    } catch {
      // A name that is not there yet is no danger: it is looked up again, and judged, at each attempt.
      return { url, problem: `the name ${destination.host} does not resolve at the moment` };
    }
  }

  async function post(request: OutboundRequest): Promise<OutboundResult> {
    const startedMs = settings.clock.monotonic();
    const answer = await attempt(request);
    return { ...answer, durationMs: Math.round(settings.clock.monotonic() - startedMs) };
  }

  async function attempt(request: OutboundRequest): Promise<Answer> {
    const destination = parseDestination(request.url, policy);
    if (typeof destination === 'string') return failure('address_not_public');
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(new Error('time is up')), settings.timeoutMs);
    try {
      const addresses = await checkedAddresses(destination, deadline.signal);
      return typeof addresses === 'string'
        ? failure(addresses)
        : await postToFirst(addresses, destination, request, deadline);
    } finally {
      clearTimeout(timer);
    }
  }

  /** What the host stands for now, all of it public; or why nothing may be sent. */
  async function checkedAddresses(
    destination: Destination,
    signal: AbortSignal,
  ): Promise<readonly string[] | FailureReason> {
    if (destination.literal) return [destination.host];
    try {
      const addresses = await Promise.race([resolve(destination.host), aborted(signal)]);
      return refusalOfAnswers(addresses, policy) === undefined ? addresses : 'address_not_public';
    } catch (error) {
      return signal.aborted ? 'timeout' : reasonOfLookupError(error);
    }
  }

  /** Goes on to the name's next address only where no connection came about, so that nothing is sent twice. */
  async function postToFirst(
    addresses: readonly string[],
    destination: Destination,
    request: OutboundRequest,
    deadline: AbortController,
  ): Promise<Answer> {
    let last = failure('name_not_found');
    for (const address of addresses) {
      last = await postTo(address, destination, request, deadline);
      if (last.reason !== 'connection_refused') return last;
    }
    return last;
  }

  async function postTo(
    address: string,
    { url, host, literal }: Destination,
    { headers, body }: OutboundRequest,
    deadline: AbortController,
  ): Promise<Answer> {
    const pinned = new URL(url);
    pinned.hostname = address.includes(':') ? `[${address}]` : address;
    try {
      const response = await fetch(pinned, {
        method: 'POST',
        headers: { ...headers, host: url.host },
        body,
        redirect: 'manual',
        decompress: false,
        signal: deadline.signal,
        // The certificate is verified for the name, and connections are kept apart by it, though we dial the address.
        tls: { ...(literal ? {} : { serverName: host }), ...(settings.ca === undefined ? {} : { ca: settings.ca }) },
      });
      const bytes = await readUpTo(response, READ_BYTES, deadline);
      return judge(response.status, bytes);
    } catch (error) {
      return failure(deadline.signal.aborted ? 'timeout' : reasonOfFetchError(error));
    }
  }

  return { allowPrivate: settings.allowPrivate, check, post };
}

type Answer = Omit<OutboundResult, 'durationMs'>;

const failure = (reason: FailureReason): Answer => ({ reason, httpCode: null, response: null });

function judge(status: number, bytes: Uint8Array): Answer {
  if (status >= 200 && status < 300) return { reason: null, httpCode: status, response: null };
  const reason = status >= 300 && status < 400 ? 'redirect' : 'status';
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT_BYTES)).replaceAll('\0', '\ufffd');
  return { reason, httpCode: status, response: text };
}

/** The body's first `limit` bytes; the rest is not waited for. */
async function readUpTo(response: Response, limit: number, deadline: AbortController): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length < limit) continue;
    await reader.cancel();
    deadline.abort();
    break;
  }
  const [only, ...more] = chunks;
  const bytes = more.length === 0 ? (only ?? new Uint8Array()) : new Uint8Array(Buffer.concat(chunks));
  return bytes.subarray(0, limit);
}

/** Those who ask for a name at the same time share one look-up; nothing is remembered beyond it. */
function shareLookups(resolve: Resolve): Resolve {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (name) => {
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const asked = resolve(name).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('time is up')), ms);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
