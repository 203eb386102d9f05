import { connect as connectPlain, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect, type TLSSocket } from 'node:tls';
import { ExchangeError } from './answer-reader.ts';
import type { RunPart } from './handshakes.ts';

/**
 * The limit on bytes before the handshake is finished. Certificates usually take 3 to 8 KB. With name constraints, the
 * time to verify them grows with the square of their size: 99 KB took 1.1 s.
 */
const HANDSHAKE_BYTES = 24 * 1024;
/**
 * The limit on bytes that bring no data, after the handshake or after an answer. Session tickets take some hundred
 * bytes.
 */
const SPARE_BYTES = 32 * 1024;
/** The bytes that are decrypted in one turn of the event loop. If all of them are session tickets, this takes 3 ms. */
const BYTES_A_TURN = 16 * 1024;

export interface TlsDestination {
  /** The exact address that was checked. */
  readonly address: string;
  readonly port: number;
  /** The name that the certificate must have; undefined if the URL has an IP address. */
  readonly serverName: string | undefined;
  /** The PEM certificates to trust instead of the system's. */
  readonly ca: string | undefined;
}

/**
 * Passes on the encrypted bytes of a connection, in small parts and up to a limit. Otherwise a server could send session
 * tickets without end after the handshake (RFC 8446, section 4.6.1). Tickets are not data, so nobody would count them.
 * Decrypting 512 KB of them occupies the thread for a tenth of a second.
 */
class Meter extends Duplex {
  readonly #socket: Socket;
  readonly #run: RunPart;
  #isSecure = false;
  #isOver = false;
  #left = HANDSHAKE_BYTES;
  #waiting: Buffer | undefined;

  constructor(socket: Socket, run: RunPart) {
    super();
    this.#socket = socket;
    this.#run = run;
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.once('end', () => this.#finish());
    socket.once('error', (error) => this.destroy(error));
    socket.once('close', () => this.#finish());
  }

  /** Allows the server this many more bytes. */
  allow(bytes: number): void {
    this.#left += bytes;
  }

  /** Allows the server only the spare bytes from now on. */
  restart(): void {
    this.#left = SPARE_BYTES;
    this.#isSecure = true;
  }

  /** Ends the stream when all bytes are passed on, because the server may close right after its answer. */
  #finish(): void {
    this.#isOver = true;
    if (this.#waiting === undefined && !this.readableEnded) this.push(null);
  }

  #take(bytes: Buffer): void {
    this.#waiting = this.#waiting === undefined ? bytes : Buffer.concat([this.#waiting, bytes]);
    if (this.#waiting.length > BYTES_A_TURN) this.#socket.pause();
    if (this.#waiting !== bytes) return;
    if (this.#isSecure) this.#pass();
    else this.#run(() => this.#pass());
  }

  #pass(): void {
    const bytes = this.#waiting;
    if (bytes === undefined || this.destroyed) return;
    const part = bytes.subarray(0, BYTES_A_TURN);
    this.#left -= part.length;
    if (this.#left < 0) {
      this.destroy(new ExchangeError(this.#isSecure ? 'ResponseTooLong' : 'HandshakeTooLong'));
      return;
    }
    this.push(part);
    if (part.length < bytes.length) {
      this.#waiting = bytes.subarray(part.length);
      setImmediate(() => this.#pass());
    } else {
      this.#waiting = undefined;
      if (this.#isOver) this.push(null);
      else this.#socket.resume();
    }
  }

  override _read(): void {
    // Nothing to do: the parts are small and bounded, and TLS takes each at once.
  }

  override _write(bytes: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(bytes, done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}

export interface MeteredTls {
  readonly socket: TLSSocket;
  /** Begins to count the bytes of the next answer. */
  restart(): void;
}

/**
 * Connects by TLS. The server may send two encrypted bytes for each byte of data, and SPARE_BYTES more. If it sends
 * more than that, the connection fails.
 */
export function connectByTls({ address, port, serverName, ca }: TlsDestination, run: RunPart): MeteredTls {
  const plain = connectPlain({ host: address, port });
  // Switches off Nagle's algorithm. Otherwise the end of a body would wait until its earlier packets were
  // acknowledged.
  plain.setNoDelay(true);
  const meter = new Meter(plain, run);
  const socket = connect({
    socket: meter,
    // Without a server name, the certificate is compared with `host`; without `host`, with localhost.
    host: address,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(serverName !== undefined && { servername: serverName }),
    ...(ca !== undefined && { ca }),
  });
  socket.once('secureConnect', () => meter.restart());
  socket.on('data', (bytes: Buffer) => meter.allow(2 * bytes.length));
  return { socket, restart: () => meter.restart() };
}
