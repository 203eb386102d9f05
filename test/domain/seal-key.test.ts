import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paperKey, readPaperKey } from '../../src/base/index.ts';
import { ensureSealRing, putSealKey, readSealKeys, sealKeyOf, sealKeyPath } from '../../src/storage/index.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';
import { subkey } from '../../src/storage/seal/ring.ts';
import { tempDir } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

const someKey = (seed: number) => sealKeyOf(seededRandom(seed).bytes(32));
const pathIn = (folder: string): string => sealKeyPath(join(folder, 'docket.db'));
const names = (path: string): string[] => readSealKeys(path).map(({ name }) => name);

test('a seal key typed from paper is read in upper or lower case, with any spaces and line breaks', () => {
  const { bytes } = someKey(1);
  const text = paperKey(bytes);
  expect(text).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}(\n([A-Z2-7]{4}-){3}[A-Z2-7]{4}){3}$/);
  const typed = [
    text,
    text.toLowerCase(),
    `\r\n  ${text.replaceAll('\n', ' \r\n\r\n').replaceAll('-', ' – ')}\n`,
    text.replaceAll(/[-\n]/g, ''),
    text.replaceAll('O', '0').replaceAll('I', '1').replaceAll('B', '8'),
  ];
  for (const one of typed) expect(readPaperKey(one)).toEqual({ key: bytes });
});

test('each letter typed wrongly, left out or added in a paper key is reported with its line', () => {
  const lines = paperKey(someKey(2).bytes).split('\n');
  const said = (changed: readonly string[]) => {
    const read = readPaperKey(changed.join('\n'));
    return 'line' in read ? [read.line, read.letters] : undefined;
  };
  let missed = 0;
  for (const [at, line] of lines.entries()) {
    const places = [...line].flatMap((letter, place) => (letter === '-' ? [] : [place]));
    for (const place of places) {
      const other = line[place] === 'A' ? 'C' : 'A';
      const changed = said(lines.with(at, line.slice(0, place) + other + line.slice(place + 1)));
      // The checksum of a line misses one typing error in 65,536. The checksum of the next line also covers that line,
      // so it finds the error.
      if (changed === undefined || changed[0] !== at + 1) missed += 1;
    }
    expect(said(lines.with(at, line.slice(1)))).toEqual([at + 1, 15]);
    expect(said(lines.with(at, `${line}A`))).toEqual([at + 1, 17]);
  }
  expect(missed).toBe(0);
  expect(said(lines.toSpliced(3, 1))).toEqual([4, 0]);
  expect(said([...lines, 'AAAA'])).toEqual([5, 4]);
  expect(said([])).toEqual([1, 0]);
  expect(said([lines[1] ?? '', lines[0] ?? '', lines[2] ?? '', lines[3] ?? ''])).toEqual([1, 16]);
  expect(said(lines.with(2, paperKey(someKey(3).bytes).split('\n')[2] ?? ''))).toEqual([3, 16]);
});

