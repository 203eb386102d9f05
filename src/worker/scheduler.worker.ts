import './begun.ts';
import { createMailer, createOutbound, type Log, type LogLevel, systemClock } from '../base/index.ts';
import { mailerInForce, readMailServer } from '../mail-server/index.ts';
import { keyFilePath, openReader, type Reader, type SharedHorizon } from '../storage/index.ts';
import type { FromThread, SchedulerSettings, ToThread } from './protocol.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import type { Report } from './settling.ts';
import type { ThreadScope } from './threads.ts';

/**
 * The scheduler's thread: its own connection for reading, the network, and messages to the supervisor. The supervisor
 * has the one writing connection. The thread keeps nothing that cannot be read again from the file, so it may die at
 * any moment.
 */
declare const self: ThreadScope<ToThread, FromThread>;

/** The interval of signs of life to the supervisor, which reacts only after many missing signs. */
const ALIVE_EVERY_MS = 500;

const say = (message: FromThread): void => self.postMessage(message);

function sayLog(level: LogLevel): Log['error'] {
  return (message, fields = {}, cause) =>
    say({ kind: 'log', level, message, fields, cause: cause === undefined ? undefined : String(cause) });
}

const log: Log = {
  debug: sayLog('debug'),
  info: sayLog('info'),
  warn: sayLog('warn'),
  error: sayLog('error'),
  flush: () => undefined,
};

let answer: PromiseWithResolvers<void> | undefined;

function settle(report: Report): Promise<void> {
  answer = Promise.withResolvers();
  say({ kind: 'report', report });
  return answer.promise;
}

let reader: Reader | undefined;

function start(settings: SchedulerSettings, horizon: SharedHorizon): Scheduler {
  const { allowPrivate, timeoutMs, givenMail, policy, databasePath } = settings;
  const clock = systemClock;
  const opened = openReader(databasePath, horizon);
  reader = opened;
  const keyPath = keyFilePath(databasePath);
  let saidMs = Number.NEGATIVE_INFINITY;
  return createScheduler({
    clock,
    log,
    policy,
    settle,
    reader: opened,
    outbound: createOutbound({ clock, allowPrivate, timeoutMs }),
    mailer: () => mailerInForce(readMailServer(opened.db, keyPath, givenMail), createMailer),
    passed() {
      if (clock.monotonic() - saidMs < ALIVE_EVERY_MS) return;
      saidMs = clock.monotonic();
      say({ kind: 'alive' });
    },
  });
}

let scheduler: Scheduler | undefined;

self.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'start':
      scheduler = start(data.settings, data.horizon);
      return;
    case 'news':
      scheduler?.tell(new Map(data.news.map(([topic, keys]) => [topic, new Set(keys)])));
      return;
    case 'settled':
      scheduler?.setBusy(data.busy);
      if (data.error === null) answer?.resolve();
      else answer?.reject(new Error(data.error));
      return;
    case 'stop':
      void (scheduler?.stop(data.graceMs) ?? Promise.resolve()).finally(() => {
        // Closes the reader first, so that the writer closes last, and SQLite then deletes the write-ahead log.
        reader?.close();
        say({ kind: 'stopped' });
      });
      return;
    default:
      data satisfies never;
  }
};
say({ kind: 'listening' });
