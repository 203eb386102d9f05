import { hostname } from 'node:os';
import type { Clock } from '../time/index.ts';
import { AnswerReader } from './answer-reader.ts';
import { CrowdedName, MOST_ADDRESSES, refuseCrowds } from './crowded-names.ts';
import { Deadline } from './deadline.ts';
import {
  type AddressTrouble,
  type Destination,
  type DestinationPolicy,
  isTrouble,
  parseDestination,
  type Resolve,
  refusalOfAnswers,
} from './destination.ts';
import { Connections, exchange } from './exchange.ts';
import { type FailureReason, reasonOfFetchError, reasonOfLookupError } from './failure-reason.ts';
import { greetByTls } from './greet.ts';
import { Handshakes } from './handshakes.ts';
import { readableName } from './readable.ts';
import { resolveName, resolveTyped, within } from './resolve.ts';

export interface OutboundSettings {
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  /** The limit for a whole attempt, in milliseconds: look-up, connecting, TLS, headers and body. */
  readonly timeoutMs: number;
  readonly ownNames?: readonly string[];
  readonly resolve?: Resolve;
  /** Resolves host names for workspaces that had a crowded name. */
  readonly resolveSafely?: Resolve;
  readonly ca?: string;
}

interface OutboundRequest {
  /** The sending workspace. A slow handshake delays only this workspace's next handshakes. */
  readonly workspaceSeq: number;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface OutboundResult {
  /** The reason why the request failed. Null for a success: a 2xx, read completely or up to the bound. */
  readonly reason: FailureReason | null;
  /** The status; present even if the answer broke off or did not end in time. */
  readonly httpCode: number | null;
  /** The first 1,024 bytes of a failed request's answer, or the part that had arrived. */
  readonly response: string | null;
  readonly durationMs: number;
}

type DestinationCheck =
  | {
      /** The address in the form to be stored. */
      readonly url: string;
      /** A problem worth showing although the address is accepted. */
      readonly trouble?: AddressTrouble;
    }
  | { readonly url: null; readonly trouble: AddressTrouble };

type DestinationLook = DestinationCheck & {
  /**
   * The reason why the server cannot be reached by TLS now. Null if it can be reached, or if no connection was tried.
   */
  readonly unreached: FailureReason | null;
};

export interface Outbound {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Checks a URL by its text, and by all IP addresses that its host name resolves to now. Never throws. */
  check(url: string): Promise<DestinationCheck>;
  /**
   * Checks a URL as `check` does. Then connects to the URL's server, verifies the certificate and hangs up. Never
   * throws.
   */
  look(url: string): Promise<DestinationLook>;
  /** Makes one attempt to POST and never throws. It follows no redirects and ignores the environment's proxies. */
  post(request: OutboundRequest): Promise<OutboundResult>;
}

const KEPT_BYTES = 1024;
/**
 * The maximum number of addresses to try for one host name. The owner of the name chooses its addresses, and could
 * otherwise aim attempts at many machines of others.
 */
const ADDRESSES_TRIED = 8;
const LOOKUP_MS = 5_000;
/** The limit is short, because the person who typed the address waits for the greeting. */
const GREETING_MS = 5_000;
const TLS_PORT = 443;
/** The seq for handshakes that check a newly typed address. */
const NO_WORKSPACE = 0;
/**
 * The time for which `resolveTyped` resolves all host names of a workspace after a crowded name. The workspace's owner
 * may run a name server with any number of crowded names.
 */
const CROWDED_FOR_MS = 3_600_000;
/**
 * The time for which a result of `resolveTyped` is reused, because each call starts a process. The first retry comes
 * after five seconds, so it never gets the earlier attempt's failure.
 */
const KEPT_MS = 4_000;

const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];

/**
 * Creates the guarded client, which connects only to the exact address that it has checked. From then on, this thread
 * uses no proxies, because a proxy would resolve names itself.
 */
export function createOutbound(settings: OutboundSettings): Outbound {
  askNoProxy();
  return new GuardedClient(settings);
}

export function askNoProxy(): void {
  for (const name of PROXIES) delete process.env[name];
}

