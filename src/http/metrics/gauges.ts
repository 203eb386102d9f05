import { readdirSync } from 'node:fs';
import { COMMIT, type Metrics, VERSION, type World } from '../../base/index.ts';
import { readMailFigures } from '../../mail/index.ts';
import { readFileVitals, type Storage } from '../../storage/index.ts';
import { readDeliveryFigures } from '../../webhooks/index.ts';

interface GaugePorts {
  readonly storage: Storage;
  readonly clock: World['clock'];
  readonly schedulerSilentMs: () => number;
  readonly requestsUnderWay: () => number;
  readonly pagesListening: () => number;
  /** Returns the number of calls that the log of calls had no room for. */
  readonly callsLost: () => number;
  /**
   * Returns times in milliseconds since the epoch. `at`: the start of the last good backup. `scheduledSince`: the start
   * of the last good scheduled backup. Before the first scheduled backup, the time when the database was created or
   * restored. Undefined while the schedule is off.
   */
  readonly backups: () => {
    readonly at: number | undefined;
    readonly scheduledSince: number | undefined;
    /** True if the backup destination passed its last test; undefined before the first test. */
    readonly placeWorks: boolean | undefined;
  };
}

const gaugesOf =
  (metrics: Metrics) =>
  (name: string, help: string, reading: Parameters<Metrics['read']>[1]): void =>
    metrics.read({ name, help, type: 'gauge' }, reading);

export function addGauges(metrics: Metrics, ports: GaugePorts): void {
  const gauge = gaugesOf(metrics);
  addProcess(metrics, ports.clock);
  addFiles(metrics, ports);
  addQueues(metrics, ports);
  gauge('docket_build_info', 'Always 1; the labels say what runs.', () => [
    { labels: { version: VERSION, commit: COMMIT }, value: 1 },
  ]);
  gauge('docket_http_requests_in_flight', 'Requests under way, this one included.', ports.requestsUnderWay);
  gauge('docket_live_pages', 'Pages of the dashboard that bring themselves up to date.', ports.pagesListening);
  gauge('docket_scheduler_silent_seconds', 'Since the scheduler has last said that it lives.', () =>
    Math.max(0, ports.schedulerSilentMs() / 1_000),
  );
  metrics.read(
    { name: 'docket_call_log_lost_total', help: 'Calls that the log of calls had no room for.', type: 'counter' },
    ports.callsLost,
  );
}

/** Adds the gauges of the process, under the names that all exporters use. */
function addProcess(metrics: Metrics, clock: World['clock']): void {
  const gauge = gaugesOf(metrics);
  const startedSeconds = (clock.now() - process.uptime() * 1_000) / 1_000;
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss());
  const cpu = { name: 'process_cpu_seconds_total', help: 'Processor time, user and system.', type: 'counter' } as const;
  metrics.read(cpu, () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  gauge('process_start_time_seconds', 'When the process started, since 1970.', () => startedSeconds);
  // This folder exists only on Linux. Elsewhere the gauge has no sample.
  gauge('process_open_fds', 'Open file descriptors.', () => readdirSync('/proc/self/fd').length);
}

function addFiles(metrics: Metrics, { storage, clock, backups }: GaugePorts): void {
  const gauge = gaugesOf(metrics);
  gauge('docket_database_bytes', 'Size of the database file.', () => readFileVitals(storage).databaseBytes);
  gauge('docket_wal_bytes', 'Size of the write-ahead log.', () => readFileVitals(storage).walBytes);
  gauge('docket_disk_free_bytes', 'Room on the disk of the data directory.', () => {
    const { freeBytes } = readFileVitals(storage);
    return freeBytes ?? undefined;
  });
  gauge('docket_backup_last_success_timestamp_seconds', 'When a backup last succeeded, since 1970.', () => {
    const { at } = backups();
    return at === undefined ? undefined : at / 1_000;
  });
  const age = 'Since the last good backup on schedule, or since the beginning; no sample while the schedule is off.';
  gauge('docket_backup_scheduled_age_seconds', age, () => {
    const { scheduledSince: since } = backups();
    return since === undefined ? undefined : Math.max(0, (clock.now() - since) / 1_000);
  });
  gauge(
    'docket_backup_destination_works',
    'Whether a test file was written there, read back and deleted: 1 or 0.',
    () => {
      const { placeWorks } = backups();
      return placeWorks === undefined ? undefined : Number(placeWorks);
    },
  );
}

function addQueues(metrics: Metrics, { storage, clock }: GaugePorts): void {
  const gauge = gaugesOf(metrics);
  const ageOf = (at: number | null): number => (at === null ? 0 : Math.max(0, (clock.now() - at) / 1_000));
  // The figures are cached, so that each scrape reads them only once.
  const deliveries = () => storage.remember('delivery figures', () => readDeliveryFigures(storage.read));
  const mails = () => storage.remember('mail figures', () => readMailFigures(storage.read));
  gauge('docket_commit_queue_length', 'Changes that wait for their transaction.', () => storage.waiting());
  gauge(
    'docket_search_behind_orders',
    'Orders that are not in the index of searches yet; searches look them through.',
    () => storage.search.lag(storage.read).behind,
  );
  gauge('docket_deliveries_pending', 'Webhook deliveries that wait.', () => deliveries().pending);
  gauge('docket_delivery_oldest_due_seconds', 'How long the longest waiting delivery has been due; 0: none is.', () =>
    ageOf(deliveries().oldestDueAt),
  );
  gauge('docket_webhook_endpoints', 'Endpoints by state: active, failing, suspended, off.', () =>
    Object.entries(deliveries().endpoints).map(([state, value]) => ({ labels: { state }, value })),
  );
  gauge('docket_mails_pending', 'Mails that wait to be sent.', () => mails().pending);
  gauge('docket_mail_oldest_pending_seconds', 'How long the longest waiting mail has waited; 0: none does.', () =>
    ageOf(mails().oldestAt),
  );
}
