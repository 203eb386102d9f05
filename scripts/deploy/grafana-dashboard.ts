/** The dashboard for Grafana. `docket files` and `docket help` provide it as grafana-dashboard.json. */

type Queries = Readonly<Record<string, string>>;

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly unit: 'bytes' | 'percentunit' | 'reqps' | 's' | 'short';
  readonly queries: Queries;
}

interface Section {
  readonly title: string;
  readonly type: 'stat' | 'timeseries';
  readonly lines: readonly (readonly Panel[])[];
}

const COLUMNS = 24;

const of = (metric: string, ...labels: readonly string[]): string =>
  `${metric}{${['instance=~"$instance"', ...labels].join(',')}}`;

const rate = (metric: string, ...labels: readonly string[]): string =>
  `rate(${of(metric, ...labels)}[$__rate_interval])`;

const quantile = (share: number, histogram: string, by = 'le', ...labels: readonly string[]): string =>
  `histogram_quantile(${share}, sum by (${by}) (${rate(`${histogram}_bucket`, ...labels)}))`;

const quantiles = (histogram: string, shares = [0.5, 0.95, 0.99], ...labels: readonly string[]): Queries =>
  Object.fromEntries(shares.map((share) => [`p${share * 100}`, quantile(share, histogram, 'le', ...labels)]));

const API = 'route=~"/api/v1/.*"';

const AT_A_GLANCE: Section = {
  title: 'At a glance',
  type: 'stat',
  lines: [
    [
      {
        title: 'Requests a second',
        description: 'All requests answered.',
        unit: 'reqps',
        queries: { requests: `sum(${rate('docket_http_requests_total')})` },
      },
      {
        title: 'Errors of ours',
        description: 'Share of answers with 500 or 503.',
        unit: 'percentunit',
        queries: {
          '5xx': `sum(${rate('docket_http_requests_total', 'status=~"5.."')}) / sum(${rate('docket_http_requests_total')})`,
        },
      },
      {
        title: 'Oldest due webhook',
        description: 'How long the longest waiting delivery has been due.',
        unit: 's',
        queries: { 'due for': `max(${of('docket_delivery_oldest_due_seconds')})` },
      },
      {
        title: 'Endpoints in trouble',
        description: 'See the page Webhooks.',
        unit: 'short',
        queries: { 'failing or suspended': `sum(${of('docket_webhook_endpoints', 'state=~"failing|suspended"')})` },
      },
      {
        title: 'Free disk',
        description: 'On the disk of the data directory.',
        unit: 'bytes',
        queries: { free: `min(${of('docket_disk_free_bytes')})` },
      },
      {
        title: 'Last backup on schedule',
        description: 'Empty where the schedule is off.',
        unit: 's',
        queries: {
          ago: `max(${of('docket_backup_scheduled_age_seconds')})`,
          'last good backup of any kind': `time() - max(${of('docket_backup_last_success_timestamp_seconds')})`,
          'destination works': `min(${of('docket_backup_destination_works')})`,
        },
      },
    ],
  ],
};

const ANSWERING: Section = {
  title: 'Answering',
  type: 'timeseries',
  lines: [
    [
      {
        title: 'Requests by status',
        description: '429: a key asks too often. 503: the disk.',
        unit: 'reqps',
        queries: { '{{status}}': `sum by (status) (${rate('docket_http_requests_total')})` },
      },
      {
        title: 'Time of the API’s answers',
        description: 'From a request to its answer, all operations.',
        unit: 's',
        queries: quantiles('docket_http_request_duration_seconds', undefined, API),
      },
      {
        title: 'Slowest routes, p95',
        description: 'By the pattern of the route.',
        unit: 's',
        queries: { '{{route}}': `topk(8, ${quantile(0.95, 'docket_http_request_duration_seconds', 'route, le')})` },
      },
    ],
    [
      {
        title: 'Refused calls of the API by status',
        description: 'What programs do wrong; Connect says why.',
        unit: 'reqps',
        queries: {
          '{{status}} {{route}}': `sum by (route, status) (${rate('docket_http_request_duration_seconds_count', API, 'status=~"4.."')})`,
        },
      },
      {
        title: 'Under way',
        description: 'Requests, and pages that bring themselves up to date.',
        unit: 'short',
        queries: {
          requests: `sum(${of('docket_http_requests_in_flight')})`,
          'pages of the dashboard': `sum(${of('docket_live_pages')})`,
        },
      },
      {
        title: 'Lag of the event loop',
        description: 'What holds it up holds up every request.',
        unit: 's',
        queries: quantiles('docket_event_loop_lag_seconds', [0.5, 0.9, 0.99]),
      },
    ],
  ],
};

