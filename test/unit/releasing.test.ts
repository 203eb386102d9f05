import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { makeSbom, readLock } from '../../scripts/releasing/sbom.ts';
import { refusalOfTree, versionOf } from '../../scripts/releasing/state.ts';
import { formatOf, TARGETS } from '../../scripts/releasing/targets.ts';
import { compareVersions } from '../../src/updates/index.ts';

const ROOT = resolve(import.meta.dir, '../..');
const LOCK = readFileSync(join(ROOT, 'bun.lock'), 'utf8');
const CLEAN = { version: '1.2.3', commit: 'abcdef012345', tags: ['v1.2.3'], changed: [] };

test('a release needs a clean tree and the tag of its version', () => {
  expect(refusalOfTree(CLEAN, false)).toBeUndefined();
  expect(refusalOfTree({ ...CLEAN, tags: ['other', 'v1.2.3'] }, false)).toBeUndefined();
  expect(refusalOfTree({ ...CLEAN, changed: ['src/a.ts'] }, false)).toContain('src/a.ts');
  expect(refusalOfTree({ ...CLEAN, tags: [] }, false)).toContain('git tag v1.2.3');
  expect(refusalOfTree({ ...CLEAN, tags: ['v1.2.4', '1.2.3'] }, false)).toContain('has the tag v1.2.4, 1.2.3');
  const trial = { ...CLEAN, tags: [], changed: ['x'] };
  expect(refusalOfTree(trial, true)).toBeUndefined();
  expect(versionOf(CLEAN, false)).toBe('1.2.3');
  expect(versionOf(trial, true)).toBe('1.2.3-snapshot.abcdef012345');
  expect(compareVersions(versionOf(trial, true), versionOf(CLEAN, false))).toBeLessThan(0);
});

test('each release target has its own name and a recorded checksum', () => {
  // The checksums in scripts/releasing/targets.ts belong to this version: update them with it (`npm view PACKAGE
  // dist.integrity`).
  expect(manifest.packageManager).toBe('bun@1.4.5');
  expect(new Set(TARGETS.map(({ name }) => name)).size).toBe(TARGETS.length);
  for (const { integrity } of TARGETS) expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});

test('an executable’s operating system is recognized from its header', () => {
  const bytes = (...parts: readonly (readonly [at: number, hex: string])[]): Buffer => {
    const buffer = Buffer.alloc(8192);
    for (const [at, hex] of parts) buffer.write(hex, at, 'hex');
    return buffer;
  };
  const loader = Buffer.from('/lib/ld-musl-x86_64.so.1').toString('hex');
  expect(formatOf(bytes([0, '7f454c46'], [18, '3e00']))).toBe('ELF x86-64');
  expect(formatOf(bytes([0, '7f454c46'], [18, '3e00'], [800, loader]))).toBe('ELF x86-64 musl');
  expect(formatOf(bytes([0, '7f454c46'], [18, 'b700']))).toBe('ELF aarch64');
  expect(formatOf(bytes([0, 'cffaedfe0c000001']))).toBe('Mach-O arm64');
  expect(formatOf(bytes([0, '4d5a'], [0x3c, '80000000'], [0x80, '504500006486']))).toBe('PE x86-64');
  const others = [
    bytes(),
    Buffer.alloc(3),
    bytes([0, '4d5a'], [0x3c, 'ffffffff']),
    bytes([0, '7f454c46'], [18, '0300']),
  ];
  for (const other of others) expect(formatOf(other)).toBeUndefined();
});

test('the bill of materials lists every dependency once, without test tools', () => {
  const sbom = makeSbom(LOCK, { version: '1.2.3', bun: '1.4.5' }, () => 'MIT');
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/);
  const names = sbom.components.map(({ name }) => name);
  for (const name of Object.keys(manifest.dependencies)) expect(names).toContain(name);
  // preact-iso imports this package as a peer dependency.
  expect(names).toContain('preact-render-to-string');
  // These packages make certificates in the tests, but the product also needs them for passkeys.
  const shared = new Set(['@peculiar/x509', 'reflect-metadata']);
  const testing = Object.keys(manifest.devDependencies).filter((name) => !shared.has(name));
  for (const name of testing) expect(names).not.toContain(name);
  const refs = sbom.components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { purl, version, hashes, type } of sbom.components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[a-z0-9-]+\/)?[a-z0-9._-]+@\d/);
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    if (type === 'library') expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
});

test('each component lists its dependencies by their references in the bill of materials', () => {
  const sbom = makeSbom(LOCK, { version: '1.2.3', bun: '1.4.5' }, () => undefined);
  const known = new Set(sbom.components.map((component) => component['bom-ref']));
  const [root, ...others] = sbom.dependencies;
  expect(root?.ref).toBe(sbom.metadata.component['bom-ref']);
  expect(root?.dependsOn).toHaveLength(Object.keys(manifest.dependencies).length + 1);
  for (const { ref, dependsOn } of others) for (const one of [ref, ...dependsOn]) expect(known).toContain(one);
  expect(makeSbom(LOCK, { version: '1.2.3', bun: '1.4.5' }, () => undefined)).toEqual(sbom);
});

test('peer dependencies are listed unless they are optional or contain only types', () => {
  const peers = { peerDependencies: { b: '*', typescript: '*', c: '*' }, optionalPeers: ['c'] };
  const lock = JSON.stringify({
    lockfileVersion: 2,
    workspaces: { '': { dependencies: { a: '1.0.0' } } },
    packages: {
      a: ['a@1.0.0', '', peers, 'sha512-AAAA'],
      b: ['b@1.0.0', '', {}, 'sha512-AAAA'],
      c: ['c@1.0.0', '', {}, 'sha512-AAAA'],
      typescript: ['typescript@1.0.0', '', {}, 'sha512-AAAA'],
    },
  });
  const sbom = makeSbom(lock, { version: '1.0.0', bun: '1.4.5' }, () => undefined);
  expect(sbom.components.map(({ name }) => name)).toEqual(['bun', 'a', 'b']);
});

test('a package in two versions is resolved as Node resolves it', () => {
  const lock = JSON.stringify({
    lockfileVersion: 2,
    workspaces: { '': { dependencies: { a: '1.0.0', '@s/b': '1.0.0' } } },
    packages: {
      a: ['a@1.0.0', '', { dependencies: { '@s/b': '2.0.0' } }, 'sha512-AAAA'],
      '@s/b': ['@s/b@1.0.0', '', { dependencies: { c: '1.0.0' } }, 'sha512-AAAA'],
      'a/@s/b': ['@s/b@2.0.0', '', { dependencies: { c: '1.0.0' } }, 'sha512-AAAA'],
      'a/@s/b/c': ['c@2.0.0', '', {}, 'sha512-AAAA'],
      c: ['c@1.0.0', '', {}, 'sha512-AAAA'],
      dev: ['dev@1.0.0', '', {}, 'sha512-AAAA'],
    },
  });
  const { dependencies } = makeSbom(lock, { version: '1.0.0', bun: '1.4.5' }, () => undefined);
  const edges = Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref.replace('pkg:npm/', ''), dependsOn]));
  expect(edges['a@1.0.0']).toEqual(['pkg:npm/%40s/b@2.0.0']);
  expect(edges['%40s/b@2.0.0']).toEqual(['pkg:npm/c@2.0.0']);
  expect(edges['%40s/b@1.0.0']).toEqual(['pkg:npm/c@1.0.0']);
  expect(Object.keys(edges)).not.toContain('dev@1.0.0');
  expect(() => readLock('{"lockfileVersion":1}')).toThrow('not of version 2');
});
