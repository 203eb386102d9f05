import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { SERVE_SETTINGS } from '../../src/cli/serve-settings.ts';

const DEPLOY = resolve(import.meta.dir, '../../scripts/deploy');
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8');

/**
 * The largest import, as in src/dashboard/imports/file-routes.ts. nginx counts in binary megabytes, Caddy in decimal
 * ones.
 */
const LARGEST_IMPORT_BYTES = 64 * 1_048_576;

const FLAGS = new Set(['data', 'json', 'config', ...SERVE_SETTINGS.map(({ name }) => name)]);
const variables = (text: string): string[] =>
  [...text.matchAll(/\bDOCKET_([A-Z_]+)\b/g)].map(([, name = '']) => name.toLowerCase().replaceAll('_', '-'));

for (const name of ['docket.service', 'Dockerfile', 'nginx.conf', 'Caddyfile', 'haproxy.cfg']) {
  test(`every flag and variable in ${name} is a setting of docket serve`, () => {
    const text = read(name);
    const command = /^ExecStart=(.*)$/m.exec(text)?.[1] ?? '';
    const comments = [...text.matchAll(/^#.*--public-url.*$/gm)].join('\n');
    const flags = [...`${command}\n${comments}`.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag);
    expect([...flags, ...variables(text)].filter((flag) => !FLAGS.has(flag ?? ''))).toEqual([]);
  });
}

test('the systemd unit waits for readiness, uses the watchdog and gives requests time to finish', () => {
  const unit = read('docket.service');
  for (const line of [
    'Type=notify',
    'WatchdogSec=2min',
    'Restart=always',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
  ]) {
    expect(unit.split('\n')).toContain(line);
  }
  // Docket promises to stop within twenty seconds, so systemd must wait longer than that.
  expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  // The runtime compiles code to memory while it runs, so this protection would stop it.
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});

test('the proxies’ configurations pass the largest import, do not buffer live streams and block the metrics', () => {
  const [nginx, caddy] = [read('nginx.conf'), read('Caddyfile')];
  expect(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]) * 1_048_576).toBeGreaterThan(LARGEST_IMPORT_BYTES);
  expect(Number(/max_size (\d+)MB/.exec(caddy)?.[1]) * 1_000_000).toBeGreaterThan(LARGEST_IMPORT_BYTES);
  expect(nginx).toContain('proxy_buffering off;');
  expect(nginx).toMatch(/^ {2}proxy_request_buffering off;$/m);
  expect(caddy).toContain('flush_interval -1');
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toMatch(/location = \/metrics \{\s+return 404;/);
  expect(caddy).toContain('respond @metrics 404');
  // HAProxy does not buffer and does not limit a body by itself.
  const haproxy = read('haproxy.cfg');
  expect(haproxy).toContain('http-request set-header X-Forwarded-For %[src]');
  expect(haproxy).toContain('http-request return status 404 if { path /metrics }');
  expect(haproxy).toMatch(/^\s+retries 0$/m);
  expect(haproxy).not.toMatch(/option http-buffer-request|option redispatch/);
  // A sign of life comes every twenty seconds; a proxy with a shorter time-out ends the stream.
  const waits = [...haproxy.matchAll(/timeout (?:client|server) (\d+)(s|m)$/gm)];
  expect(waits.map(([, count, unit]) => Number(count) * (unit === 'm' ? 60 : 1) > 20)).toEqual([true, true]);
});

test('the container image runs as an unprivileged user and has a health check', () => {
  const image = read('Dockerfile');
  expect(image).toMatch(/^FROM scratch$/m);
  expect(image).toMatch(/^USER 65532:65532$/m);
  // Without `getent`, names that only the system knows would not be found (src/base/net/resolve.ts).
  expect(image).toContain('cp --parents /usr/bin/getent /parts;');
  expect(image).toMatch(/^ENV PATH=\/usr\/local\/bin:\/usr\/bin /m);
  // Debian's own docker builds without BuildKit, and then refuses these options.
  expect(image).not.toMatch(/^(?:COPY|ADD).* --chmod|^RUN --mount/m);
  // The folder is copied inside another one: --chmod changes what a copied folder contains, not the folder itself.
  expect(image).toContain('install -d -m 0700 /owned/data;');
  expect(image).toMatch(/^COPY --from=parts --chown=65532:65532 \/owned\/ \/$/m);
  expect(image).toMatch(/^HEALTHCHECK .* CMD \["docket", "health"\]$/m);
});

test('the Litestream configuration explains every variable that it uses', () => {
  const [comments = '', settings = ''] = read('litestream.yml').split('\nsnapshot:');
  const taken = [...settings.matchAll(/\$\{(DOCKET_\w+)\}/g)].map(([, name]) => name);
  const explained = [...comments.matchAll(/^# (DOCKET_\w+) /gm)].map(([, name]) => name);
  expect(taken.toSorted()).toEqual(explained.toSorted());
  const given = [...read('docket-litestream.service').matchAll(/^Environment=(DOCKET_\w+)=/gm)].map(([, name]) => name);
  expect(taken).toEqual(expect.arrayContaining(given));
});
