import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ObjectStore, openObjectStore } from '../../src/base/index.ts';
import { tempDir } from '../support/store.ts';

/** A server that takes every request and answers none; of an object it sends the first bytes and no more. */
function openSilent() {
  const never = Promise.withResolvers<Response>();
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch({ method, url }) {
      if (method !== 'GET' || !url.endsWith('/half.db')) return never.promise;
      const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(10)) });
      return new Response(body, { headers: { 'content-length': '1000' } });
    },
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const settings = { endpoint, region: 'us-east-1', sessionToken: undefined };
  return {
    endpoint,
    store: openObjectStore(
      'shop',
      { ...settings, accessKeyId: 'a', secretAccessKey: 'b' },
      { answerMs: 100, partMs: 200 },
    ),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

async function readAll(store: ObjectStore, key: string): Promise<void> {
  for await (const _ of store.read(key));
}

test('a server that takes requests and never answers holds up nobody: that it did not answer in time is said', async () => {
  await using silent = openSilent();
  using folder = tempDir();
  const { store } = silent;
  const file = join(folder.path, 'small.db');
  writeFileSync(file, 'x'.repeat(5_000));
  const asked: (() => Promise<unknown>)[] = [
    () => store.list('x'),
    () => store.remove('x'),
    () => readAll(store, 'x'),
    () => readAll(store, 'half.db'),
    () => store.upload(file, 'x'),
  ];
  for (const ask of asked) await expect(ask()).rejects.toThrow('the server did not answer in time');
});

test('a user and password in the address of a bucket are told nobody', async () => {
  await using silent = openSilent();
  const endpoint = silent.endpoint.replace('http://', 'http://shop:hunter2@');
  const settings = { endpoint, region: 'us-east-1', sessionToken: undefined, accessKeyId: 'a', secretAccessKey: 'b' };
  const answer = openObjectStore('shop', settings, { answerMs: 50, partMs: 50 }).list('x');
  await expect(answer).rejects.toThrow(`s3://shop at ${silent.endpoint}: `);
});
