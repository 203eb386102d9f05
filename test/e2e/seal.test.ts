import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDir, docket, docketJson, openShop } from '../support/docket.ts';

interface SealSheet {
  readonly key: string;
  readonly lines: readonly string[];
}

test('a seal key from the recovery sheet is accepted on a new machine, even after a rotation of the key', async () => {
  await using shop = await openShop();
  const at = ['--data', shop.dir];
  const first = await docketJson<SealSheet>(['seal', 'show', ...at]);
  expect(readFileSync(join(shop.dir, 'seal.key'), 'utf8')).toBe(`${first.lines.join('\n')}\n`);
  expect(statSync(join(shop.dir, 'seal.key')).mode & 0o777).toBe(0o600);
  expect(await docketJson<SealSheet>(['seal', 'show', ...at])).toEqual(first);

  const second = await docketJson<SealSheet>(['seal', 'rotate', ...at]);
  expect(second.key).not.toBe(first.key);
  expect(await docketJson(['seal', 'list', ...at])).toMatchObject({ keys: [second.key, first.key] });
  expect(readdirSync(shop.dir)).toContain(`seal.${first.key}.key`);

  using dir = dataDir();
  const elsewhere = ['--data', join(dir.path, 'new')];
  const typed = first.lines.join('\n').toLowerCase().replaceAll('-', '  ');
  const wrong = await docket(['seal', 'enter', ...elsewhere], { stdin: typed.replace(/\n.{3}/, '\nzzz') });
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    expect.stringContaining('--seal-key: line 2 is not as it is on the sheet'),
  ]);
  expect(await docketJson(['seal', 'enter', ...elsewhere], { stdin: typed })).toEqual({ key: first.key });
  expect(readdirSync(join(dir.path, 'new'))).not.toContain('docket.db');
  expect(await docketJson(['seal', 'list', ...elsewhere])).toMatchObject({ keys: [first.key] });

  expect(await docketJson(['seal', 'enter', ...at], { env: { DOCKET_SEAL_KEY: second.lines.join(' ') } })).toEqual({
    key: second.key,
  });
  expect(await docketJson(['seal', 'list', ...at])).toMatchObject({ keys: [second.key, first.key] });
});

test('`docket check` reports secrets that no seal key on this machine can decrypt, until the missing key is entered', async () => {
  await using shop = await openShop();
  const at = ['--data', shop.dir];
  await docketJson(['webhook', 'add', '--url', 'https://hooks.example.com/x', '--events', 'all', ...at]);
  const check = async (): Promise<string> => (await docket(['check', ...at])).stdout;
  expect(await check()).toContain('ok: the keys of the secrets are here');
  const lines = readFileSync(join(shop.dir, 'seal.key'), 'utf8');
  for (const damage of ['', 'no key', lines.slice(0, -8)]) {
    writeFileSync(join(shop.dir, 'seal.key'), damage);
    expect(await check()).toContain('problem: no key here opens 1 secrets of webhooks and 0 second factors: enter');
  }
  await docketJson(['seal', 'enter', ...at], { stdin: lines });
  expect(await check()).toContain('ok: the keys of the secrets are here');
});