const WRITING: Section = {
  title: 'Writing',
  type: 'timeseries',
  lines: [
    [
      {
        title: 'Transactions a second',
        description: 'Each holds what came in at the same time.',
        unit: 'short',
        queries: {
          'kept or not': `sum(${rate('docket_commit_duration_seconds_count')})`,
          failed: `sum(${rate('docket_commit_failures_total')})`,
        },
      },
      {
        title: 'Time of a transaction',
        description: 'With its fsync.',
        unit: 's',
        queries: quantiles('docket_commit_duration_seconds'),
      },
      {
        title: 'Changes in a transaction',
        description: '256 at most; more wait for the next one.',
        unit: 'short',
        queries: {
          mean: `sum(${rate('docket_commit_batch_size_sum')}) / sum(${rate('docket_commit_batch_size_count')})`,
          p99: quantile(0.99, 'docket_commit_batch_size'),
          waiting: `sum(${of('docket_commit_queue_length')})`,
        },
      },
    ],
    [
      {
        title: 'Database and write-ahead log',
        description: 'The log is taken back into the database at some 16 MiB.',
        unit: 'bytes',
        queries: { database: of('docket_database_bytes'), 'write-ahead log': of('docket_wal_bytes') },
      },
      {
        title: 'Syncs a second, by where they are made',
        unit: 'short',
        queries: { '{{where}}': `sum by (where) (${rate('docket_sync_duration_seconds_count')})` },
      },
      {
        title: 'Free disk',
        description: 'On a full disk orders are refused.',
        unit: 'bytes',
        queries: { free: of('docket_disk_free_bytes') },
      },
      {
        title: 'Orders behind the index of searches',
        description: 'Searches look these through. A thread takes them in, 512 or more at a time.',
        unit: 'short',
        queries: { behind: of('docket_search_behind_orders') },
      },
    ],
  ],
};

const SENDING: Section = {
  title: 'Webhooks and mails',
  type: 'timeseries',
  lines: [
    [
      {
        title: 'Attempts by outcome',
        description: 'Delivered, or why not.',
        unit: 'short',
        queries: { '{{outcome}}': `sum by (outcome) (${rate('docket_delivery_attempts_total')})` },
      },
      {
        title: 'From due to sent',
        description: 'For a first attempt since the event itself.',
        unit: 's',
        queries: quantiles('docket_delivery_delay_seconds'),
      },
      {
        title: 'Time of receivers',
        description: 'How long they took to answer; 15 s at most.',
        unit: 's',
        queries: quantiles('docket_delivery_duration_seconds'),
      },
    ],
    [
      {
        title: 'Waiting deliveries',
        description: 'Retries to come included.',
        unit: 'short',
        queries: { waiting: of('docket_deliveries_pending') },
      },
      {
        title: 'Endpoints by state',
        description: 'Of all workspaces.',
        unit: 'short',
        queries: { '{{state}}': `sum by (state) (${of('docket_webhook_endpoints')})` },
      },
      {
        title: 'Mails',
        description: 'Logged: no mail server is set.',
        unit: 'short',
        queries: {
          waiting: of('docket_mails_pending'),
          '{{outcome}} in an hour': `sum by (outcome) (increase(${of('docket_mail_attempts_total')}[1h]))`,
        },
      },
      {
        title: 'Scheduler, oldest mail',
        description: 'Half a second of silence is usual; a mail waits while the mail server does not take it.',
        unit: 's',
        queries: {
          silent: of('docket_scheduler_silent_seconds'),
          'oldest mail': of('docket_mail_oldest_pending_seconds'),
        },
      },
    ],
  ],
};

