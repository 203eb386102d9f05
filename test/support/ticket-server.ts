/**
 * A TLS 1.3 server that sends session tickets without end after the handshake (RFC 8446). The servers of Bun and Node
 * send two. Only the parts that BoringSSL's client needs are implemented: x25519, AES-128-GCM and a P-256 certificate.
 */
import {
  createCipheriv,
  createHash,
  createHmac,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto';
import type { Socket } from 'node:net';
import type { Certificate } from './certificates.ts';
import { rude } from './rude-server.ts';

const NOTHING = Buffer.alloc(0);
const ZEROS = Buffer.alloc(32);
const RECORD = { handshake: 22, data: 23 } as const;
const MESSAGE = { serverHello: 2, ticket: 4, extensions: 8, certificate: 11, verify: 15, finished: 20 } as const;
/** The largest content of a record (section 5.1). */
const RECORD_BYTES = 16_384;
const AES_128_GCM = 0x1301;
const X25519 = 29;
const X25519_HEAD = Buffer.from('302a300506032b656e032100', 'hex');

const number = (value: number, bytes: number): Buffer => {
  const made = Buffer.alloc(bytes);
  made.writeUIntBE(value, 0, bytes);
  return made;
};
const sized = (bytes: number, ...parts: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(parts);
  return Buffer.concat([number(whole.length, bytes), whole]);
};
const message = (type: number, ...parts: readonly Buffer[]) => Buffer.concat([number(type, 1), sized(3, ...parts)]);
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const mac = (key: Buffer, bytes: Buffer): Buffer => createHmac('sha256', key).update(bytes).digest();

/** HKDF-Expand-Label (section 7.1), for up to 32 bytes. */
function expand(secret: Buffer, label: string, context: Buffer, bytes: number): Buffer {
  const info = [number(bytes, 2), sized(1, Buffer.from(`tls13 ${label}`)), sized(1, context), number(1, 1)];
  return mac(secret, Buffer.concat(info)).subarray(0, bytes);
}

/** Returns a function that encrypts the next record (section 5.2). */
function createSeal(secret: Buffer): (type: number, plain: Buffer) => Buffer {
  const key = expand(secret, 'key', NOTHING, 16);
  const iv = expand(secret, 'iv', NOTHING, 12);
  let sent = 0;
  return (type, plain) => {
    const nonce = Buffer.from(iv);
    const counted = number(sent, 6);
    for (let at = 0; at < 6; at += 1) nonce.writeUInt8(nonce.readUInt8(6 + at) ^ counted.readUInt8(at), 6 + at);
    sent += 1;
    const head = Buffer.concat([number(RECORD.data, 1), number(0x303, 2), number(plain.length + 17, 2)]);
    const cipher = createCipheriv('aes-128-gcm', key, nonce);
    cipher.setAAD(head);
    const body = [cipher.update(plain), cipher.update(number(type, 1)), cipher.final()];
    return Buffer.concat([head, ...body, cipher.getAuthTag()]);
  };
}

/** Reads the session id and the x25519 key of a client's first message. */
function readHello(hello: Buffer): { session: Buffer; key: Buffer } {
  let at = 4 + 2 + 32;
  const take = (lengthBytes: number): Buffer => {
    const from = at + lengthBytes;
    at = from + hello.readUIntBE(at, lengthBytes);
    return hello.subarray(from, at);
  };
  const session = take(1);
  take(2);
  take(1);
  const share = Buffer.concat([number(X25519, 2), number(32, 2)]);
  const key = hello.subarray(hello.indexOf(share, at) + share.length).subarray(0, 32);
  return { session, key };
}

/** Returns the first messages of the server, and the seal for everything after them. */
function answerHello(hello: Buffer, { key, cert }: Certificate, copies: number) {
  const { session, key: theirs } = readHello(hello);
  const pair = generateKeyPairSync('x25519');
  const spki = Buffer.concat([X25519_HEAD, theirs]);
  const peer = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey: pair.privateKey, publicKey: peer });
  const own = pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const version = [number(43, 2), sized(2, number(0x304, 2))];
  const share = [number(51, 2), sized(2, number(X25519, 2), sized(2, own))];
  const begun = [number(0x303, 2), randomBytes(32), sized(1, session), number(AES_128_GCM, 2), number(0, 1)];
  const serverHello = message(MESSAGE.serverHello, ...begun, sized(2, ...version, ...share));
  let said = Buffer.concat([hello, serverHello]);
  const early = mac(ZEROS, ZEROS);
  const handshake = mac(expand(early, 'derived', hash(NOTHING), 32), shared);
  const secret = expand(handshake, 's hs traffic', hash(said), 32);
  const say = (type: number, ...parts: readonly Buffer[]): Buffer => {
    const made = message(type, ...parts);
    said = Buffer.concat([said, made]);
    return made;
  };
  const chain = Array.from({ length: copies }, () =>
    Buffer.concat([sized(3, new X509Certificate(cert).raw), sized(2)]),
  );
  const flight = [say(MESSAGE.extensions, sized(2)), say(MESSAGE.certificate, sized(1), sized(3, ...chain))];
  const signed = Buffer.concat([Buffer.alloc(64, 32), Buffer.from('TLS 1.3, server CertificateVerify\0'), hash(said)]);
  flight.push(say(MESSAGE.verify, number(0x0403, 2), sized(2, sign('sha256', signed, key))));
  flight.push(say(MESSAGE.finished, mac(expand(secret, 'finished', NOTHING, 32), hash(said))));
  const main = mac(expand(handshake, 'derived', hash(NOTHING), 32), ZEROS);
  const plain = Buffer.concat([number(RECORD.handshake, 1), number(0x303, 2), sized(2, serverHello)]);
  return {
    first: Buffer.concat([plain, ...inRecords(createSeal(secret), Buffer.concat(flight))]),
    seal: createSeal(expand(main, 's ap traffic', hash(said), 32)),
  };
}

function inRecords(seal: ReturnType<typeof createSeal>, bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
    records.push(seal(RECORD.handshake, bytes.subarray(at, at + RECORD_BYTES)));
  }
  return records;
}

const TICKET = message(MESSAGE.ticket, number(3_600, 4), number(1, 4), sized(1), sized(2, Buffer.from('7')), sized(2));
const TICKETS = Buffer.concat(Array.from({ length: 800 }, () => TICKET));

/**
 * Starts the server on a free port of 127.0.0.1. `sent` counts the bytes of closed connections.
 * @param copies the number of copies of the certificate in the chain, to make the handshake long
 */
export const serveTickets = (certificate: Certificate, copies = 1) =>
  rude((socket) => flood(socket, certificate, copies), true);

function flood(socket: Socket, certificate: Certificate, copies: number): void {
  let seal: ReturnType<typeof createSeal> | undefined;
  const send = (): void => {
    if (seal === undefined || socket.destroyed) return;
    // `setImmediate` lets the event loop run between two writes, so the client can close the connection.
    if (socket.write(seal(RECORD.handshake, TICKETS))) setImmediate(send);
  };
  socket.on('drain', send);
  socket.on('data', (bytes: Buffer) => {
    // The first message is one record. The client's other messages are not needed.
    if (seal !== undefined) return;
    const made = answerHello(bytes.subarray(5), certificate, copies);
    socket.write(made.first);
    seal = made.seal;
    send();
  });
}
