import { expect, test } from 'bun:test';
import { parsePublicKey, parseSignature, refusalOfSignature } from '../../src/updates/minisign.ts';
import { verifyFile } from '../../src/updates/verify-file.ts';
import { newSigner } from '../support/minisign.ts';

/**
 * Made with minisign 0.11: `minisign -G -W`, `minisign -S -m vector -t 'docket 0.1.0 linux-x64'`, the same with `-l`.
 */
const KEY = 'RWST9HCVAHQUA7ErIhXWXAf1w6prBwi/eY5Dn9xEruhTZswo4vlFdTcH';
const FILE = new TextEncoder().encode('docket\n');
const SIGNATURE = `untrusted comment: signature from minisign secret key
RUST9HCVAHQUA4UW7OdUyuk+NfeiZDhn14d6Eguyr1BbLWd0Oaw18o50GpOgGppEZAoe7yLMgmlgkxJfJNp6VyIbHnd2dRunhQM=
trusted comment: docket 0.1.0 linux-x64
LGEe8dfMpS9AdrquMUmMV77W04mz67a3E8k2nXl/67YezNgco9HxyhpZT7XLTNKyNqaAJQs4e8DjWpPL9Gu5AA==
`;
const OLD_FORM = `untrusted comment: signature from minisign secret key
RWST9HCVAHQUA/vteiZbCki8MDrDzwWeEf+wdCAzdBProjsn0+4HNkCQ+ZIMmxNToMa1g6xAVUiB4G0mxq0ol1R/eNq419jcgwY=
trusted comment: old form
boYKR/OH4leOf7VGrhumZ44EiH4jxVhBCBwtLgHXPsV3NeuQ/TRVSZoqh3kAVp3jVFEzGjqpNZnWsP8vL4EpBQ==
`;
const judge = (file: Uint8Array, text: string, key = KEY): string | undefined =>
  refusalOfSignature(file, parseSignature(text), parsePublicKey(key));

test('a signature made by minisign is accepted together with its comment', () => {
  expect(judge(FILE, SIGNATURE)).toBeUndefined();
  expect(judge(FILE, SIGNATURE.replaceAll('\n', '\r\n'))).toBeUndefined();
  expect(parseSignature(SIGNATURE)).toMatchObject({
    keyId: '0314740095 70F493'.replace(' ', ''),
    trustedComment: 'docket 0.1.0 linux-x64',
  });
  expect(parsePublicKey(`untrusted comment: minisign public key\n${KEY}\n`).keyId).toBe('031474009570F493');
});

test('a signed file with a byte added, removed or changed is refused', () => {
  const changed = Uint8Array.from(FILE, (byte, at) => (at === 0 ? byte ^ 1 : byte));
  for (const file of [changed, FILE.subarray(1), new Uint8Array([...FILE, 0]), new Uint8Array()]) {
    expect(judge(file, SIGNATURE)).toContain('not of this file');
  }
});

test('a changed trusted comment is refused, but the untrusted comment may change', () => {
  expect(judge(FILE, SIGNATURE.replace('0.1.0', '9.9.9'))).toContain('comment');
  expect(judge(FILE, SIGNATURE.replace('from minisign secret key', 'of whoever'))).toBeUndefined();
});

test('a signature by another key is refused, even if it claims the right key’s id', () => {
  const other = newSigner();
  expect(judge(FILE, other.sign(FILE, 'x'))).toContain('is signed with the key');
  const forged = Buffer.from(other.sign(FILE, 'x').split('\n')[1] ?? '', 'base64');
  Buffer.from(KEY, 'base64').copy(forged, 2, 2, 10);
  const text = other.sign(FILE, 'x').split('\n').with(1, forged.toString('base64')).join('\n');
  expect(judge(FILE, text)).toContain('not of this file');
  expect(judge(FILE, other.sign(FILE, 'x'), other.publicKey)).toBeUndefined();
});

test('a signature in the old format, or any other text, is refused with a reason', () => {
  expect(() => parseSignature(OLD_FORM)).toThrow('old form');
  const lines = SIGNATURE.split('\n');
  for (const text of [
    '',
    'x',
    lines.slice(0, 2).join('\n'),
    `${SIGNATURE}more\n`,
    SIGNATURE.replace('trusted', ''),
    'a'.repeat(20_000),
  ]) {
    expect(() => parseSignature(text)).toThrow('no signature of minisign');
  }
  for (const line of ['', 'RUST', `${lines[1]}AAAA`, '*'.repeat(100)]) {
    expect(() => parseSignature(lines.with(1, line).join('\n'))).toThrow('damaged');
    expect(() => parseSignature(lines.with(3, line).join('\n'))).toThrow('damaged');
  }
  for (const key of ['', 'x', KEY.slice(1), `${KEY}AA`, OLD_FORM])
    expect(() => parsePublicKey(key)).toThrow('no public key');
});

const SHA256 = 'a00a5ab5c3d4dd3ac4fd4c1d7ba3d8d7be4b8cfa7ef0ab1a6ba2ad1e5d7e6b2f';

test('a file needs a signature if a public key is known; otherwise the caller must give its SHA-256', () => {
  const nothing = { key: '', signature: undefined, pinned: undefined, sums: undefined };
  const own = verifyFile('f', FILE, { ...nothing, key: KEY, signature: SIGNATURE }).sha256;
  expect(() => verifyFile('f', FILE, { ...nothing, key: KEY, pinned: own })).toThrow('there is no signature');
  expect(() => verifyFile('f', FILE, { ...nothing, key: KEY, signature: SIGNATURE, pinned: SHA256 })).toThrow(
    'not the one given',
  );
  expect(() => verifyFile('f', FILE, { ...nothing, signature: SIGNATURE })).toThrow('--sha256');
  expect(() => verifyFile('f', FILE, { ...nothing, pinned: 'abc' })).toThrow('64 hexadecimal');
  expect(verifyFile('f', FILE, { ...nothing, pinned: own.toUpperCase() })).toEqual({
    sha256: own,
    trustedComment: undefined,
  });
});

test('a signed file that contradicts SHA256SUMS is refused', () => {
  const credentials = { key: KEY, signature: SIGNATURE, pinned: undefined };
  const { sha256 } = verifyFile('f', FILE, { ...credentials, sums: undefined });
  expect(verifyFile('f', FILE, { ...credentials, sums: `${SHA256}  other\n${sha256} *f\n` }).sha256).toBe(sha256);
  expect(() => verifyFile('f', FILE, { ...credentials, sums: `${SHA256}  f\n` })).toThrow('SHA256SUMS beside it says');
});
