import { expect } from 'bun:test';
import { join } from 'node:path';
import { drillLitestream, machineOf, summary } from '../../scripts/deploy/litestream-drill.ts';
import { client, dataDir, docket, initShop, makeKey, orderBody, serve } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { missingOrders } from '../support/load.ts';
import { openReplica, REPLICA_KINDS } from '../support/replicas.ts';
import { sshd } from '../support/sftp.ts';
import { lacksTool, testUnless } from '../support/tools.ts';
import { until } from '../support/until.ts';

/** The outage is longer than the time for which Litestream retries one call. */
const OUTAGE_MS = 10_000;

for (const kind of REPLICA_KINDS) {
  const lack = lacksTool('litestream') ?? (kind === 'sftp' && sshd === null ? 'sshd is not installed' : undefined);
  testUnless(
    lack,
    `data that Litestream replicated (${kind}) is restored whole after both were restarted and killed, and the data deleted`,
    async () => {
      const drilled = await drillLitestream(Bun.which('litestream') ?? '', kind, OUTAGE_MS);
      console.log(summary(kind, drilled));
      expect(drilled.checked).toContain('ok: the database is sound');
      expect(drilled).toMatchObject({ lostEarlier: 0, refused: 0 });
      expect(drilled.lost).toBeLessThan(drilled.acknowledged);
    },
  );
}

testUnless(
  lacksTool('litestream'),
  'a moment of the past is restored next to the shop, and put in its place as the manual says',
  async () => {
    using data = dataDir();
    using then = dataDir();
    await using replica = await openReplica('folder');
    const at = ['--data', data.path];
    await initShop(at);
    const api = await makeKey(at, 'site');
    const { replicate, must } = machineOf(Bun.which('litestream') ?? '', data, replica);
    const server = await serve(data.path, ['--log-level', 'error']);
    const replication = replicate();
    const create = async (): Promise<string> =>
      expectOk(await client(server.url, api).post('/api/v1/orders/create', orderBody())).id;
    const pieces = async (): Promise<number> => JSON.parse((await must('ltx', '-json')) || '[]').length;
    const copied = async (before: number): Promise<void> => {
      await until('another piece in the replica', async () => (await pieces().catch(() => 0)) > before, 20_000);
    };
    await copied(0);
    let before = await pieces();
    const kept = await create();
    await copied(before);
    const moment = new Date().toISOString();
    before = await pieces();
    const later = await create();
    await copied(before);
    replication.kill('SIGTERM');
    server.kill('SIGTERM');
    await Promise.all([replication.exited, server.exited]);
    const file = join(then.path, 'docket.db');
    await must('restore', '-timestamp', moment, '-o', file);
    expect(missingOrders(then.path, [kept, later])).toEqual([later]);
    expect((await docket(['check', '--data', then.path])).stdout).toContain('ok: the database is sound');
    expect(await docket(['restore', file, '--force', ...at])).toMatchObject({ status: 0 });
    expect(missingOrders(data.path, [kept, later])).toEqual([later]);
    await expect(must('restore', '-timestamp', '2020-01-01T00:00:00Z', '-o', `${file}.none`)).rejects.toThrow(
      'no matching backup files available',
    );
  },
);
