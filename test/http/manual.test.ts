import { expect, test } from 'bun:test';
import { PUBLIC_STATUS, type PublicErrorKind } from '../../src/base/index.ts';
import { TOPICS } from '../../src/manual/contents.ts';
import { loadManual } from '../../src/manual/index.ts';
import { anchorOf } from '../../src/manual/page.ts';
import { docket, openShop } from '../support/docket.ts';
import { plainText } from '../support/plain-text.ts';
import { shared } from '../support/shared.ts';
import { until } from '../support/until.ts';

const shop = shared(openShop);

const get = async (path: string): Promise<{ status: number; html: string; headers: Headers }> => {
  const response = await fetch(`${shop.url}${path}`);
  return { status: response.status, html: await response.text(), headers: response.headers };
};
const manual = await loadManual();
const PATHS = [
  '/docs/manual',
  '/docs/manual/ru',
  ...TOPICS.map((topic) => `/docs/manual/${topic}`),
  ...TOPICS.filter((topic) => manual.has('ru', topic)).map((topic) => `/docs/manual/ru/${topic}`),
];

test('every manual page is served, and every link leads to an existing page or heading', async () => {
  const pages = new Map(await Promise.all(PATHS.map(async (path) => [path, await get(path)] as const)));
  const anchors = new Map(
    [...pages].map(([path, { html }]) => [path, new Set([...html.matchAll(/ id="([^"]*)"/g)].map((m) => m[1]))]),
  );
  const dead: string[] = [];
  for (const [path, { status, html, headers }] of pages) {
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'text/html; charset=utf-8']);
    for (const [, link = ''] of html.matchAll(/href="((?:\/docs\/manual|#)[^"]*)"/g)) {
      const [to = '', anchor] = link.split('#');
      const target = to === '' ? path : to;
      if (target === '/docs/manual/manual.css' || target.startsWith('/docs/manual/files/')) continue;
      const known = anchors.get(target);
      if (known === undefined || (anchor !== undefined && !known.has(decodeURIComponent(anchor))))
        dead.push(`${path}: ${link}`);
    }
    expect([path, html.match(/href="[^"]*\.md[^"]*"/g)]).toEqual([path, null]);
    expect([path, html.includes('<!-- ')]).toEqual([path, false]);
  }
  expect(dead).toEqual([]);
});

test('the Russian table of contents marks each page, or whole part, that exists only in English', async () => {
  const { html } = await get('/docs/manual/ru');
  expect(html).toContain('>Commands</a> (англ.)</li>');
  expect(html).toContain('<h2>Участнику разработки (англ.)</h2>');
  expect(html).toContain('>Code map</a></li>');
  expect((await get('/docs/manual')).html).not.toContain('(англ.)');
});

test('a page that shows a command says how to type it, in the page’s language', async () => {
  const shown = await Promise.all(
    ['backups', 'ru/backups', 'quickstart', 'orders', 'code-map'].map(async (page) => {
      const { html } = await get(`/docs/manual/${page}`);
      return [page, /<p class="typed">.*<a href="([^"]*)">/.exec(html)?.[1]];
    }),
  );
  expect(shown).toEqual([
    ['backups', '/docs/manual/first-day#how-to-type-docket'],
    ['ru/backups', '/docs/manual/ru/first-day#как-набирать-docket'],
    ['quickstart', '/docs/manual/first-day#how-to-type-docket'],
    ['orders', undefined],
    ['code-map', undefined],
  ]);
});

