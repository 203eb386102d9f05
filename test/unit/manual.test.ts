import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  checkCommands,
  checkFiles,
  checkFlags,
  checkOpening,
  checkSentences,
  checkTwin,
} from '../../scripts/check-manual.ts';
import { programOf } from '../../scripts/manual-tables.ts';
import { strangeVariables } from '../../src/cli/strange-variables.ts';
import { RECEIVERS } from '../../src/dashboard/client/parts/receivers.ts';
import { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { RU } from '../../src/dashboard/client/words/ru/all.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { SETUP_EN, SETUP_RU } from '../../src/dashboard/client/words/setup.ts';
import { ACCESS_EN, ACCESS_RU } from '../../src/dashboard/client/words/setup-access.ts';
import { START_EN, START_RU } from '../../src/dashboard/client/words/setup-backup.ts';
import { PAGES } from '../../src/dashboard/shared/pages.ts';
import { STYLE } from '../../src/http/manual/style.ts';
import { TOPICS } from '../../src/manual/contents.ts';
import { loadManual, nearestTopics, PARTS, topicFor } from '../../src/manual/index.ts';
import { renderPage } from '../../src/manual/page.ts';
import { createSearch } from '../../src/manual/search.ts';

const SRC = resolve(import.meta.dir, '../../src');
const program = programOf();
const always = () => true;

const GRAFANA = 'grafana-dashboard.json';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

test('a page with the searched word in its title comes first in the search results', () => {
  const search = createSearch('en', {
    'first-day': '# First day\n\nStart.\n\n## From a backup\n\nA backup.\n',
    backups: '# Backups\n\nCopies.\n\n## Make one\n\nNow.\n',
  });
  expect(search.find('backup').map(({ address }) => address)).toEqual([
    '/docs/manual/backups',
    '/docs/manual/first-day#from-a-backup',
    '/docs/manual/backups#make-one',
  ]);
});

test('a flag never breaks across lines, but a long name may break after an underscore', () => {
  const text = '# T\n\n`docket x --all-of-it`, `an_error_code` and `a-b`\n\n```sh\ndocket x --all-of-it a_b\n```\n';
  const { html } = renderPage('en', 'commands', text, () => true);
  expect(html).toContain('<code>docket x <span>--all-of-it</span></code>, <code>an_<wbr>error_<wbr>code</code>');
  expect(html).toContain('docket x --all-of-it a_b\n');
});

test('the topics match the pages in the folder, and the owner’s topics exist in Russian', async () => {
  const manual = await loadManual();
  const files = (folder: string): string[] =>
    readdirSync(join(SRC, 'manual', folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -3))
      .sort();
  expect(files('')).toEqual(TOPICS.toSorted());
  expect(PARTS[0]?.topics.filter((topic) => !files('ru').includes(topic))).toEqual([]);
  for (const topic of TOPICS) expect([topic, manual.has('en', topic)]).toEqual([topic, true]);
  for (const topic of files('ru')) expect([topic, manual.has('ru', topic)]).toEqual([topic, true]);
});

test('a page is printed in at most 80 columns, and its links are printed as topics', async () => {
  const manual = await loadManual();
  const text = manual.print('restore', 80) ?? '';
  expect(text).toContain('docket help mail');
  expect(text).not.toContain('.md');
  expect(text).not.toContain('\u001b');
  expect(text.split('\n').filter((line) => line.length > 80 && !/^\s*[|+]/.test(line))).toEqual([]);
  expect(manual.print('nothing', 80)).toBeUndefined();
  expect(manual.print('constructor', 80)).toBeUndefined();
});

test('every dashboard page has a help topic and heading in both languages', async () => {
  const manual = await loadManual();
  for (const path of PAGES) {
    const { topic, anchor } = topicFor(path);
    expect([path, topic === 'first-day']).toEqual([path, path === '/app' || path === '/app/reset']);
    const anchors = manual.page('en', topic)?.headings.map((heading) => heading.anchor) ?? [];
    if (anchor !== undefined) expect(anchors).toContain(anchor);
    // A reader who opens help on the dashboard has installed Docket already, so the help begins after that part.
    if (topic === 'first-day') expect(anchor).toBe('find-your-way');
    expect([path, manual.has('ru', topic)]).toEqual([path, true]);
  }
});

test('the dashboard’s link about checking signatures without a library leads to a section of the manual in each language', async () => {
  const manual = await loadManual();
  for (const [language, { connect }] of [
    ['en', EN],
    ['ru', RU],
  ] as const) {
    const anchors = manual.page(language, 'webhooks')?.headings.map(({ anchor }) => anchor) ?? [];
    expect(anchors).toContain(connect.noLibraryAnchor);
  }
});

test.each([
  ['backup', 'backups'],
  ['lightstream', 'litestream'],
  ['webhok', 'webhooks'],
  ['Restor', 'restore'],
  ['first', 'first-day'],
])('the topic nearest to %s is %s', (word, topic) => {
  expect(nearestTopics(word)[0]).toBe(topic);
});

test.each([80, 40])('no printed page is wider than a terminal of %d columns', async (columns) => {
  const manual = await loadManual();
  for (const topic of TOPICS) {
    const page = readFileSync(join(SRC, 'manual', `${topic}.md`), 'utf8');
    const code = [...page.matchAll(/^```[^\n]*\n(.*?)^```/gms)].flatMap(([, block = '']) => block.split('\n'));
    const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading);
    const asWritten = new Set([...code, ...headings]);
    // A word that is too long has its own line, and is not truncated.
    const wide = (manual.print(topic, columns) ?? '')
      .split('\n')
      .filter((line) => line.length > columns && !asWritten.has(line))
      .filter((line) => line.replace(/^[\s\-*•\d.]+/, '').includes(' '));
    expect([topic, wide]).toEqual([topic, []]);
  }
});

