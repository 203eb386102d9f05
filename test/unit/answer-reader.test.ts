import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { AnswerReader } from '../../src/base/net/answer-reader.ts';

const failureOf = (act: () => void): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
};

function readIn(pieces: readonly Buffer[], closes = false) {
  const reader = new AnswerReader(100_000);
  const failure = failureOf(() => {
    for (const piece of pieces) reader.read(piece);
    if (closes) reader.end();
  });
  const { status, isOver, persists } = reader;
  return { failure, status, isOver, persists, body: Buffer.from(reader.body).toString('latin1') };
}

const read = (text: string, closes = false) => readIn([Buffer.from(text, 'latin1')], closes);

function cut(text: string, at: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text, 'latin1');
  const places = [0, ...at.map((place) => place % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
}

const bodies = fc.array(fc.string({ maxLength: 40 }), { maxLength: 6 });
const early = fc.array(fc.constantFrom('100 Continue', '102 Processing', '103 Early Hints'), { maxLength: 3 });
const heads = fc.record({
  early,
  status: fc.integer({ min: 200, max: 599 }).filter((status) => status !== 204 && status !== 304),
  framing: fc.constantFrom('length', 'chunks', 'end'),
  extension: fc.constantFrom('', ';x=y', ' ;a="b"'),
  trailers: fc.constantFrom('', 'X-Sum: 1\r\n'),
});

function answerOf(
  { early, status, framing, extension, trailers }: typeof heads extends fc.Arbitrary<infer T> ? T : never,
  parts: readonly string[],
): string {
  const before = early.map((line) => `HTTP/1.1 ${line}\r\nLink: </a>\r\n\r\n`).join('');
  const head = `${before}HTTP/1.1 ${status} Any words\r\nX-Odd:\t\xe9 value \r\n`;
  const latin = parts.map((part) => Buffer.from(part).toString('latin1')).filter((part) => part !== '');
  if (framing === 'length') return `${head}content-LENGTH: ${latin.join('').length} \r\n\r\n${latin.join('')}`;
  if (framing === 'end') return `${head}\r\n${latin.join('')}`;
  const chunks = latin.map((part) => `${part.length.toString(16).toUpperCase()}${extension}\r\n${part}\r\n`);
  return `${head}Transfer-Encoding: Chunked\r\n\r\n${chunks.join('')}0${extension}\r\n${trailers}\r\n`;
}

test('an answer is read in the same way, however it is cut into packets', () => {
  fc.assert(
    fc.property(heads, bodies, fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 }), (head, parts, places) => {
      const toTheEnd = head.framing === 'end';
      expect(readIn(cut(answerOf(head, parts), places), toTheEnd)).toEqual({
        failure: null,
        status: head.status,
        isOver: true,
        persists: !toTheEnd,
        body: parts.map((part) => Buffer.from(part).toString('latin1')).join(''),
      });
    }),
    { numRuns: 500 },
  );
});

test('the reader turns any bytes, however they are split, into an answer or one of its own errors', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('HTTP/1.1 200 OK\r\n', '\r\n', 'Transfer-Encoding: chunked\r\n', '5\r\n', '0\r\n', '\n'),
      fc.string(),
    ),
  );
  fc.assert(
    fc.property(pieces, (texts) => {
      const { failure, isOver } = readIn(
        texts.map((text) => Buffer.from(text)),
        true,
      );
      expect(failure ?? 'none').toBeOneOf([
        'none',
        'BadAnswer',
        'UpgradeUnasked',
        'ResponseTooLong',
        'ConnectionClosed',
      ]);
      if (failure === null) expect(isOver).toBe(true);
    }),
    { numRuns: 500 },
  );
});

const OK = 'HTTP/1.1 200 OK\r\n';