test('manual pages run no scripts and load nothing from other hosts', async () => {
  const { html, headers } = await get('/docs/manual/backups');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/script-src|unsafe|https?:/);
  expect(html).not.toMatch(/<script|style="|(?:src|href)="https?:\/\/(?!litestream|www\.standardwebhooks)/);
  const style = await get('/docs/manual/manual.css');
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8');
  const font = /url\("([^"]+)"/.exec(style.html)?.[1] ?? '';
  expect((await get(font)).status).toBe(200);
  expect(style.html).not.toMatch(/@import|url\((?!"\/app\/fonts\/)/);
});

test('a client that accepts no compression gets a plain page, and HEAD gets no body', async () => {
  const plain = await fetch(`${shop.url}/docs/manual/backups`, { headers: { 'accept-encoding': 'identity' } });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const packed = await fetch(`${shop.url}/docs/manual/backups`, { headers: { 'accept-encoding': 'gzip' } });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(await packed.text()).toBe(await plain.text());
  const head = await fetch(`${shop.url}/docs/manual/backups`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('a heading has the same anchor as on GitHub', () => {
  expect(anchorOf('What is protected, and how')).toBe('what-is-protected-and-how');
  expect(anchorOf('`docket serve` — flags')).toBe('docket-serve--flags');
  expect(anchorOf('Удалить и восстановить')).toBe('удалить-и-восстановить');
});

test('the search in each language’s manual finds the parts that contain every query word, and escapes the query', async () => {
  const found = await get('/docs/manual/search?q=RESTORE+machine');
  expect(found.html).toMatch(/>Found: \d+</);
  expect(found.html).toContain('href="/docs/manual/restore#on-another-machine-in-the-browser"');
  expect((await get('/docs/manual/ru/search?q=%D0%BE%D1%82%D0%BA%D1%80%D1%8B%D1%82%D0%BA%D0%B0')).html).toContain(
    '/docs/manual/ru/orders#',
  );
  const hostile = await get('/docs/manual/search?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
  expect(hostile.status).toBe(200);
  expect(hostile.html).not.toContain('<script>');
  expect(hostile.html).toContain('&lt;script&gt;');
  for (const query of ['', '?q=', `?q=${'a'.repeat(5000)}`, '?q=%FF', '?q=a&q=b']) {
    expect([query.slice(0, 9), (await get(`/docs/manual/search${query}`)).status]).toEqual([query.slice(0, 9), 200]);
  }
});

/** The search results of the server, and those of the command: topic and heading of each part, in order. */
async function foundOf(words: string): Promise<{ served: string[]; printed: string[]; status: number }> {
  const { html } = await get(`/docs/manual/search?q=${encodeURIComponent(words)}`);
  const list = /<ul class="found">(.*?)<\/ul>/s.exec(html)?.[1] ?? '';
  const served = [...list.matchAll(/href="\/docs\/manual\/([a-z-]+)[^"]*">([^<]*)</g)].map(
    ([, topic, title = '']) => `${topic}: ${plainText(title)}`,
  );
  const { stdout, status } = await docket(['help', ...words.split(' ')]);
  const printed = [...stdout.matchAll(/^ {2}([a-z-]+: .*)$/gm)].map(([, line = '']) => line);
  return { served, printed, status };
}

test.each(['refund', 'ETag', 'order_deleted', 'Idempotency-Key', 'signature', 'restore machine', 'ackup', 'secret'])(
  'for "%s" docket help prints the results of the manual’s search, in the same sequence',
  async (words) => {
    const { served, printed, status } = await foundOf(words);
    expect(served.length).toBeGreaterThan(0);
    expect([printed, status]).toEqual([served, 0]);
  },
);

test('docket help prints a topic’s page or a command’s usage first, then all search results', async () => {
  for (const [word, begins] of [
    ['payments', 'Payments\n========\n'],
    ['webhook', 'Usage: docket webhook'],
  ] as const) {
    const { served, printed } = await foundOf(word);
    expect(printed).toEqual(served);
    expect((await docket(['help', word])).stdout).toStartWith(begins);
  }
  const unknown = await docket(['help', 'zzzzzz']);
  expect([unknown.status, unknown.stdout]).toEqual([2, '']);
  expect((await get('/docs/manual/search?q=zzzzzz')).html).not.toContain('class="found"');
});

test('each error code has a remedy in both languages, and the reference links to it', async () => {
  const codes = Object.keys(PUBLIC_STATUS);
  const reference = (await get('/docs')).html;
  const table = reference.slice(reference.indexOf('id="errors"'));
  const unled = codes.filter(
    (code) => !table.includes(`<a href="/docs/manual/errors#${code}"><code>${code}</code></a>`),
  );
  expect(unled).toEqual([]);
  for (const page of ['/docs/manual/errors', '/docs/manual/ru/errors']) {
    const { html } = await get(page);
    const anchors = [...html.matchAll(/<h3 id="([a-z_]+)">/g)].map(([, id = '']) => id);
    expect([page, anchors.toSorted()]).toEqual([page, codes.toSorted()]);
    for (const code of codes) {
      const from = html.indexOf(`<h3 id="${code}">`);
      const cure = html.slice(html.indexOf('</h3>', from), html.indexOf('<h', from + 4));
      expect([page, code, cure.includes(`<strong>${PUBLIC_STATUS[code as PublicErrorKind]}.</strong>`)]).toEqual([
        page,
        code,
        true,
      ]);
      expect(cure.replaceAll(/<[^>]*>/g, '').length).toBeGreaterThan(40);
    }
  }
  const operation = reference.slice(reference.indexOf('id="createOrder"'), reference.indexOf('id="updateOrder"'));
  expect(operation).toContain('<a href="/docs/manual/errors#order_key_conflict">');
});

test('the Errors page lists each status after which a call may be repeated, in both languages', async () => {
  const statuses = [...new Set(Object.values(PUBLIC_STATUS))].filter((status) => status === 429 || status >= 500);
  for (const page of ['/docs/manual/errors', '/docs/manual/ru/errors']) {
    const { html } = await get(page);
    const again = /<tbody>\s*<tr>(.*?)<\/tr>/s.exec(html)?.[1] ?? '';
    // The proxy itself answers with 502 and 504.
    const named = Array.from(again.matchAll(/\b\d{3}\b/g), ([status]) => Number(status));
    expect({ page, named }).toEqual({ page, named: [...statuses, 502, 504].toSorted() });
  }
});

test('an unknown page is a 404 that suggests the nearest page', async () => {
  const missing = await get('/docs/manual/backup');
  expect(missing.status).toBe(404);
  expect(missing.html).toContain('href="/docs/manual/backups"');
  await until('its line in the log', () => shop.server.stderr().includes('status=404 code=not_found'));
  for (const path of [
    '/docs/manual/__proto__',
    '/docs/manual/constructor',
    '/docs/manual/ru/code-map',
    '/docs/manual/%3Cb%3E',
    '/docs/manual/%FF',
    '/docs/manual/ru/%',
  ]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
  expect((await fetch(`${shop.url}/docs/manual/backups`, { method: 'POST' })).status).toBe(405);
});

test.each([
  ['/app', 'first-day#find-your-way', 'first-day#где-что-находится'],
  ['/app/orders/0199', 'orders', 'orders'],
  ['/app/orders/import', 'import-and-export', 'import-and-export'],
  ['/app/settings/statuses', 'orders#statuses', 'orders#статусы'],
  ['/app/settings/backups', 'backups', 'backups'],
  ['/app/settings/mail', 'mail', 'mail'],
  ['/app/webhooks', 'webhooks#add-an-endpoint-in-the-dashboard', 'webhooks#добавить-адрес-в-панели'],
  ['/app/nothing', 'first-day#find-your-way', 'first-day#где-что-находится'],
  ['//example.com/', 'first-day', 'first-day'],
])('the help link of %s leads to the page %s in the desk’s language', async (path, topic, inRussian) => {
  const to = async (prefix: string) =>
    (await fetch(`${shop.url}${prefix}/for${path}`, { redirect: 'manual' })).headers.get('location');
  expect(await to('/docs/manual')).toBe(`/docs/manual/${topic}`);
  expect(decodeURI((await to('/docs/manual/ru')) ?? '')).toBe(`/docs/manual/ru/${inRussian}`);
});

test('the manual serves only files that its pages name, as text and byte for byte', async () => {
  for (const [name, text] of manual.files) {
    const { status, html, headers } = await get(`/docs/manual/files/${name}`);
    expect([name, status, headers.get('content-type')]).toEqual([name, 200, 'text/plain; charset=utf-8']);
    expect([name, html === text]).toEqual([name, true]);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  for (const name of ['try-unit.ts', '..%2f..%2fetc%2fpasswd', 'constructor', '%00']) {
    expect([name, (await get(`/docs/manual/files/${name}`)).status]).toEqual([name, 404]);
  }
});