/**
 * The maximum number of parsed destinations kept in memory. They are kept because most requests go to the same few
 * endpoints.
 */
const DESTINATIONS_KEPT = 1_000;

class GuardedClient implements Outbound {
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly #settings: OutboundSettings;
  readonly #policy: DestinationPolicy;
  readonly #resolve: Resolve;
  readonly #connections = new Connections();
  readonly #handshakes: Handshakes;
  readonly #resolveSafely: Resolve;
  /** By workspace, the time until which `#resolveSafely` is used. */
  readonly #crowdedUntil = new Map<number, number>();
  readonly #destinations = new Map<string, Destination | AddressTrouble>();

  constructor(settings: OutboundSettings) {
    this.allowPrivate = settings.allowPrivate;
    this.timeoutMs = settings.timeoutMs;
    this.#handshakes = new Handshakes(settings.clock);
    this.#settings = settings;
    this.#policy = { allowPrivate: settings.allowPrivate, ownNames: settings.ownNames ?? [hostname()] };
    this.#resolve = shareLookups(refuseCrowds(settings.resolve ?? resolveName, settings.clock));
    const { resolveSafely = settings.resolve ?? resolveTyped } = settings;
    this.#resolveSafely = keepLookups(refuseCrowds(resolveSafely, settings.clock), settings.clock);
  }

