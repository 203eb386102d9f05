import { connect, type Socket } from 'node:net';

export const MIB = 1_048_576;

interface RawWish {
  readonly path: string;
  /** A person's session. */
  readonly cookie?: string;
  readonly key?: string;
  readonly type: string;
  /** The announced length of the body in bytes; undefined to send it in chunks. */
  readonly announced: number | undefined;
  /** The number of bytes that are sent before the upload stalls. */
  readonly sent: number;
}

/**
 * An upload over a socket, which a test can stall. Resolves once all bytes have been sent, or the server has answered
 * or closed.
 */
export async function rawUpload(url: string, wish: RawWish) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  let closed = false;
  const over = Promise.withResolvers<void>();
  socket.on('data', (data) => {
    text += data.toString('latin1');
    over.resolve();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    over.resolve();
  });
  const head = [
    `POST ${wish.path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Sec-Fetch-Site: same-origin',
    ...(wish.cookie === undefined ? [] : [`Cookie: ${wish.cookie}`]),
    ...(wish.key === undefined ? [] : [`Authorization: Bearer ${wish.key}`]),
    `Content-Type: ${wish.type}`,
    wish.announced === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${wish.announced}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await Promise.race([over.promise, sendAll(socket, wish)]);
  return {
    answered: () => text,
    /** The status of the answer; undefined before there is one. */
    status: () => (text === '' ? undefined : Number(text.split(' ')[1])),
    isClosed: () => closed,
    send: (bytes: number) => void socket.write(Buffer.alloc(bytes, 'a')),
    leave: () => void socket.destroy(),
  };
}

export type RawUpload = Awaited<ReturnType<typeof rawUpload>>;

const PART = Buffer.alloc(65_536, 'a');

async function sendAll(socket: Socket, { sent, announced }: RawWish): Promise<void> {
  for (let left = sent; left > 0 && socket.writable; left -= PART.length) {
    const bytes = left < PART.length ? PART.subarray(0, left) : PART;
    const part = announced === undefined ? inChunks(bytes, PART.length) : bytes;
    await new Promise<void>((resolve) => socket.write(part, () => resolve()));
  }
}

export function inChunks(bytes: Buffer, size: number): Buffer {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => {
    const chunk = bytes.subarray(at * size, (at + 1) * size);
    return `${chunk.length.toString(16)}\r\n${chunk.toString('latin1')}\r\n`;
  });
  return Buffer.from(chunks.join(''), 'latin1');
}
