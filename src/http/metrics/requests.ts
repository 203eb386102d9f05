import type { Metrics } from '../../base/index.ts';

/** Measures each request. The labels are fixed words, because a caller's text must not create a series. */
export interface RequestWatch {
  /** Records an answered request. @param route the pattern as written in the code; null for an unknown path */
  answered(route: string | null, method: string, status: number, ms: number): void;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NO_ROUTE = 'none';

export function measureRequests(metrics: Metrics): RequestWatch {
  const total = metrics.counter({
    name: 'docket_http_requests_total',
    help: 'Requests answered, by status.',
    labels: ['status'],
  });
  const duration = metrics.histogram({
    name: 'docket_http_request_duration_seconds',
    help: 'Time from a request to its answer, by route, method and status.',
    labels: ['route', 'method', 'status'],
    buckets: SECONDS,
  });
  return {
    answered(route, method, status, ms) {
      const text = String(status);
      total.add([text]);
      duration.observe([route ?? NO_ROUTE, method, text], ms / 1_000);
    },
  };
}
