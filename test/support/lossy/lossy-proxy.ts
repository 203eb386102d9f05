import { createServer, type ServerResponse } from 'node:http';

const CUT_BYTES = 11;

/**
 * Passes each request on, and discards every second answer: the server has done the work, but the client does not learn
 * of it. Half of the discarded answers end without a byte, the others in the middle of the body.
 */
export async function startLossyProxy(target: string) {
  let [asked, dropped] = [0, 0];
  const drop = (response: ServerResponse, status: number, headers: Headers, body: Uint8Array): void => {
    dropped += 1;
    if (dropped % 2 === 0) {
      response.writeHead(status, { ...Object.fromEntries(headers), 'content-length': body.length });
      response.write(body.subarray(0, CUT_BYTES), () => response.socket?.destroy());
    } else response.socket?.destroy();
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      asked += 1;
      const isLost = asked % 2 === 1;
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const init = {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        body: Buffer.concat(parts),
      };
      const answer = await fetch(`${target}${request.url}`, init);
      const body = await answer.bytes();
      if (isLost) drop(response, answer.status, answer.headers, body);
      else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(body);
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    dropped: () => dropped,
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

export type LossyProxy = Awaited<ReturnType<typeof startLossyProxy>>;
