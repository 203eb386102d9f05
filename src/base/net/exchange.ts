import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type AnswerReader, ExchangeError } from './answer-reader.ts';
import type { Deadline } from './deadline.ts';

/** The time after which an unused connection is closed. */
const IDLE_MS = 30_000;

interface Sending {
  readonly url: URL;
  /** The very address to dial. */
  readonly address: string;
  /** The name that the certificate must carry; undefined if the address itself was named. */
  readonly serverName: string | undefined;
  /** Certificates to trust in place of the system's, PEM. */
  readonly ca: string | undefined;
  /** Docket's own, so no value ends its line. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: Deadline;
}

/** Connections that wait for their next request, kept apart by address, port and the name of the certificate. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();

  /** The one used last, whose server is the least likely to have closed it; undefined where none waits. */
  take(key: string): Connection | undefined {
    const waiting = this.#idle.get(key);
    const taken = waiting?.pop();
    if (waiting?.length === 0) this.#idle.delete(key);
    return taken;
  }

  keep(key: string, connection: Connection): void {
    const waiting = this.#idle.get(key);
    if (waiting === undefined) this.#idle.set(key, [connection]);
    else waiting.push(connection);
    connection.wait(() => this.#forget(key, connection));
  }

  #forget(key: string, connection: Connection): void {
    const left = this.#idle.get(key)?.filter((other) => other !== connection) ?? [];
    if (left.length > 0) this.#idle.set(key, left);
    else this.#idle.delete(key);
  }
}

interface Listener {
  data(bytes: Buffer): void;
  /** @param error undefined where the server has closed in order */
  closed(error: Error | undefined): void;
}

/** A connection over which one request goes at a time. Its socket gets listeners once, for they cost as much as a request. */
class Connection {
  readonly socket: Socket;
  /** Resolves when a request can be written; for TLS that is once the certificate was found to be good. */
  readonly ready: Promise<void>;
  #listener: Listener | undefined;
  #waits = false;

  constructor(sending: Sending) {
    const { socket, isReady } = dial(sending);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let failure: Error | undefined;
    this.socket = socket;
    this.ready = promise;
    // The end of a body that takes several packets would wait for the receipt of the others.
    socket.setNoDelay(true);
    socket.setTimeout(IDLE_MS, () => this.#waits && socket.destroy());
    socket.once(isReady, () => resolve());
    socket.on('data', (bytes: Buffer) => this.#listener?.data(bytes));
    socket.on('error', (error) => {
      failure = error;
    });
    socket.once('close', () => {
      reject(failure ?? new ExchangeError('ConnectionClosed'));
      this.#listener?.closed(failure);
    });
  }

  listen(listener: Listener): void {
    this.#waits = false;
    this.#listener = listener;
  }

  /** Waits for its next request. A server that says anything meanwhile is hung up on. */
  wait(closed: () => void): void {
    this.#waits = true;
    this.#listener = { data: () => this.socket.destroy(), closed };
  }
}

function dial({ url, address, serverName, ca }: Sending): { socket: Socket; isReady: string } {
  if (url.protocol === 'http:') {
    return { socket: connectPlain({ host: address, port: portOf(url, 80) }), isReady: 'connect' };
  }
  const socket = connectTls({
    host: address,
    port: portOf(url, 443),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(serverName !== undefined && { servername: serverName }),
    ...(ca !== undefined && { ca }),
  });
  return { socket, isReady: 'secureConnect' };
}

const portOf = (url: URL, otherwise: number): number => (url.port === '' ? otherwise : Number(url.port));

/**
 * POSTs once and reads the answer, as far as an AnswerReader does.
 *
 * @param answer is filled while it comes, and holds the part that had come where this fails
 * @throws errors of the connection and of TLS, and ExchangeError
 */
export async function exchange(connections: Connections, sending: Sending, answer: AnswerReader): Promise<void> {
  const { url, address, serverName } = sending;
  const key = `${url.protocol}//${address} ${url.port} ${serverName}`;
  for (;;) {
    const kept = connections.take(key);
    const connection = kept ?? new Connection(sending);
    try {
      await converse(connection, sending, answer);
    } catch (error) {
      // The next connection is another one, or new: this ends. A receiver knows a notification that comes twice by its id.
      if (kept !== undefined && !answer.hasBegun && isClosed(error)) continue;
      throw error;
    } finally {
      if (answer.persists && connection.socket.writableLength === 0) connections.keep(key, connection);
      else connection.socket.destroy();
    }
    return;
  }
}

/** A connection that waited may have been closed by its server just before the request. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ECONNRESET|EPIPE|ConnectionClosed)$/.test(String(error.code));

async function converse(connection: Connection, sending: Sending, answer: AnswerReader): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const attempt = (part: () => void): void => {
    try {
      part();
      if (answer.isOver) resolve();
    } catch (error) {
      reject(error);
    }
  };
  sending.deadline.tell(() => reject(new ExchangeError('Aborted')));
  connection.listen({
    data: (bytes) => attempt(() => answer.read(bytes)),
    closed: (error) => (error === undefined ? attempt(() => answer.end()) : reject(error)),
  });
  connection.ready.then(() => connection.socket.write(requestOf(sending)), reject);
  await promise;
}

function requestOf({ url, headers, body }: Sending): string {
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
