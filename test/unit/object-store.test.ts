import { expect, test } from 'bun:test';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openS3Shelf } from '../../src/backups/s3-shelf.ts';
import { isRegion, type ObjectStore, openObjectStore } from '../../src/base/index.ts';
import { tempDir } from '../support/store.ts';
import { until } from '../support/until.ts';

/** A server that accepts every request and finishes no answer. It sends only the first bytes of an object. */
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
  for await (const _ of store.read(key, 1_000));
}

test('a request to a server that never answers ends with a time-out', async () => {
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

test('errors do not show the user or password of a bucket’s address', async () => {
  await using silent = openSilent();
  const endpoint = silent.endpoint.replace('http://', 'http://shop:hunter2@');
  const settings = { endpoint, region: 'us-east-1', sessionToken: undefined, accessKeyId: 'a', secretAccessKey: 'b' };
  const answer = openObjectStore('shop', settings, { answerMs: 50, partMs: 50 }).list('x');
  await expect(answer).rejects.toThrow(`s3://shop at ${silent.endpoint}: `);
});

function openLying(answer: (url: URL) => Response) {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: ({ url }) => answer(new URL(url)) });
  const settings = { region: 'us-east-1', sessionToken: undefined, accessKeyId: 'a', secretAccessKey: 'b' };
  const endpoint = `http://127.0.0.1:${server.port}`;
  return {
    endpoint,
    store: openObjectStore('shop', { ...settings, endpoint }),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

const page = (keys: readonly string[], next?: string, size = 1): Response => {
  const contents = keys.map((key) => `<Contents><Key>${key}</Key><Size>${size}</Size></Contents>`).join('');
  const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return new Response(
    `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${token}${contents}</ListBucketResult>`,
  );
};

test('an endless listing is limited in its pages, its objects and its bytes', async () => {
  let asked = 0;
  await using endless = openLying(() => {
    asked += 1;
    return page([], String(asked));
  });
  await expect(endless.store.list('')).rejects.toThrow(
    /s3:\/\/shop at .*: the listing does not end: at most 1000 pages/,
  );
  expect(asked).toBe(1_000);
  const many = Array.from({ length: 40_000 }, (_, at) => `key-${at}`);
  await using full = openLying(() => page(many, 'more'));
  await expect(full.store.list('')).rejects.toThrow(/the listing does not end: .* 100000 objects/);
  let pages = 0;
  await using wordy = openLying(() => {
    pages += 1;
    return page([`${'k'.repeat(7_000_000)}${pages}`], pages < 40 ? String(pages) : undefined);
  });
  await expect(wordy.store.list('')).rejects.toThrow(/the listing does not end: .* 64 MiB/);
  expect(pages).toBe(10);
  await using whole = openLying(({ searchParams }) =>
    searchParams.has('continuation-token') ? page(['b']) : page(['a'], 'next'),
  );
  expect(await whole.store.list('')).toEqual([
    { key: 'a', bytes: 1 },
    { key: 'b', bytes: 1 },
  ]);
});

test('a listing page with too many objects or an overlong element is refused', async () => {
  let answer = page([]);
  await using lying = openLying(() => answer);
  answer = new Response('<Contents>'.repeat(50_001));
  await expect(lying.store.list('')).rejects.toThrow('one answer lists more than 50000 objects');
  answer = new Response(`<Contents><Key>${'&lt;'.repeat(4_000)}</Key></Contents>`.repeat(480));
  await expect(lying.store.list('')).rejects.toThrow('too many entities');
  answer = page(['k'.repeat(1_024), '&amp;'.repeat(4_000)]);
  expect(await lying.store.list('')).toEqual([{ key: 'k'.repeat(1_024), bytes: 1 }]);
  answer = new Response(`<Error><Code>Odd</Code><Message>${'ab '.repeat(8_000)}</Message></Error>`, { status: 403 });
  await expect(lying.store.list('')).rejects.toThrow('the server answered 403 (Odd)');
});

test('an object of another length than announced is refused and read no further', async () => {
  let sent = 0;
  const chunk = new Uint8Array(65_536);
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
  await using liar = openLying(
    ({ pathname }) => new Response(pathname.endsWith('/long') ? endless() : 'x'.repeat(999)),
  );
  await expect(readAll(liar.store, 'long')).rejects.toThrow('long is longer than the 1000 bytes that were announced');
  expect(sent).toBeLessThan(500);
  await expect(readAll(liar.store, 'short')).rejects.toThrow('short has 999 bytes, and 1000 were announced');
});

test('a bucket on another machine is refused over http, unless the operator allows plain http', async () => {
  const settings = { region: 'us-east-1', sessionToken: undefined, accessKeyId: 'a', secretAccessKey: 'b' };
  const open = (endpoint: string | undefined, allowPlain = false) =>
    openObjectStore('shop', { ...settings, endpoint, allowPlain }, { answerMs: 50, partMs: 50 });
  for (const endpoint of ['http://minio:9000', 'http://user:hunter2@10.0.0.7:9000', 'http://localhost.example.com']) {
    expect(() => open(endpoint)).toThrow(/DOCKET_S3_INSECURE=true/);
    expect(() => open(endpoint)).not.toThrow(/hunter2/);
    open(endpoint, true);
  }
  for (const endpoint of ['https://minio:9000', 'http://localhost:9000', 'http://[::1]:9000', undefined])
    open(endpoint);
});

/** All requests to a bucket: a small file is sent whole and a large one in parts. */
function eachCall(store: ObjectStore, folder: string): readonly (() => Promise<unknown>)[] {
  const [small, large] = [join(folder, 'small.db'), join(folder, 'large.db')];
  writeFileSync(small, 'x'.repeat(5_000));
  writeFileSync(large, new Uint8Array(17 * 1024 * 1024));
  return [
    () => store.list('x'),
    () => store.remove('x'),
    () => readAll(store, 'x'),
    () => store.upload(small, 'x'),
    () => store.upload(large, 'x'),
  ];
}

test('an endless answer to any request is dropped at its limit, without using more memory', async () => {
  const block = new Uint8Array(1024 * 1024).fill(0x78);
  let [sent, left] = [0, 0];
  const endless = (): ReadableStream =>
    new ReadableStream({
      pull(controller) {
        sent += 1;
        if (sent > 200) controller.close();
        else controller.enqueue(block);
      },
      cancel() {
        left += 1;
      },
    });
  await using server = openLying(() => new Response(endless()));
  using folder = tempDir();
  for (const [at, ask] of eachCall(server.store, folder.path).entries()) {
    sent = 0;
    await expect(ask()).rejects.toThrow(/is longer than/);
    await until('that the server is left', () => left > at);
    expect(sent).toBeLessThan(200);
  }
});

test('an answer marked as compressed is not unpacked', async () => {
  const page = Bun.gzipSync(new Uint8Array(4 * 1024 * 1024).fill(0x78));
  const headers = { 'content-encoding': 'gzip' };
  await using server = openLying(() => new Response(page, { headers }));
  await expect(readAll(server.store, 'x')).rejects.toThrow('is longer than the 1000 bytes');
  expect(await server.store.list('x')).toEqual([]);
});

test('a bucket’s redirect is never followed', async () => {
  const asked: string[] = [];
  await using other = openLying((url) => {
    asked.push(url.pathname);
    return new Response('inside');
  });
  for (const status of [301, 302, 303, 307, 308]) {
    await using server = openLying(
      () => new Response('', { status, headers: { location: `${other.endpoint}/stolen` } }),
    );
    using folder = tempDir();
    for (const ask of eachCall(server.store, folder.path)) await expect(ask()).rejects.toThrow(`answered ${status}`);
  }
  expect(asked).toEqual([]);
});

test('a bucket’s error is shortened to one line without control characters', async () => {
  const said = '\u001b]0;owned\u0007\u001b[2Jfirst\r\nforged \u202eline\u009b1m';
  const xml = `<Error><Code>Ev\u001bil</Code><Message>${said}${'a'.repeat(10_000)}</Message></Error>`;
  await using server = openLying(() => new Response(xml, { status: 403 }));
  using folder = tempDir();
  for (const ask of eachCall(server.store, folder.path)) {
    const { message } = await ask().then(
      () => new Error('it was taken'),
      (error: unknown) => error as Error,
    );
    expect(message).toContain('first forged line');
    expect(message).not.toMatch(/\p{C}/u);
    expect(message.length).toBeLessThan(1_000);
  }
});

test('a backup larger than the disk’s free space is not downloaded', async () => {
  using folder = tempDir();
  const name = 'docket-2026-11-26T03-00-00-000Z-1a2b3c4d.db';
  const asked: string[] = [];
  await using liar = openLying(({ pathname }) => {
    asked.push(pathname);
    return page([name], undefined, 1e15);
  });
  const shelf = openS3Shelf(liar.store, 'shop', '', folder.path);
  await expect(shelf.fetch(name, join(folder.path, 'staged'))).rejects.toThrow(`${folder.path}: the disk is full`);
  expect(asked).toEqual(['/shop']);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('a listing of a bucket is requested with a valid signature, and its object keys are read unchanged', async () => {
  const asked: { url: string; headers: Headers }[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      asked.push({ url: request.url, headers: new Headers(request.headers) });
      return page(['a&amp;b/&#x416;&#33;.db']);
    },
  });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const settings = { endpoint, region: 'eu-north-1', accessKeyId: 'AKID', secretAccessKey: 'SECRET' };
  const store = openObjectStore('shop', { ...settings, sessionToken: 'session' });
  expect(await store.list("a b/(c)'*+")).toEqual([{ key: 'a&b/Ж!.db', bytes: 1 }]);
  const [request] = asked;
  expect(request?.url).toBe(`${endpoint}/shop?list-type=2&prefix=a%20b%2F%28c%29%27%2A%2B`);
  expect(request?.headers.get('authorization')).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-north-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token, Signature=[\da-f]{64}$/,
  );
  expect(request?.headers.get('x-amz-security-token')).toBe('session');
  await server.stop(true);
});

test.each([
  ['eu-central-1', true],
  ['my_region.1', true],
  ['', false],
  ['127.0.0.1:9/', false],
  ['evil.example?', false],
  ['evil.example#', false],
  ['me@evil.example', false],
  ['evil.example\\', false],
])('the region %j may be a part of a host name: %p', (region, isTaken) => {
  expect(isRegion(region)).toBe(isTaken);
});

test('a secret key or token in a bucket’s answer is hidden in errors and the log', async () => {
  const secrets = { secretAccessKey: 'wJalr/XUtnFEMI+K7', sessionToken: 'FwoGZXIvYXdzEJr//token' };
  const [key, token] = [Buffer.from(`user:${secrets.secretAccessKey}`).toString('base64'), secrets.sessionToken];
  const answer = `<Error><Code>Odd ${token}</Code><Message>${key}&#10;and ${token} are no credentials</Message></Error>`;
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(answer, { status: 400 }) });
  const endpoint = `http://127.0.0.1:${server.port}`;
  const store = openObjectStore('shop', { endpoint, region: undefined, accessKeyId: 'a', ...secrets });
  try {
    const error = await store.list('').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining('*** and *** are no credentials (Odd ***)') });
    // The log gives the cause too.
    expect(error).toMatchObject({ cause: { message: '*** and *** are no credentials' } });
  } finally {
    await server.stop(true);
  }
});
