import caddyfile from '../../scripts/deploy/Caddyfile' with { type: 'text' };
import dockerfile from '../../scripts/deploy/Dockerfile' with { type: 'text' };
import unit from '../../scripts/deploy/docket.service' with { type: 'text' };
import litestreamUnit from '../../scripts/deploy/docket-litestream.service' with { type: 'text' };
import { GRAFANA_DASHBOARD } from '../../scripts/deploy/grafana-dashboard.ts';
import haproxy from '../../scripts/deploy/haproxy.cfg' with { type: 'text' };
import litestream from '../../scripts/deploy/litestream.yml' with { type: 'text' };
import nginx from '../../scripts/deploy/nginx.conf' with { type: 'text' };
import alerts from '../../scripts/deploy/prometheus-alerts.yml' with { type: 'text' };

export const FILES: Readonly<Record<string, string>> = {
  'docket.service': unit,
  'nginx.conf': nginx,
  Caddyfile: caddyfile,
  'haproxy.cfg': haproxy,
  Dockerfile: dockerfile,
  'litestream.yml': litestream,
  'docket-litestream.service': litestreamUnit,
  'prometheus-alerts.yml': alerts,
  'grafana-dashboard.json': `${JSON.stringify(GRAFANA_DASHBOARD, null, 2)}\n`,
};