test('a block of code is printed unchanged, without indent or frame', async () => {
  const { print } = await loadManual();
  for (const topic of ['quickstart', 'following-along', 'receivers']) {
    const page = readFileSync(join(SRC, 'manual', `${topic}.md`), 'utf8');
    const blocks = [...page.matchAll(/^```[^\n]*\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(2);
    for (const columns of [80, 40]) {
      const text = print(topic, columns) ?? '';
      expect(blocks.filter((block) => !text.includes(`\n\n${block}\n`) && !text.endsWith(`\n\n${block}`))).toEqual([]);
    }
  }
});

test('a link within a page is printed without its address', async () => {
  const { print } = await loadManual();
  expect(print('errors', 80)).toContain('order_status_conflict');
  for (const topic of TOPICS) expect([topic, print(topic, 80)?.match(/\(\s*#/)]).toEqual([topic, null]);
});

test('a table on a narrow terminal becomes a list of complete words', async () => {
  const { print } = await loadManual();
  const narrow = print('errors', 40) ?? '';
  expect(narrow).not.toContain('+---');
  for (const word of ['order_reference_conflict', 'unsupported_media_type', 'Retry-After']) {
    expect(narrow).toContain(word);
  }
  expect(print('errors', 80)).toContain('+---');
});

test('a word unlike every topic has no nearest topic, even if it is very long', () => {
  expect(nearestTopics('zzzzzz')).toEqual([]);
  expect(nearestTopics('z'.repeat(1_000_000))).toEqual([]);
});

function textsIn(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsIn) : [];
}

test.each([
  ['en', [EN, PAGES_EN, SETUP_EN, START_EN, ACCESS_EN], ['first-day', ...(PARTS[0]?.topics ?? []), 'mail']],
  ['ru', [RU, PAGES_RU, SETUP_RU, START_RU, ACCESS_RU], [...(PARTS[0]?.topics ?? []), 'mail']],
] as const)(
  'in the manual for owners (%s), each name in bold type also appears on the dashboard',
  (language, dictionaries, topics) => {
    const known = new Set(dictionaries.flatMap(textsIn));
    const strange = topics.flatMap((topic) => {
      const path = join(SRC, 'manual', language === 'ru' ? 'ru' : '', `${topic}.md`);
      return [...readFileSync(path, 'utf8').matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, name = '']) => name)
        .filter((name) => name !== '+' && !known.has(name))
        .map((name) => `${topic}: ${name}`);
    });
    expect(strange).toEqual([]);
  },
);

test('the manual has the same colors as the dashboard’s pages', () => {
  const tokens = (css: string): string[] => [...css.matchAll(/^ {2}--[\w-]+: [^;]+;/gm)].map(([one]) => one);
  const pages = tokens(readFileSync(join(SRC, 'dashboard/client/ui/look/tokens.css'), 'utf8'));
  expect(tokens(STYLE).length).toBeGreaterThan(15);
  expect(pages).toEqual(expect.arrayContaining(tokens(STYLE)));
});

test('a sentence of more than twenty words is reported with its line', () => {
  const long = Array.from({ length: 21 }, (_, at) => `word${at}`).join(' ');
  const page = [
    '# T',
    '',
    `Short one. ${long}.`,
    '',
    '```sh',
    long,
    '```',
    '',
    `| ${long} |`,
    '',
    '- a',
    `- ${long}`,
  ].join('\n');
  expect(checkSentences(page).map((problem) => problem.slice(0, 24))).toEqual(
    ['3 [sentence] has 21 words', '12 [sentence] has 21 word'].map((one) => one.slice(0, 24)),
  );
  expect(checkSentences(`${long.replace('word20', 'end.')} ${long.replace('word20', '`a b c`')}`)).toHaveLength(2);
});

test('a translated page that lacks a heading or has different code is reported', () => {
  const english = '# Mail\n\n## Set it up\n\n```sh run\ndocket mail test\n```\n\n## More\n';
  expect(checkTwin('# Почта\n\n## Настроить\n\n```sh\ndocket mail test\n```\n\n## Ещё\n', english)).toEqual([]);
  expect(checkTwin('# Почта\n\n## Настроить\n\n```sh\ndocket mail show\n```\n', english)).toEqual([
    '1 [headings] are not those of the English page; give each its place there',
    '1 [code] block 1 is not that of the English page; copy it',
  ]);
  expect(checkTwin('# Почта\n\n## Настроить\n\n## Ещё\n', english)).toEqual([
    '1 [code] block 1 is not that of the English page; copy it',
  ]);
  const flags = (...names: string[]): string => `# F\n\n${names.map((name) => `| \`${name}\` | x |`).join('\n')}\n`;
  expect(checkTwin(flags('--data DIR', '--port N'), flags('--data DIR', '--port N'))).toEqual([]);
  expect(checkTwin(flags('--data DIR'), flags('--data DIR', '--port N'))).toEqual([
    '1 [table] does not name in code what the tables of the English page name; give each row its place',
  ]);
});

test('a page that does not begin with its benefit for the reader is reported', () => {
  expect(checkOpening('# T\n\nAfter this page you can rest.\n', 'en')).toEqual([]);
  for (const page of [
    '# T\n\nThis page says more.\n',
    'T\n\nAfter this page you can rest.\n',
    '# T\nAfter this page you can\n',
  ]) {
    expect(checkOpening(page, 'en')).toHaveLength(1);
  }
});

test.each([
  ['`docket backups`', '1 [command] docket backups is no command'],
  ['`docket backup --kep 3`', '1 [flag] docket backup has no --kep'],
  ['```sh\nDOCKET_DATA=/x ./docket mail tset\n```', '2 [command] docket mail tset'],
  ['```sh run\necho | docket key list --scopes all\n```', '2 [flag] docket key list has no --scopes'],
])('a check of the manual reports the unknown command or flag in %s', (page, problem) => {
  const [first = '', ...more] = checkCommands(page, program, always);
  expect(first).toStartWith(problem);
  expect(more).toEqual([]);
});

test('a docket command on a manual page is reported unless a test runs it', () => {
  const page = '`docket backup list s3://a/b --json`, `docker exec docket docket check`, `--help`';
  expect(checkCommands(page, program, always)).toEqual([]);
  expect(checkCommands(page, program, (called) => called !== 'backup list')[0]).toStartWith(
    '1 [untried] docket backup list',
  );
  expect(checkFlags('`--keep 7`, `--kep`', new Set(['--keep']))).toEqual([
    '1 [flag] nothing of ours has --kep; name one that there is',
  ]);
});

