import { afterEach, expect, spyOn, test } from 'bun:test';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveName, resolveTyped } from '../../src/base/index.ts';
import { tempDir } from '../support/temp-file.ts';
import { until } from '../support/until.ts';

const path = process.env['PATH'];
afterEach(() => {
  process.env['PATH'] = path;
});

function plantGetent(dir: string, script: string): void {
  const file = join(dir, 'getent');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  process.env['PATH'] = `${dir}:${path}`;
}

test('a separate process looks up a typed host name, and an endless list of addresses is read only up to a limit', async () => {
  using dir = tempDir();
  plantGetent(dir.path, 'n=0; while echo "203.0.$((n / 250)).$((n % 250)) STREAM $4"; do n=$((n + 1)); done');
  using byThread = spyOn(Bun.dns, 'lookup');
  const found = await resolveTyped('crowded.example');
  expect(found.length).toBeGreaterThan(64);
  expect(found.length).toBeLessThan(5_000);
  expect(byThread).not.toHaveBeenCalled();
});

test('a typed host name resolves to each of its addresses once, with the IPv4 addresses first', async () => {
  using dir = tempDir();
  plantGetent(dir.path, 'for a in 2001:db8::7 203.0.113.7; do for s in STREAM DGRAM RAW; do echo "$a  $s"; done; done');
  expect(await resolveTyped('shop.example')).toEqual(['203.0.113.7', '2001:db8::7']);
});

test('the program that looks up host names gets its settings from the environment, but no other variables', async () => {
  using dir = tempDir();
  plantGetent(
    dir.path,
    'for n in "$RES_OPTIONS" "$LOCALDOMAIN" "$DOCKET_PASSWORD"; do echo "203.0.113.1$n STREAM"; done',
  );
  const env = { RES_OPTIONS: '7', LOCALDOMAIN: '8', DOCKET_PASSWORD: '9' };
  Object.assign(process.env, env);
  try {
    expect(await resolveTyped('shop.example')).toEqual(['203.0.113.17', '203.0.113.18', '203.0.113.1']);
  } finally {
    for (const name of Object.keys(env)) delete process.env[name];
  }
});

test('the look-up of a typed host name fails with ENOTFOUND if the system does not know the name', async () => {
  using dir = tempDir();
  plantGetent(dir.path, 'exit 2');
  await expect(resolveTyped('no.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('the look-up of a typed host name does not wait for look-ups of webhooks’ hosts, or for silent name servers', async () => {
  using dir = tempDir();
  using failing = spyOn(Bun.dns, 'lookup').mockRejectedValue(new Error('c-ares has given up'));
  plantGetent(dir.path, 'case $3 in good*) echo "203.0.113.7 STREAM" ;; *) exec sleep 60 ;; esac');
  let ended = 0;
  for (let at = 0; at < 70; at += 1) void resolveName(`webhook${at}.example`).catch(() => (ended += 1));
  await until('the look-ups of webhooks', () => failing.mock.calls.length === 70);
  for (let at = 0; at < 20; at += 1) void resolveTyped(`silent${at}.example`).catch(() => (ended += 1));
  expect(await resolveTyped('good.example')).toEqual(['203.0.113.7']);
  expect(ended).toBe(0);
});
