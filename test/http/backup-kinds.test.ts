/** An owner relies on the nightly backups: no click, no command and no restore may push one out. */

import { beforeAll, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { nameBackup } from '../../src/backups/index.ts';
import { readInstallation } from '../../src/storage/index.ts';
import { docketJson } from '../support/docket.ts';
import { sendBackup } from '../support/fresh-desk.ts';
import { changeStore, expectFailure, expectOk } from '../support/http-answers.ts';
import { sharedShop } from '../support/shared.ts';
import { until } from '../support/until.ts';

const DAY = 86_400_000;
const { shop, owner } = sharedShop(['--backup-keep', '3', '--backup-schedule', 'off']);
let base: string;
let nightly: string[];
beforeAll(async () => {
  base = `${shop.base}/backups`;
  const installation = readInstallation(join(shop.dir, 'docket.db'));
  // Every version so far has given backups names of this form.
  nightly = [1, 2, 3].map((ago) => nameBackup(Date.now() - ago * DAY, installation)).toSorted();
  mkdirSync(join(shop.dir, 'backups'), { mode: 0o700 });
  for (const name of nightly) writeFileSync(join(shop.dir, 'backups', name), 'of the night');
});

/** The place in `docket-2026-11-23T…` where the day ends. */
const DAY_ENDS = 'docket-2026-11-23'.length;
const namesOf = (kind: string): string[] =>
  readdirSync(join(shop.dir, 'backups'))
    .filter((name) => name.endsWith(`${kind}.db`))
    .toSorted();
const nightlyOnes = (): string[] => readdirSync(join(shop.dir, 'backups')).filter((name) => nightly.includes(name));
const idle = () =>
  until('the backup is made', async () => !(expectOk(await owner.get(base)) as { busy: boolean }).busy);

test('frequent manual backups delete no nightly backups, and the first manual backup of each day stays', async () => {
  const made = new Set<string>();
  for (let press = 0; press < 6; press += 1) {
    expectOk(await owner.post(base, {}));
    await idle();
    for (const name of namesOf('-hand')) made.add(name);
  }
  expect(nightlyOnes()).toHaveLength(3);
  const all = [...made].toSorted();
  expect(all).toHaveLength(6);
  // If midnight passes between two clicks, each of the two days has a first backup.
  const firsts = all.filter((name, at) => name.slice(0, DAY_ENDS) !== all[at - 1]?.slice(0, DAY_ENDS));
  const stay = [...new Set([...firsts, ...all.slice(-3)])].toSorted();
  expect(namesOf('-hand')).toEqual(stay);
  const { files } = expectOk(await owner.get(base));
  expect(files.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    ...Array(stay.length).fill('hand'),
    ...Array(3).fill('schedule'),
  ]);
  // The button cannot make backups as fast as one can click.
  expect(expectFailure(await owner.post(base, {}), 429, 'rate_limited').retryAfter).toBeGreaterThan(60);
});

test('making a backup by hand asks for the password again', async () => {
  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  expectFailure(await owner.post(base, {}), 403, 'proof_needed');
});

test('a manual backup by a command deletes old manual backups, but no nightly ones', async () => {
  const at = ['--data', shop.dir];
  const tidy = ['backup', `${join(shop.dir, 'backups')}/`, '--keep', '1', '--keep-days', '1', ...at];
  const { backup, removed } = await docketJson<{ backup: string; removed: string[] }>(tidy);
  expect(basename(backup)).toEndWith('-hand.db');
  expect(removed.every((name) => name.endsWith('-hand.db'))).toBe(true);
  expect(nightlyOnes()).toHaveLength(3);
  const { backups } = await docketJson<{ backups: { kind: string }[] }>(['backup', 'list', ...at]);
  expect(backups.filter(({ kind }) => kind === 'schedule')).toHaveLength(3);
});

test('uploaded and safety backups have their kind in their names, and delete no nightly backups', async () => {
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  const { backup } = await docketJson<{ backup: string }>(['backup', join(shop.dir, 'mine.db'), '--data', shop.dir]);
  expectOk(await sendBackup(owner, `${base}/upload`, await Bun.file(backup).bytes()));
  const [upload = ''] = namesOf('-upload');
  const { safety } = expectOk(await owner.post(`${base}/${upload}/restore`, { word: 'RESTORE' }));
  expect(safety).toEndWith('-safety.db');
  await until('the server is back', () => shop.server.stdout().includes('ready again'));
  expect(namesOf('-safety')).toEqual([safety]);
  expect(namesOf('-upload')).toEqual([upload]);
  expect(nightlyOnes()).toHaveLength(3);
});
