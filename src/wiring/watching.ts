import {
  createMetrics,
  type Metrics,
  type ServeConfig,
  type World,
  watchEventLoop,
  watchFiles,
} from '../base/index.ts';
import type { LiveHub } from '../dashboard/index.ts';
import { addGauges, measureRequests, type RequestWatch, type Traffic } from '../http/index.ts';
import {
  type CallLog,
  type CommitWatch,
  callLogPath,
  measureCommits,
  openCallLog,
  type Storage,
} from '../storage/index.ts';
import type { Tracing } from '../tracing/index.ts';
import { type BackupKeeper, measureReports, type ReportWatch, type SchedulerThread } from '../worker/index.ts';
import { listWorkspaces } from '../workspaces/index.ts';

/** The observers of the running parts. None of them delays an order. */
export interface Watching {
  readonly metrics: Metrics;
  readonly commits: CommitWatch;
  readonly reports: ReportWatch;
  readonly requests: RequestWatch;
  /**
   * Opens the log of calls. The file itself is opened on the first request, when this process has locked the directory.
   * @param keptSince returns the start of the retention period of calls, which may change
   */
  openCalls(storage: Storage, keptSince: () => number): CallLog;
  /** Begins to watch the given parts. Each request for the metrics then reads their current state. */
  look(parts: Parts): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly storage: Storage;
  readonly scheduler: Pick<SchedulerThread, 'silentMs'>;
  readonly backups: Pick<BackupKeeper, 'health' | 'destination'>;
  readonly traffic: Pick<Traffic, 'underWay' | 'begun'>;
  readonly live: Pick<LiveHub, 'size'>;
}

const LAG_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Creates the metrics and their observers. Opens no files, because the data directory may not be locked yet. */
export function createWatching(config: ServeConfig, { clock, log }: World, tracing?: Tracing): Watching {
  const metrics = createMetrics();
  const lag = metrics.histogram({
    name: 'docket_event_loop_lag_seconds',
    help: 'By how much the event loop was late, looked at four times a second.',
    labels: [],
    buckets: LAG_SECONDS,
  });
  const [requests, commits, reports] = [
    measureRequests(metrics),
    measureCommits(metrics, clock, tracing?.committed),
    measureReports(metrics, tracing?.attempted),
  ];
  const endLag = watchEventLoop(clock, lag);
  let callLog: CallLog | undefined;
  let endFiles: (() => void) | undefined;
  return {
    metrics,
    commits,
    reports,
    requests,
    openCalls(storage, keptSince) {
      const ports = { clock, log, keptSince, workspaces: () => listWorkspaces(storage) };
      callLog ??= openCallLog(callLogPath(config.dataDir), ports);
      return callLog;
    },
    look({ storage, scheduler, backups, traffic, live }) {
      endFiles = watchFiles({ clock, log, busy: isBusy(traffic) });
      addGauges(metrics, {
        storage,
        clock,
        schedulerSilentMs: () => scheduler.silentMs(),
        requestsUnderWay: () => traffic.underWay,
        pagesListening: () => live.size(),
        callsLost: () => callLog?.lost() ?? 0,
        backups() {
          const { lastGood, scheduledSince } = backups.health();
          const tested = backups.destination();
          const placeWorks = tested === undefined ? undefined : tested.refusal === undefined;
          return { at: lastGood?.startedAt, scheduledSince, placeWorks };
        },
      });
    },
    async stop() {
      endLag();
      endFiles?.();
      callLog?.close();
      await tracing?.flush();
    },
  };
}

function isBusy(traffic: Pick<Traffic, 'underWay' | 'begun'>): () => boolean {
  let seen = traffic.begun;
  return () => {
    const isSo = traffic.underWay > 0 || traffic.begun !== seen;
    seen = traffic.begun;
    return isSo;
  };
}
