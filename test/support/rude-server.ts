import { type AddressInfo, createServer, type Socket } from 'node:net';

export type Act = (socket: Socket) => void;

/**
 * Starts a raw server that calls `act` for each connection: immediately if `atOnce`, otherwise when the first data
 * arrives.
 */
export async function rude(act: Act, atOnce = false) {
  const sockets = new Set<Socket>();
  let connections = 0;
  let sent = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sent += socket.bytesWritten;
      sockets.delete(socket);
    });
    if (atOnce) act(socket);
    else socket.once('data', () => act(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    connections: () => connections,
    open: () => sockets.size,
    /** Bytes that the server sent. A connection counts only after it closes. */
    sent: () => sent,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