const PROCESS: Section = {
  title: 'Process',
  type: 'timeseries',
  lines: [
    [
      {
        title: 'Processor',
        description: 'More than 1 is more than one core.',
        unit: 'percentunit',
        queries: { 'of one core': rate('process_cpu_seconds_total') },
      },
      {
        title: 'Memory',
        description: 'Resident.',
        unit: 'bytes',
        queries: { resident: of('process_resident_memory_bytes') },
      },
      {
        title: 'Open files',
        description: 'Connections included.',
        unit: 'short',
        queries: { open: of('process_open_fds') },
      },
      {
        title: 'Running since, and what; steps of the clock',
        description: 'A restart shows as a fall.',
        unit: 'short',
        queries: {
          seconds: `time() - ${of('process_start_time_seconds')}`,
          '{{version}} {{commit}}': of('docket_build_info'),
          'calls not logged': of('docket_call_log_lost_total'),
          'clock set {{direction}}': `sum by (direction) (increase(${of('docket_clock_steps_total')}[$__rate_interval]))`,
        },
      },
    ],
  ],
};

const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };

const HEIGHTS = { row: 1, stat: 4, timeseries: 8 };

const LOOKS = {
  stat: { defaults: {}, options: { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value' } },
  timeseries: {
    defaults: { custom: { fillOpacity: 10, showPoints: 'never' } },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
  },
};

function panelOf(type: Section['type'], { title, description, unit, queries }: Panel) {
  const { defaults, options } = LOOKS[type];
  return {
    type,
    title,
    ...(description === undefined ? {} : { description }),
    datasource: DATASOURCE,
    fieldConfig: { defaults: { unit, min: 0, ...defaults }, overrides: [] },
    options,
    targets: Object.entries(queries).map(([legendFormat, expr], at) => ({ refId: 'ABCD'[at], expr, legendFormat })),
  };
}

function laidOut(sections: readonly Section[]) {
  let y = 0;
  return sections
    .flatMap(({ title, type, lines }) => [
      [{ type: 'row' as const, title, collapsed: false, panels: [] }],
      ...lines.map((line) => line.map((panel) => panelOf(type, panel))),
    ])
    .flatMap((line) => {
      const h = HEIGHTS[line[0]?.type ?? 'row'];
      const w = COLUMNS / line.length;
      const placed = line.map((panel, at) => ({ ...panel, gridPos: { h, w, x: at * w, y } }));
      y += h;
      return placed;
    })
    .map((panel, at) => ({ id: at + 1, ...panel }));
}

export const GRAFANA_DASHBOARD = {
  title: 'Docket',
  uid: 'docket',
  tags: ['docket'],
  editable: true,
  schemaVersion: 39,
  version: 1,
  refresh: '30s',
  timezone: 'browser',
  time: { from: 'now-6h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source', current: {}, hide: 0 },
      {
        name: 'instance',
        type: 'query',
        label: 'Instance',
        datasource: DATASOURCE,
        query: { query: 'label_values(docket_build_info, instance)', refId: 'instances' },
        definition: 'label_values(docket_build_info, instance)',
        refresh: 2,
        includeAll: true,
        multi: true,
        allValue: '.*',
        current: { text: 'All', value: '$__all' },
      },
    ],
  },
  annotations: { list: [] },
  panels: laidOut([AT_A_GLANCE, ANSWERING, WRITING, SENDING, PROCESS]),
};
