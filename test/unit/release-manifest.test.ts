import { expect, test } from 'bun:test';
import { compareVersions, parseManifest } from '../../src/updates/index.ts';

test('versions are compared by their numbers, and a pre-release is older than its release', () => {
  const rising = [
    '0.1.0-alpha',
    '0.1.0-alpha.2',
    '0.1.0-alpha.10',
    '0.1.0',
    '0.1.1',
    '0.2.0',
    '0.10.0',
    '1.0.0-rc.1',
    '1.0.0',
  ];
  for (const [at, a] of rising.entries()) {
    for (const [other, b] of rising.entries()) expect(Math.sign(compareVersions(a, b))).toBe(Math.sign(at - other));
  }
  expect(() => compareVersions('1.0', '1.0.0')).toThrow('1.0 is no version');
});

const FILE = { name: 'docket-1.0.0-linux-x64', target: 'linux-x64', sha256: 'a'.repeat(64) };
const MANIFEST = { product: 'docket', version: '1.0.0', commit: 'abc', schemaVersion: 9, files: [FILE] };

test('a release manifest is parsed, and any other text is refused', () => {
  expect(parseManifest(JSON.stringify({ ...MANIFEST, later: true }))).toMatchObject({
    version: '1.0.0',
    files: [FILE],
  });
  const broken = [
    { ...MANIFEST, product: 'other' },
    { ...MANIFEST, version: 'latest' },
    { ...MANIFEST, commit: 'abc\nSHA-256: forged' },
    { ...MANIFEST, schemaVersion: '9' },
    { ...MANIFEST, files: {} },
    { ...MANIFEST, files: [{ ...FILE, name: '../../bin/sh' }] },
    { ...MANIFEST, files: [{ ...FILE, name: 'a\u001b[31m' }] },
    { ...MANIFEST, files: [FILE, { ...FILE, sha256: 'short' }] },
    null,
    [],
  ];
  for (const value of broken) expect(parseManifest(JSON.stringify(value))).toBeUndefined();
  expect(parseManifest('{')).toBeUndefined();
});
