import { expect, test } from 'bun:test';
import { signedIn } from '../support/browser-session.ts';
import { client, docket, docketJson, initShop, makeKey, serve } from '../support/docket.ts';
import { DISKS } from '../support/failing-disk.ts';
import { countRows } from '../support/http-answers.ts';
import { missingOrders, startLoad } from '../support/load.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

const WRITERS = 16;
const LONG_MS = 60_000;
const COMMENT = 'x'.repeat(5_000);

for (const [how, make] of DISKS) {
  test(`the server on a disk ${how} loses no acknowledged order, and later writes again without a restart`, async () => {
    using disk = make();
    using receiver = startReceiver();
    const at = ['--data', disk.path];
    await initShop(at);
    const key = await makeKey(at, 'site');
    await docketJson(['webhook', 'add', ...at, '--url', receiver.url, '--events', 'all', '--allow-private-webhooks']);
    await using server = await serve(disk.path, ['--allow-private-webhooks', '--log-level', 'error'], {
      ...(disk.wrapper !== undefined && { wrapper: disk.wrapper }),
    });
    const api = client(server.url, key);
    const owner = await signedIn(server.url, 'a@example.com', 'long enough');
    const { workspaces } = (await owner.get('/app/api/me')).body.data;
    const overview = `/app/api/workspaces/${workspaces[0].id}/overview`;
    const load = startLoad(api, WRITERS, { additional: { comment: COMMENT } });
    await until('a hundred orders', () => load.acknowledged.size > 100);

    disk.fail(server.pid);
    await until('every writer to be refused', () => load.refused() > 2 * WRITERS);
    const [id] = [...load.acknowledged.keys()];
    expect((await api.get(`/api/v1/orders/${id}`)).status).toBe(200);
    expect((await api.get('/api/v1/orders?limit=50')).body.data.orders).toHaveLength(50);
    expect((await owner.get(overview)).status).toBe(200);
    const refused = await api.post('/api/v1/orders/status', { id, statusId: 'status-closed' });
    expect(refused.body.code).toBe('unavailable');
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await api.get('/health/live')).status).toBe(200);
    expect((await api.get('/health/ready')).status).toBe(503);

    const checked = await docket(['check', ...at]);
    expect(checked.stdout).toContain('the database is sound');
    if (disk.named !== undefined) {
      expect(checked.status).toBe(1);
      expect(checked.stdout).toMatch(disk.named);
    }

    const before = load.acknowledged.size;
    disk.mend(server.pid);
    await until('orders to be taken again', () => load.acknowledged.size > before + 100);
    await load.stop();
    expect(load.strange).toEqual([]);
    expect(load.unanswered).toEqual([]);
    await until('the server to be ready', async () => (await api.get('/health/ready')).status === 200);
    await until(
      'all events to be delivered',
      () => countRows({ dir: disk.path }, "deliveries WHERE state = 'pending'") === 0,
      LONG_MS,
    );
    expect(await server.end()).toBe(0);
    if (disk.isFull) {
      disk.fail(server.pid);
      const { status, stderr } = await docket(['serve', ...at, '--port', '0']);
      expect([status, stderr]).toEqual([1, expect.stringContaining('there is no room left on the disk')]);
      disk.mend(server.pid);
    }

    expect(missingOrders(disk.path, load.acknowledged.keys())).toEqual([]);
    const told = new Set(receiver.received.map(({ body }) => JSON.parse(body).data.orderId as string));
    expect([...load.acknowledged.keys()].filter((one) => !told.has(one))).toEqual([]);
    expect((await docket(['check', ...at])).stdout).toContain('the database is sound');
  }, 120_000);
}