test('a page that names an operator’s file must link to that file, and the executable must contain the file', async () => {
  const given = new Set(['nginx.conf']);
  const link = '[nginx.conf](../../scripts/deploy/nginx.conf)';
  expect(checkFiles(`${link}, \`docket help nginx.conf\`, \`scripts/deploy/try-unit.ts\``, given)).toEqual([]);
  expect(checkFiles('[x](../../scripts/deploy/x.yml)', given)).toEqual([
    expect.stringContaining('1 [file] x.yml is not'),
  ]);
  expect(checkFiles('`scripts/deploy/nginx.conf`', given)).toEqual([expect.stringContaining('without a link')]);
  expect(checkFiles('`docket help haproxy.cfg`', given)).toEqual([expect.stringContaining('prints no haproxy.cfg')]);
  const { files, page, print } = await loadManual();
  const deploy = join(SRC, '../scripts/deploy');
  for (const [name, text] of files) {
    if (name !== GRAFANA) expect([name, text]).toEqual([name, readFileSync(join(deploy, name), 'utf8')]);
  }
  expect(page('en', 'proxy')?.html).toContain('href="/docs/manual/files/nginx.conf"');
  expect(print('proxy', 80)).toContain('docket help nginx.conf');
});

test('each panel of the Grafana dashboard has its own id and position, and a data source', async () => {
  const { files } = await loadManual();
  const { panels } = JSON.parse(new Map(files).get(GRAFANA) ?? '') as { panels: Panel[] };
  expect(panels.length).toBeGreaterThan(20);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  expect(panels.filter(({ type, datasource }) => type !== 'row' && datasource?.uid !== '${datasource}')).toEqual([]);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)} ${y + Math.floor(nth / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
});

