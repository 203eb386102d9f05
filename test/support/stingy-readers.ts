import { dlopen, ptr } from 'bun:ffi';

const openLibrary = () =>
  dlopen('libc.so.6', {
    socket: { args: ['int', 'int', 'int'], returns: 'int' },
    setsockopt: { args: ['int', 'int', 'int', 'ptr', 'int'], returns: 'int' },
    connect: { args: ['int', 'ptr', 'int'], returns: 'int' },
    send: { args: ['int', 'ptr', 'u64', 'int'], returns: 'i64' },
    close: { args: ['int'], returns: 'int' },
  }).symbols;

/** Constants of Linux: address family, socket type, and the levels and names of the two options. */
const [AF_INET, SOCK_STREAM, SOL_SOCKET, SO_RCVBUF, IPPROTO_TCP, TCP_MAXSEG] = [2, 1, 1, 8, 6, 2];
/** The size of packets on a real network. Over loopback the system would otherwise buffer megabytes of an answer. */
const SEGMENT = new Int32Array([1_000]);
const BUFFER = new Int32Array([2_048]);

/**
 * Opens connections that send a request and never read the answer.
 * @returns a function that closes them
 */
export function openStingyReaders(port: number, count: number, request: string): Disposable {
  const address = new Uint8Array([AF_INET, 0, port >> 8, port & 0xff, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
  const bytes = Buffer.from(request);
  const C = openLibrary();
  const opened = Array.from({ length: count }, () => {
    const socket = C.socket(AF_INET, SOCK_STREAM, 0);
    C.setsockopt(socket, IPPROTO_TCP, TCP_MAXSEG, ptr(SEGMENT), SEGMENT.byteLength);
    C.setsockopt(socket, SOL_SOCKET, SO_RCVBUF, ptr(BUFFER), BUFFER.byteLength);
    if (C.connect(socket, ptr(address), address.length) !== 0)
      throw new Error('the server does not accept connections');
    C.send(socket, ptr(bytes), bytes.length, 0);
    return socket;
  });
  return { [Symbol.dispose]: () => opened.forEach((socket) => void C.close(socket)) };
}
