import { statSync } from 'node:fs';
import type { HttpDeps } from '../deps.ts';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly samples: readonly { readonly labels?: string; readonly value: number }[];
}

/** In the Prometheus text format, version 0.0.4. */
export function metricsText(deps: HttpDeps): string {
  const requests = [...deps.counts.entries()].map(([status, value]) => ({ labels: `status="${status}"`, value }));
  const metrics: Metric[] = [
    { name: 'docket_http_requests_total', help: 'Requests answered, by status.', type: 'counter', samples: requests },
    {
      name: 'docket_database_bytes',
      help: 'Size of the database file.',
      type: 'gauge',
      samples: [{ value: sizeOf(deps.storage.path) }],
    },
    {
      name: 'docket_wal_bytes',
      help: 'Size of the write-ahead log.',
      type: 'gauge',
      samples: [{ value: sizeOf(`${deps.storage.path}-wal`) }],
    },
    {
      name: 'process_resident_memory_bytes',
      help: 'Resident memory of the process.',
      type: 'gauge',
      samples: [{ value: process.memoryUsage.rss() }],
    },
  ];
  return metrics.map(metricText).join('');
}

function metricText({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels, value }) => `${name}${labels === undefined ? '' : `{${labels}}`} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
