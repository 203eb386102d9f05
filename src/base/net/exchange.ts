import { Agent, type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { type RequestOptions, request as requestTls, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';

/** The bytes that are read of any body; the rest is not waited for (contract, section 5). */
const BODY_BYTES = 64 * 1024;
/** The bytes that are read in all: head, early answers, extensions of chunks and trailers too (contract, section 5). */
const ALL_BYTES = 128 * 1024;
/** A connection that nobody has used for so long is closed. */
const IDLE_MS = 30_000;

/** Connections that wait for their next request, kept apart by address, port and the name of the certificate. */
export interface Connections {
  readonly plain: Agent;
  readonly tls: TlsAgent;
}

export function openConnections(): Connections {
  const kept = { keepAlive: true, timeout: IDLE_MS };
  return { plain: new Agent(kept), tls: new TlsAgent(kept) };
}

interface Sending {
  readonly url: URL;
  /** The very address to dial. */
  readonly address: string;
  /** The name that the certificate is to be for; undefined where the address itself was named. */
  readonly serverName: string | undefined;
  /** Certificates to trust in place of the system's, PEM. */
  readonly ca: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** What has come of an answer so far; it is filled while it comes. */
export interface Coming {
  status: number | null;
  readonly chunks: Uint8Array[];
}

/** Carries the code by which the reason of a failure is found. */
class ExchangeError extends Error {
  readonly code: 'ResponseTooLong' | 'UpgradeUnasked' | 'Aborted';

  constructor(code: 'ResponseTooLong' | 'UpgradeUnasked' | 'Aborted') {
    super(code);
    this.code = code;
  }
}

/** A connection that waited was closed by its server before anything came back over it. */
class StaleError extends Error {}

/**
 * POSTs once and reads the first 64 KiB of the body into `coming`; what is longer is broken off. It counts at the socket: an
 * answer that has brought 128 KiB of anything before it is over is an error. Bun's fetch (1.4.5) counts the body alone.
 *
 * @throws errors of the connection, of TLS, of the parser, and ExchangeError; `coming` holds the part that had arrived
 */
export async function exchange(connections: Connections, sending: Sending, coming: Coming): Promise<void> {
  for (;;) {
    try {
      await sendOnce(connections, sending, coming);
      return;
    } catch (error) {
      // The next connection is another one, or new: this ends. A receiver knows a notification that comes twice by its id.
      if (!(error instanceof StaleError)) throw error;
    }
  }
}

function sendOnce(connections: Connections, sending: Sending, coming: Coming): Promise<void> {
  const { signal, body } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.reject(new ExchangeError('Aborted'));
  const request = begin(connections, sending);
  const breakOff = (error: Error): void => {
    reject(error);
    request.destroy(error);
  };
  const abort = (): void => breakOff(new ExchangeError('Aborted'));
  signal.addEventListener('abort', abort, { once: true });
  const count = countBytes(request, () => breakOff(new ExchangeError('ResponseTooLong')));
  let answer: IncomingMessage | undefined;
  const fail = (error: Error): void => {
    // Bytes behind the end of an answer, such as a body after 204, do not spoil it.
    if (answer?.complete === true) resolve();
    else reject(isStale(request, error, count.bytes()) ? new StaleError() : error);
  };
  request.on('error', fail);
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new ExchangeError('UpgradeUnasked'));
  });
  request.on('response', (response) => {
    answer = response;
    coming.status = response.statusCode ?? null;
    response.on('error', fail);
    response.on('end', resolve);
    readBody(response, coming.chunks, () => {
      resolve();
      request.destroy();
    });
  });
  request.end(body);
  return promise.finally(() => {
    signal.removeEventListener('abort', abort);
    count.end();
  });
}

function begin(connections: Connections, { url, address, serverName, ca, headers, body }: Sending): ClientRequest {
  const options: RequestOptions = {
    method: 'POST',
    host: address,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, 'content-length': Buffer.byteLength(body) },
    // The parser bounds the head alone; the socket's count ends whatever else is longer.
    maxHeaderSize: ALL_BYTES,
    ...(url.port !== '' && { port: Number(url.port) }),
  };
  if (url.protocol === 'http:') return requestPlain({ ...options, agent: connections.plain });
  return requestTls({
    ...options,
    agent: connections.tls,
    rejectUnauthorized: true,
    ...(serverName !== undefined && { servername: serverName }),
    ...(ca !== undefined && { ca }),
  });
}

/** Counts what comes over the socket from this request on. */
function countBytes(request: ClientRequest, tooMany: () => void): { bytes(): number; end(): void } {
  let socket: Socket | undefined;
  let bytes = 0;
  const count = (data: Uint8Array): void => {
    bytes += data.length;
    if (bytes > ALL_BYTES) tooMany();
  };
  request.once('socket', (given) => {
    socket = given;
    socket.prependListener('data', count);
  });
  return { bytes: () => bytes, end: () => void socket?.off('data', count) };
}

const isStale = (request: ClientRequest, error: Error, bytes: number): boolean =>
  request.reusedSocket && bytes === 0 && 'code' in error && /^(ECONNRESET|EPIPE)$/.test(String(error.code));

function readBody(response: IncomingMessage, chunks: Uint8Array[], enough: () => void): void {
  let length = 0;
  response.on('data', (chunk: Uint8Array) => {
    if (length >= BODY_BYTES) return;
    chunks.push(chunk);
    length += chunk.length;
    if (length >= BODY_BYTES) enough();
  });
}