test('an environment variable that is never read is reported with the nearest known name', () => {
  const known = {
    DOCKET_TRUST_PROXY: '1',
    DOCKET_SHOW_PLANS: 'on',
    DOCKET_BUILD_COMMIT: 'x',
    DOCKET_TEST_FOLDER: '/',
    DOCKET_BIN: 'x',
  };
  expect(
    strangeVariables({ ...known, PATH: '/bin', DOCKET_PASSWORD: 'x', DOCKET_REPLICA_KEY: 'x' }, program),
  ).toBeUndefined();
  expect(strangeVariables({ ...known, DOCKET_TRUST_PROXI: '1', DOCKET_QQQQQQQQQQQQQQ: 'secret' }, program)).toBe(
    'DOCKET_QQQQQQQQQQQQQQ, DOCKET_TRUST_PROXI (DOCKET_TRUST_PROXY?)',
  );
});

test('the manual’s page of receivers has all four receivers with code and commands', () => {
  expect(RECEIVERS.map(({ language }) => language)).toEqual(['TypeScript', 'Python', 'PHP', 'Go']);
  expect(RECEIVERS.filter(({ code, commands }) => code === '' || commands.length === 0)).toEqual([]);
});

test('the manual’s page on capacity begins with the lines “Orders a day”, “Disk” and “Memory”', () => {
  const page = readFileSync(join(import.meta.dir, '../../src/manual/capacity.md'), 'utf8');
  const [, , lines = ''] = page.split('\n\n');
  expect(lines.split('\n').map((line) => /^- \*\*(.*?):\*\*/.exec(line)?.[1])).toEqual([
    'Orders a day',
    'Disk',
    'Memory',
  ]);
  expect(page.length).toBeLessThan(4_000);
  expect(page).not.toContain('| call |');
});
