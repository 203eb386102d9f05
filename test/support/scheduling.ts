import {
  createOutbound,
  type Log,
  type LogFields,
  type Mailer,
  type Outbound,
  parseDurations,
  silentLog,
} from '../../src/base/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import { openReader, type SyncFile } from '../../src/storage/index.ts';
import { addEndpoint, DEFAULT_RETRY_SCHEDULE, type RetryPolicy } from '../../src/webhooks/index.ts';
import { createScheduler, settleReport } from '../../src/worker/index.ts';
import type { Scheduler } from '../../src/worker/scheduler.ts';
import type { Report } from '../../src/worker/settling.ts';
import { findWorkspace, updateWorkspace } from '../../src/workspaces/index.ts';
import { orderBody } from './docket.ts';
import { startReceiver } from './receiver.ts';
import { openTestStore } from './store.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The default schedule, whose times the tests compare with the specification. */
export const POLICY: RetryPolicy = {
  scheduleMs: parseDurations('the schedule', DEFAULT_RETRY_SCHEDULE),
  warnAfter: 4,
  suspendAfterMs: 5 * DAY,
};

interface SchedulingOptions {
  readonly policy?: RetryPolicy;
  readonly outbound?: Outbound;
  readonly timeoutMs?: number;
  readonly mailer?: Mailer;
  readonly publicUrl?: string;
  readonly beforeSettle?: () => void;
  readonly settled?: (report: Report) => void;
  readonly sync?: SyncFile;
  /** True to send only events that a person requested. */
  readonly requestsAlone?: boolean;
}

export type Scheduling = Awaited<ReturnType<typeof openScheduling>>;

/** Creates an order in the workspace, with the workspace's current switches and plan. */
export async function makeOrder({ store }: Pick<Scheduling, 'store'>, extra?: Record<string, unknown>) {
  const workspace = findWorkspace(store.storage, store.workspace.id) ?? store.workspace;
  return (await createOrder({ ...store.ctx(), workspace }, orderBody(extra))).order;
}

/** Changes the workspace. It is read again first, because `store.workspace` lacks earlier changes. */
export async function setWorkspace(
  { store }: Pick<Scheduling, 'store'>,
  patch: Parameters<typeof updateWorkspace>[1],
): Promise<void> {
  const workspace = findWorkspace(store.storage, store.workspace.id) ?? store.workspace;
  await updateWorkspace({ ...store.ctx(), workspace }, patch);
}

/** Creates an order, and sends events until none is due. */
export async function sendOrder(at: Scheduling) {
  const order = await makeOrder(at);
  await at.settle();
  return order;
}

/** Moves the clock to each of the first `count` retries of a failed event. The default is all retries. */
export async function awaitRetries(at: Scheduling, count = POLICY.scheduleMs.length): Promise<void> {
  for (const pauseMs of POLICY.scheduleMs.slice(0, count)) await at.advance(pauseMs);
}

/** Creates an event whose first four attempts fail, after which the owner is warned. */
export async function failFour(at: Scheduling): Promise<void> {
  await sendOrder(at);
  await awaitRetries(at, 3);
}

/** The scheduler on a real store with a clock that the test moves; it sends over real HTTP to loopback. */
export async function openScheduling(options: SchedulingOptions = {}) {
  const store = await openTestStore(undefined, options.sync);
  const { storage, world } = store;
  const { clock } = world;
  const policy = options.policy ?? POLICY;
  const outbound =
    options.outbound ?? createOutbound({ clock, allowPrivate: true, timeoutMs: options.timeoutMs ?? 15 * SECOND });
  const reader = openReader(storage.path, storage.horizon);
  const logged: { message: string; fields: LogFields }[] = [];
  const keep: Log['warn'] = (message, fields = {}) => void logged.push({ message, fields });
  const log: Log = { ...silentLog, warn: keep, error: keep };
  const begin = (): Scheduler =>
    createScheduler({
      clock,
      reader,
      outbound,
      policy,
      mailer: () => options.mailer,
      requestsAlone: options.requestsAlone ?? false,
      log,
      async settle(report) {
        options.beforeSettle?.();
        await settleReport(storage, policy, { publicUrl: options.publicUrl ?? null }, report);
        options.settled?.(report);
      },
    });
  let scheduler = begin();
  storage.listen((news) => scheduler.tell(news));

  const watch = openReader(storage.path);

  /** Runs passes until no attempt is under way and none is due. */
  async function settle(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      const before = watch.version();
      scheduler.pass();
      await scheduler.idle();
      await storage.idle();
      quiet = watch.version() === before ? quiet + 1 : 0;
    }
  }

  const receivers = new DisposableStack();
  const endpoint = (url: string, events: Parameters<typeof addEndpoint>[1]['events'] = ['order.created']) =>
    addEndpoint({ ...store.ctx(), random: world.random, outbound }, { url, events });

  return {
    store,
    /** Warnings and errors. */
    logged,
    get scheduler() {
      return scheduler;
    },
    settle,
    async advance(ms: number) {
      clock.advance(ms);
      await settle();
    },
    endpoint,
    /** Starts a receiver and adds an endpoint for it. @param answer the status of its answers, 200 if left out */
    async receive({ answer, events }: { answer?: number; events?: Parameters<typeof endpoint>[1] } = {}) {
      const receiver = receivers.use(startReceiver(() => clock.now()));
      if (answer !== undefined) receiver.answer(answer);
      return { receiver, ...(await endpoint(receiver.url, events)) };
    },
    /** Starts another scheduler without waiting for the outcomes of this one, as after a crash. */
    restart() {
      void scheduler.stop(0);
      scheduler = begin();
    },
    async [Symbol.asyncDispose]() {
      receivers.dispose();
      await scheduler.stop(0);
      reader.close();
      watch.close();
      await store[Symbol.asyncDispose]();
    },
  };
}