test.each([
  ['words of another protocol', 'SSH-2.0-OpenSSH\r\n'],
  ['another version of the protocol', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n'],
  ['a bare carriage return in a head', `${OK}X-A: b\rc\r\n\r\n`],
  ['a null in a head', `${OK}X-A: \0\r\n\r\n`],
  ['a folded field', `${OK}X-A: b\r\n c\r\n\r\n`],
  ['a blank before the colon', `${OK}Content-Length : 2\r\n\r\nok`],
  ['a length twice', `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
  ['a negative length', `${OK}Content-Length: -2\r\n\r\nok`],
  ['two lengths in one field', `${OK}Content-Length: 2, 2\r\n\r\nok`],
  ['a length of sixteen digits', `${OK}Content-Length: 9999999999999999\r\n\r\n`],
  ['a length beside chunks', `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk of nine digits', `${OK}Transfer-Encoding: chunked\r\n\r\n000000001\r\n`],
  ['a chunk that is longer than it says', `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n`],
])('%s is not an HTTP answer', (_what, text) => {
  expect(read(text)).toMatchObject({ failure: 'BadAnswer', isOver: false, persists: false });
});

test.each([
  ['the server says that it closes', `${OK}Connection: keep-alive, Close\r\nContent-Length: 0\r\n\r\n`],
  ['it speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['something follows the answer', `${OK}Content-Length: 0\r\n\r\nHTTP`],
  ['the body was broken off', `${OK}Content-Length: 70000\r\n\r\n${'x'.repeat(65_536)}`],
])('a connection is not reused if %s', (_what, text) => {
  expect(read(text)).toMatchObject({ failure: null, isOver: true, persists: false });
});

test.each(['Content-Length', 'Transfer-Encoding'])('a header %s with many spaces is scanned only once', (field) => {
  // A scan that starts again at each space would take half a minute. The reader runs in its own process, so that the
  // test can end it.
  const reads = `import { AnswerReader } from '${Bun.resolveSync('../../src/base/net/answer-reader.ts', import.meta.dir)}';
    const head = 'HTTP/1.1 200 OK\\r\\n${field}: x' + ' '.repeat(120_000) + 'y\\r\\n\\r\\n';
    try { new AnswerReader(1_024).read(Buffer.from(head)); } catch {}`;
  const { exitCode } = Bun.spawnSync([process.execPath, '-e', reads], { timeout: 10_000 });
  expect(exitCode).toBe(0);
});

const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;

test('a reader stops after 256 chunks of a body without waiting for the rest', () => {
  const body = 'a'.repeat(256);
  const text = `${CHUNKED}${'1\r\na\r\n'.repeat(20_000)}`;
  expect(read(text)).toEqual({ failure: null, status: 200, isOver: true, persists: false, body });
});

test('an answer of 256 chunks is read completely', () => {
  const text = `${CHUNKED}${'1\r\na\r\n'.repeat(256)}0\r\n\r\n`;
  expect(read(text)).toEqual({ failure: null, status: 200, isOver: true, persists: true, body: 'a'.repeat(256) });
});

/** Reads a thousand bytes, each in a separate piece. `isBounded` is true if the reader stops after some 256 of them. */
function dribble(start: string, byte: string) {
  const reader = new AnswerReader(1_024);
  reader.read(Buffer.from(start));
  let pieces = 0;
  const failure = failureOf(() => {
    for (; pieces < 1_000 && !reader.isOver; pieces += 1) reader.read(Buffer.from(byte));
  });
  return { failure, persists: reader.persists, isBounded: pieces > 250 && pieces < 265 };
}

test('the reader reads only part of a body that arrives byte by byte, and refuses a head that arrives byte by byte', () => {
  for (const framing of ['Content-Length: 5000\r\n\r\n', '\r\n', 'Transfer-Encoding: chunked\r\n\r\nfff\r\n']) {
    expect(dribble(`${OK}${framing}`, 'a')).toEqual({ failure: null, persists: false, isBounded: true });
  }
  for (const start of [`${OK}X-A: `, `${CHUNKED}0\r\nX-A: `]) {
    expect(dribble(start, 'a')).toEqual({ failure: 'ResponseTooLong', persists: false, isBounded: true });
  }
});

test('the reader keeps no more of a body than was requested', () => {
  const reader = new AnswerReader(10);
  reader.read(Buffer.from(`${OK}Content-Length: 40\r\n\r\n${'ab'.repeat(4)}`));
  expect(Buffer.from(reader.body).toString()).toBe('abababab');
  for (let left = 16; left > 0; left -= 1) reader.read(Buffer.from('cd'));
  expect([Buffer.from(reader.body).toString(), reader.isOver, reader.persists]).toEqual(['ababababcd', true, true]);
});

test('a complete answer is accepted when its connection ends, and an incomplete one is refused', () => {
  expect(read(`${OK}Content-Length: 0\r\n\r\n`, true)).toMatchObject({ failure: null, persists: true });
  expect(read(`${OK}Content-Length: 3\r\n\r\nab`, true)).toMatchObject({ failure: 'ConnectionClosed', body: 'ab' });
});