  async check(text: string): Promise<DestinationCheck> {
    const destination = parseDestination(text, this.#policy);
    if (isTrouble(destination)) return { url: null, trouble: destination };
    const { url, host, literal } = destination;
    if (literal) return { url: url.href };
    try {
      const addresses = await within(LOOKUP_MS, this.#resolve(host));
      const refusal = refusalOfAnswers(addresses, this.#policy);
      return refusal === undefined
        ? { url: url.href }
        : { url: null, trouble: { rule: 'url_leads_inside', host: readableName(host), ...refusal } };
    } catch (error) {
      if (error instanceof CrowdedName) {
        return { url: null, trouble: { rule: 'url_crowded', host: readableName(host), most: MOST_ADDRESSES } };
      }
      // A name that does not exist yet is harmless: it is resolved again, and checked, at each attempt.
      return { url: url.href, trouble: { rule: 'url_unknown', host: readableName(host) } };
    }
  }

  async look(text: string): Promise<DestinationLook> {
    const found = await this.check(text);
    const destination = found.url === null || found.trouble !== undefined ? undefined : this.#destination(found.url);
    if (destination === undefined || isTrouble(destination) || destination.url.protocol !== 'https:') {
      return { ...found, unreached: null };
    }
    return { ...found, unreached: await this.#greet(destination) };
  }

  async #greet({ url, host, literal }: Destination): Promise<FailureReason | null> {
    const { ca, timeoutMs } = this.#settings;
    // Resolves the name again, because its addresses may have changed since the check. Each webhook attempt also
    // resolves it again.
    using deadline = new Deadline(LOOKUP_MS);
    const addresses = literal ? [host] : await this.#checkedAddresses(host, deadline);
    if (typeof addresses === 'string') return addresses;
    const [address = host] = addresses;
    return greetByTls(this.#handshakes.of(NO_WORKSPACE), {
      address,
      port: url.port === '' ? TLS_PORT : Number(url.port),
      serverName: literal ? undefined : host,
      ca,
      timeoutMs: Math.min(timeoutMs, GREETING_MS),
    });
  }

  async post(request: OutboundRequest): Promise<OutboundResult> {
    const { clock, timeoutMs } = this.#settings;
    const startedMs = clock.monotonic();
    using deadline = new Deadline(timeoutMs);
    const answer = await this.#attempt(request, deadline);
    return { ...answer, durationMs: Math.round(clock.monotonic() - startedMs) };
  }

  /** The check of an address's text never changes, so the result is cached. The name is resolved each time. */
  #destination(url: string): Destination | AddressTrouble {
    const known = this.#destinations.get(url);
    if (known !== undefined) return known;
    if (this.#destinations.size >= DESTINATIONS_KEPT) this.#destinations.clear();
    const destination = parseDestination(url, this.#policy);
    this.#destinations.set(url, destination);
    return destination;
  }

  #attempt(request: OutboundRequest, deadline: Deadline): Answer | Promise<Answer> {
    const destination = this.#destination(request.url);
    if (isTrouble(destination)) return failure('address_not_public');
    return destination.literal
      ? this.#postTo(destination.host, destination, request, deadline)
      : this.#postToFirst(destination, request, deadline);
  }

  /** Resolves a host name. Returns its addresses if all are permitted, otherwise why nothing may be sent. */
  async #checkedAddresses(
    host: string,
    deadline: Deadline,
    workspaceSeq?: number,
  ): Promise<readonly string[] | FailureReason> {
    const nowMs = this.#settings.clock.monotonic();
    const isSafe = workspaceSeq !== undefined && (this.#crowdedUntil.get(workspaceSeq) ?? 0) > nowMs;
    try {
      const addresses = await Promise.race([(isSafe ? this.#resolveSafely : this.#resolve)(host), passing(deadline)]);
      return refusalOfAnswers(addresses, this.#policy) === undefined ? addresses : 'address_not_public';
    } catch (error) {
      if (workspaceSeq !== undefined && error instanceof CrowdedName)
        this.#crowdedUntil.set(workspaceSeq, nowMs + CROWDED_FOR_MS);
      return deadline.isOver ? 'timeout' : reasonOfLookupError(error);
    }
  }

  /** Tries the name's next address only if no connection was made, so that nothing is sent twice. */
  async #postToFirst(destination: Destination, request: OutboundRequest, deadline: Deadline): Promise<Answer> {
    const addresses = await this.#checkedAddresses(destination.host, deadline, request.workspaceSeq);
    if (typeof addresses === 'string') return failure(addresses);
    let last = failure('name_not_found');
    for (const address of addresses.slice(0, ADDRESSES_TRIED)) {
      last = await this.#postTo(address, destination, request, deadline);
      if (last.reason !== 'connection_refused') return last;
    }
    return last;
  }

  async #postTo(
    address: string,
    { url, host, literal }: Destination,
    { workspaceSeq, headers, body }: OutboundRequest,
    deadline: Deadline,
  ): Promise<Answer> {
    const { ca } = this.#settings;
    const answer = new AnswerReader(KEPT_BYTES);
    const serverName = literal ? undefined : host;
    const handshake = this.#handshakes.of(workspaceSeq);
    const sending = { handshake, url, address, serverName, ca, headers, body, deadline };
    try {
      await exchange(this.#connections, sending, answer);
      return judge(answer);
    } catch (error) {
      const reason = deadline.isOver ? 'timeout' : reasonOfFetchError(error);
      return answer.status === null
        ? failure(reason)
        : { reason, httpCode: answer.status, response: textOf(answer.body) };
    }
  }
}

type Answer = Omit<OutboundResult, 'durationMs'>;

const failure = (reason: FailureReason): Answer => ({ reason, httpCode: null, response: null });

function judge({ status, body }: AnswerReader): Answer {
  if (status === null) return failure('bad_response');
  if (status >= 200 && status < 300) return { reason: null, httpCode: status, response: null };
  const reason = status >= 300 && status < 400 ? 'redirect' : 'status';
  return { reason, httpCode: status, response: textOf(body) };
}

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body).replaceAll('\0', '\ufffd');

/** Shares one look-up among callers who ask for a name at the same time. The result is not kept for later callers. */
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

/** Shares one look-up among all callers who ask for a name within `KEPT_MS`. */
function keepLookups(resolve: Resolve, clock: Clock): Resolve {
  const kept = new Map<string, { readonly asked: Promise<readonly string[]>; readonly untilMs: number }>();
  return (name) => {
    const nowMs = clock.monotonic();
    const known = kept.get(name);
    if (known !== undefined && nowMs < known.untilMs) return known.asked;
    if (kept.size >= DESTINATIONS_KEPT) kept.clear();
    const asked = resolve(name);
    kept.set(name, { asked, untilMs: nowMs + KEPT_MS });
    return asked;
  };
}

const passing = (deadline: Deadline): Promise<never> =>
  new Promise((_, reject) => deadline.tell(() => reject(new Error('time is up'))));