test('an installation’s seal key is created once, readable only by its owner, and reused by later processes', () => {
  using dir = tempDir();
  const path = pathIn(dir.path);
  const [first] = ensureSealRing(path);
  expect(readdirSync(dir.path)).toEqual(['seal.key']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(ensureSealRing(path)).toEqual([first]);
  expect(readPaperKey(readFileSync(path, 'utf8'))).toEqual({ key: first.bytes });
  expect(() => ensureSealRing(pathIn(join(dir.path, 'nowhere')))).toThrow(/cannot be written/);
});

test('two processes that create the seal key at the same time use the same key', async () => {
  using dir = tempDir();
  const code = `import { ensureSealRing } from './src/storage/index.ts';
    console.log(ensureSealRing(${JSON.stringify(pathIn(dir.path))})[0].name);`;
  const run = () => new Response(Bun.spawn([process.execPath, '-e', code], { stderr: 'inherit' }).stdout).text();
  const made = await Promise.all([run(), run(), run()]);
  expect(new Set(made).size).toBe(1);
  expect(made[0]).toMatch(/^[A-Z2-7]{8}\n$/);
  expect(readdirSync(dir.path)).toEqual(['seal.key']);
});

test('a new seal key replaces the current key, and every earlier key is kept', () => {
  using dir = tempDir();
  const path = pathIn(dir.path);
  const [first] = ensureSealRing(path);
  const [second, third] = [someKey(4), someKey(5)];
  putSealKey(path, second);
  putSealKey(path, third);
  expect(names(path)[0]).toBe(third.name);
  expect(new Set(names(path))).toEqual(new Set([first.name, second.name, third.name]));
  putSealKey(path, first);
  expect(names(path)[0]).toBe(first.name);
  expect(names(path)).toHaveLength(3);
  for (const name of readdirSync(dir.path)) expect(statSync(join(dir.path, name)).mode & 0o777).toBe(0o600);
});

test('a damaged key file is moved aside, and an unreadable one is never replaced', () => {
  using dir = tempDir();
  const path = pathIn(dir.path);
  const [first] = ensureSealRing(path);
  const damaged = readFileSync(path, 'utf8').replace(/^./, '=');
  writeFileSync(path, damaged);
  expect(readSealKeys(path)).toEqual([]);
  const [second] = ensureSealRing(path);
  expect(second.name).not.toBe(first.name);
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
  rmSync(path);
  // Root may read every file, but nobody can read a folder as a file.
  if (process.geteuid?.() === 0) Bun.spawnSync(['mkdir', path]);
  else {
    writeFileSync(path, damaged);
    chmodSync(path, 0);
  }
  expect(() => ensureSealRing(path)).toThrow(/cannot be read/);
});

test('a sealed text opens only in its own row and with its own key, even after a newer key replaced that key', () => {
  using dir = tempDir();
  using other = tempDir();
  const path = pathIn(dir.path);
  const secrets = openSecrets(path);
  const early = secrets.seal('whsec_early', 'row 1');
  expect(early).toMatch(/^sealed\.[A-Z2-7]{8}\.[\w-]+$/);
  expect(secrets.seal('whsec_early', 'row 1')).not.toBe(early);
  expect([secrets.open(early, 'row 1'), secrets.open(early, 'row 2')]).toEqual(['whsec_early', undefined]);
  expect(secrets.isCurrent(early)).toBe(true);

  // Another process rotates the key.
  const next = someKey(6);
  putSealKey(path, next);
  expect(secrets.isCurrent(early)).toBe(false);
  const late = secrets.seal('whsec_late', 'row 1');
  expect(late).toStartWith(`sealed.${next.name}.`);
  const reader = openSecrets(path);
  expect([reader.open(early, 'row 1'), reader.open(late, 'row 1')]).toEqual(['whsec_early', 'whsec_late']);

  const elsewhere = openSecrets(pathIn(other.path));
  expect(elsewhere.open(early, 'row 1')).toBeUndefined();
  expect(existsSync(pathIn(other.path))).toBe(false);
  const [first] = readSealKeys(path).filter(({ name }) => name !== next.name);
  if (first === undefined) throw new Error('the first key is gone');
  putSealKey(pathIn(other.path), first);
  expect(elsewhere.open(early, 'row 1')).toBe('whsec_early');
  expect(elsewhere.open('sealed.AAAAAAAA.x', 'row 1')).toBeUndefined();
  expect(elsewhere.open('whsec_plain', 'row 1')).toBeUndefined();
});

test('each purpose has its own key, derived from the seal key', () => {
  const { bytes } = someKey(7);
  const keys = (['backups', 'links', 'name', 'secrets'] as const).map((purpose) => subkey(bytes, purpose).toHex());
  expect(new Set([bytes.toHex(), ...keys]).size).toBe(5);
});
