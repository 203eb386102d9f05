import { toIso, UsageError } from '../base/index.ts';
import { databasePath, findServing, openForServe, openReader, type Storage, whenFree } from '../storage/index.ts';
import { type AttemptRecord, findOutcome, type SendRequest } from '../webhooks/index.ts';
import { createScheduler, settleReport } from '../worker/index.ts';
import { type Run, withStorage } from './command.ts';
import { dataDirOf } from './flags.ts';
import { outboundOf } from './outbound.ts';

type Ask = (storage: Storage) => Promise<SendRequest>;

/** The command waits this long for the result of an attempt. An attempt takes at most 15 seconds by default. */
const WAIT_MS = 30_000;
const LOOK_MS = 25;
/**
 * The retry policy for an attempt on request. It has no effect. Such an attempt is never retried, and its failure does
 * not affect the endpoint's health.
 */
const NO_POLICY = { scheduleMs: [], warnAfter: 1, suspendAfterMs: 0 };

/**
 * Sends a webhook event on request, and prints the outcome. The running server sends it. If no server runs, this
 * process sends it, and locks the directory meanwhile, so that nothing is sent twice.
 * @returns exit status 1 if the sending failed
 */
export async function sendNow(run: Run, ask: Ask): Promise<number | undefined> {
  const outcome =
    findServing(dataDirOf(run.shell, run.flags)) === undefined
      ? await sendOurselves(run, ask)
      : await withStorage(run, async (storage) => waitFor(run, storage, await ask(storage)));
  if (outcome === undefined) {
    throw new UsageError('nothing came of it within 30 seconds; docket webhook attempts shows it later', 1);
  }
  const { eventId, type, status, httpCode, responseTime, reason, response } = outcome;
  const document = { eventId, type, status, httpCode, responseTime, reason, response, at: toIso(outcome.at) };
  const answer = httpCode === null ? '' : `, answered ${httpCode}`;
  run.print(document, [`${status}${answer} in ${responseTime} ms${reason === null ? '' : ` (${reason})`}`]);
  return status === 'succeeded' ? undefined : 1;
}

async function sendOurselves(run: Run, ask: Ask): Promise<AttemptRecord | undefined> {
  const { clock, newId, log } = run.shell.world;
  const dataDir = dataDirOf(run.shell, run.flags);
  const outbound = outboundOf(run);
  const storage = await whenFree(clock, () => openForServe({ dataDir, now: clock.now, newId }, run.holder));
  const reader = openReader(databasePath(dataDir), storage.horizon);
  try {
    const request = await ask(storage);
    const scheduler = createScheduler({
      clock,
      reader,
      outbound,
      log,
      mailer: () => undefined,
      policy: NO_POLICY,
      requestsAlone: true,
      settle: async (report) => void (await settleReport(storage, NO_POLICY, { publicUrl: null }, report)),
    });
    const outcome = await waitFor(run, storage, request);
    await scheduler.stop(0);
    return outcome;
  } finally {
    reader.close();
    await storage.close();
  }
}

async function waitFor(run: Run, storage: Storage, request: SendRequest): Promise<AttemptRecord | undefined> {
  const { clock } = run.shell.world;
  const untilMs = clock.monotonic() + WAIT_MS;
  while (clock.monotonic() < untilMs) {
    const outcome = findOutcome(storage, request);
    if (outcome !== undefined) return outcome;
    await Bun.sleep(LOOK_MS);
  }
  return undefined;
}
