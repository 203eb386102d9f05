import { connect as connectPlain, type Socket } from 'node:net';
import { errorCode } from '../errors/index.ts';
import { type AnswerReader, ExchangeError } from './answer-reader.ts';
import type { Deadline } from './deadline.ts';
import type { RunPart } from './handshakes.ts';
import { connectByTls } from './metered-tls.ts';

const IDLE_MS = 30_000;

interface Sending {
  readonly url: URL;
  readonly address: string;
  readonly serverName: string | undefined;
  readonly ca: string | undefined;
  /** Headers set by Docket itself, so no value contains a line break. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: Deadline;
  /** Runs the parts of a TLS handshake. */
  readonly handshake: RunPart;
}

/** Idle connections, kept apart by address, port and name of the certificate. */
export class Connections {
  readonly #idle = new Map<string, Connection[]>();

  /**
   * Takes the connection that was used last, because its server is least likely to have closed it. Undefined if no
   * connection is idle.
   */
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
  /** @param error undefined if the server has closed normally */
  closed(error: Error | undefined): void;
}

/**
 * A connection for one request at a time. Its socket gets listeners only once, because adding listeners costs as much
 * as a request.
 */
class Connection {
  readonly socket: Socket;
  /** Resolves when a request can be written; with TLS, after the certificate was verified. */
  readonly ready: Promise<void>;
  readonly #restart: () => void;
  #listener: Listener | undefined;
  #waits = false;

  constructor(sending: Sending) {
    const { socket, isReady, restart } = dial(sending);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    let failure: Error | undefined;
    this.socket = socket;
    this.ready = promise;
    this.#restart = restart;
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
    if (this.#waits) this.#restart();
    this.#waits = false;
    this.#listener = listener;
  }

  /**
   * Keeps the connection idle for its next request. If the server sends anything meanwhile, the connection is closed.
   */
  wait(closed: () => void): void {
    this.#waits = true;
    this.#listener = { data: () => this.socket.destroy(), closed };
  }
}

interface Dialled {
  readonly socket: Socket;
  readonly isReady: string;
  /** Begins to count the bytes of the next answer. */
  readonly restart: () => void;
}

function dial({ url, address, serverName, ca, handshake }: Sending): Dialled {
  if (url.protocol === 'http:') {
    const socket = connectPlain({ host: address, port: portOf(url, 80) });
    socket.setNoDelay(true);
    return { socket, isReady: 'connect', restart: () => undefined };
  }
  return { ...connectByTls({ address, port: portOf(url, 443), serverName, ca }, handshake), isReady: 'secureConnect' };
}

const portOf = (url: URL, otherwise: number): number => (url.port === '' ? otherwise : Number(url.port));

/**
 * POSTs a request and reads the answer. Sends the request again if the server had closed the idle connection. On
 * failure, `answer` has the part that had arrived.
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
      // The server had closed this idle connection. The loop tries the other idle connections, and then one new
      // connection. The request may arrive twice, but receivers recognize a repeated notification by its id.
      if (kept !== undefined && !answer.hasBegun && isClosed(error)) continue;
      throw error;
    } finally {
      if (answer.persists && connection.socket.writableLength === 0) connections.keep(key, connection);
      else connection.socket.destroy();
    }
    return;
  }
}

const isClosed = (error: unknown): boolean => /^(ECONNRESET|EPIPE|ConnectionClosed)$/.test(errorCode(error));

function converse(connection: Connection, sending: Sending, answer: AnswerReader): Promise<void> {
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
  return promise;
}

function requestOf({ url, headers, body }: Sending): string {
  let head = `POST ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
