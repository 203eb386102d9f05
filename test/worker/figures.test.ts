import { expect, test } from 'bun:test';
import { createMetrics } from '../../src/base/index.ts';
import { queueMail, readMailFigures } from '../../src/mail/index.ts';
import { readDeliveryFigures } from '../../src/webhooks/index.ts';
import { measureReports } from '../../src/worker/index.ts';
import type { Report } from '../../src/worker/settling.ts';
import { MINUTE, makeOrder, openScheduling, SECOND, sendOrder } from '../support/scheduling.ts';
import { readScrape } from '../support/scrape.ts';

test('the figures for the metrics show waiting deliveries and the states of endpoints', async () => {
  const reports: Report[] = [];
  await using at = await openScheduling({ settled: (report) => reports.push(report) });
  const { storage, world } = at.store;
  const now = () => readDeliveryFigures(storage.read);
  expect(now()).toEqual({ pending: 0, oldestDueAt: null, endpoints: { active: 0, failing: 0, suspended: 0, off: 0 } });
  const { receiver } = await at.receive({ answer: 500 });
  await sendOrder(at);
  const failedAt = world.clock.now();
  expect(now()).toEqual({
    pending: 1,
    oldestDueAt: failedAt + 5 * SECOND,
    endpoints: { active: 0, failing: 1, suspended: 0, off: 0 },
  });
  // Nothing runs for two minutes, so the retry is late. A later event is made meanwhile, and its first attempt is due
  // at once.
  await at.scheduler.stop(0);
  world.clock.advance(MINUTE);
  await makeOrder(at);
  world.clock.advance(MINUTE);
  expect(now()).toMatchObject({ pending: 2, oldestDueAt: failedAt + 5 * SECOND });
  receiver.answer(200);
  at.restart();
  await at.settle();
  expect(now()).toMatchObject({ pending: 0, oldestDueAt: null, endpoints: { active: 1 } });
  const metrics = createMetrics();
  const watch = measureReports(metrics);
  for (const report of reports) watch.kept(report);
  const found = readScrape(metrics.text());
  const outcome = (name: string) => found.value('docket_delivery_attempts_total', { outcome: name, kind: 'scheduled' });
  expect([outcome('status'), outcome('delivered')]).toEqual([1, 2]);
  // The first attempt was on time. Its retry is 115 seconds late, and the attempt of the second event 60 seconds.
  expect(found.value('docket_delivery_delay_seconds_sum')).toBeCloseTo(115 + 60, 3);
  expect(found.value('docket_delivery_delay_seconds_count')).toBe(3);
});

test('the figures for the metrics show the number of waiting mails and the age of the oldest', async () => {
  await using at = await openScheduling({ requestsAlone: true });
  const { storage, workspace, world } = at.store;
  expect(readMailFigures(storage.read)).toEqual({ pending: 0, oldestAt: null });
  const queuedAt = world.clock.now();
  for (let n = 0; n < 2; n += 1) {
    const worded = { subject: 's', text: 't', html: 'h' };
    const mail = { workspaceSeq: workspace.seq, kind: 'new_sign_in', recipient: 'a@b.example', worded } as const;
    await storage.write((tx) => queueMail(tx, mail));
    world.clock.advance(MINUTE);
  }
  expect(readMailFigures(storage.read)).toEqual({ pending: 2, oldestAt: queuedAt });
});
