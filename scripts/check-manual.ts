import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { FILES } from '../src/manual/files.ts';
import { manualPages } from './check-docs.ts';
import { commandsOf, programOf, TABLE_NAMES, withTable } from './manual-tables.ts';
import { longSentences } from './sentences.ts';

const MANUAL = 'src/manual';
const OPENINGS = { en: 'After this page you can ', ru: 'После этой страницы вы сможете ' } as const;
const NEW_BLOCK = /^\s*(?:[-*]|\d+\.)\s|^#|^\s*$|^<!--|^\|/;
const OTHERS_FLAGS = new Set(['--read-only', '--cap-drop', '--system', '--group', '--restart']);

interface Line {
  readonly number: number;
  readonly text: string;
}

/** Empties code blocks and table rows without removing their lines, so that line numbers stay right. */
function proseOf(page: string): Line[] {
  let isCode = false;
  return page.split('\n').map((text, index) => {
    if (text.trimStart().startsWith('```')) {
      isCode = !isCode;
      return { number: index + 1, text: '' };
    }
    const prose = isCode || text.startsWith('|') ? '' : text;
    return { number: index + 1, text: prose.replaceAll(/`[^`]*`/g, 'code').replaceAll(/\]\([^)]*\)/g, ']') };
  });
}

function blocksOf(page: string): Line[] {
  const blocks: { number: number; text: string }[] = [];
  for (const { number, text } of proseOf(page)) {
    const last = blocks.at(-1);
    if (last === undefined || last.text === '' || NEW_BLOCK.test(text))
      blocks.push({ number, text: text.replace(NEW_BLOCK, '') });
    else last.text += ` ${text.trim()}`;
  }
  return blocks.filter(({ text }) => text !== '');
}

export function checkSentences(page: string): string[] {
  return blocksOf(page).flatMap(({ number, text }) => longSentences(text).map((problem) => `${number} ${problem}`));
}

export function checkOpening(page: string, language: keyof typeof OPENINGS): string[] {
  const [title = '', blank, opening = ''] = page.split('\n');
  if (title.startsWith('# ') && blank === '' && opening.startsWith(OPENINGS[language])) return [];
  return [`1 [opening] begin with a title, an empty line and "${OPENINGS[language].trim()} …"`];
}

/** Returns the first cells of table rows if they are code, such as the flags in a table of flags. */
const rowsOf = (page: string): string =>
  [...page.matchAll(/^\| *(`[^|]*`) *\|/gm)].map(([, names = '']) => names).join('\n');

export function checkTwin(page: string, english: string): string[] {
  const levels = (text: string): string =>
    [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+(?= )/gm)].map(([marks]) => marks.length).join(' ');
  const code = (text: string): string[] =>
    [...text.matchAll(/^```.*?^```/gms)].map(([block]) => block.replace('```sh run', '```sh'));
  const theirs = code(english);
  const own = code(page);
  const strange = own.findIndex((block, index) => block !== theirs[index]);
  const missing = own.length < theirs.length;
  return [
    ...(rowsOf(page) === rowsOf(english)
      ? []
      : ['1 [table] does not name in code what the tables of the English page name; give each row its place']),
    ...(levels(page) === levels(english)
      ? []
      : ['1 [headings] are not those of the English page; give each its place there']),
    ...(strange >= 0 || missing
      ? [`1 [code] block ${(strange >= 0 ? strange : own.length) + 1} is not that of the English page; copy it`]
      : []),
  ];
}

/** Returns the words after `docket` for each command in a shell text. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/(?:^|[|&;(]\s*|=\S+ )(?:\S*\/)?docket ([a-z][^\n|&;#`)]*)/gm)].map(([, rest = '']) =>
    rest.trim(),
  );
}

function shownCommands(page: string): Line[] {
  let language: string | undefined;
  return page.split('\n').flatMap((text, index) => {
    const fence = /^\s*```(\w*)/.exec(text);
    if (fence !== null) {
      language = language === undefined ? fence[1] : undefined;
      return [];
    }
    const found =
      language === undefined
        ? [...text.matchAll(/`([^`]+)`/g)].flatMap(([, span = '']) => commandsIn(span))
        : commandsIn(text);
    return language === undefined || language === 'sh' ? found.map((one) => ({ number: index + 1, text: one })) : [];
  });
}

function findCommand(program: Command, words: readonly string[]) {
  const known = commandsOf(program);
  for (let count = Math.min(2, words.length); count > 0; count -= 1) {
    const called = words.slice(0, count).join(' ');
    const found = known.find((one) => one.words.join(' ') === called);
    // A group without flags does nothing by itself: the next word must be one of its commands.
    const isGroup = found?.command.options.length === 0 && found.command.commands.length > 0;
    if (found !== undefined && !(isGroup && words.length > count)) return { called, ...found };
  }
  return undefined;
}

function flagsOf(command: Command): string[] {
  const above = command.parent === null ? [] : flagsOf(command.parent);
  return [...command.options.map(({ long }) => long ?? ''), ...above, '--help'];
}

export function checkCommands(page: string, program: Command, isRun: (called: string) => boolean): string[] {
  return shownCommands(page).flatMap(({ number, text }) => {
    const words = text.split(/\s+/);
    // Here `docket` is the name of a program or a container, and the next word is not a command.
    if (words[0] === 'docket' || /^docket\b/.test(text)) return [];
    const found = findCommand(program, words);
    if (found === undefined) return [`${number} [command] docket ${text} is no command; see docket --help`];
    const known = flagsOf(found.command);
    const strange = [...text.matchAll(/(?<=\s)--[a-z][a-z0-9-]*/g)].filter(([flag]) => !known.includes(flag));
    return [
      ...strange.map(([flag]) => `${number} [flag] docket ${found.called} has no ${flag}; see its --help`),
      ...(isRun(found.called)
        ? []
        : [`${number} [untried] docket ${found.called} is run by no test; mark its block "sh run"`]),
    ];
  });
}

export function checkFlags(page: string, known: ReadonlySet<string>): string[] {
  return page.split('\n').flatMap((line, index) =>
    [...line.matchAll(/`(--[a-z][a-z0-9-]*)[^`]*`/g)]
      .map(([, flag = '']) => flag)
      .filter((flag) => !known.has(flag))
      .map((flag) => `${index + 1} [flag] nothing of ours has ${flag}; name one that there is`),
  );
}

const DEPLOY = /(\]\((?:\.\.\/){2,3})?scripts\/deploy\/([\w.-]*\w)/g;
/**
 * The TypeScript files in scripts/deploy. The executable does not contain them, but pages may name them. A reader who
 * needs these files has the source code.
 */
const OF_THE_SOURCE = /\.ts$/;

export function checkFiles(page: string, given: ReadonlySet<string>): string[] {
  return page.split('\n').flatMap((line, index) => {
    const named = [...line.matchAll(DEPLOY)].filter(([, , name = '']) => !OF_THE_SOURCE.test(name));
    const asked = [...line.matchAll(/\bdocket help ([\w.-]*\w)/g)].map(([, topic = '']) => topic);
    return [
      ...named
        .filter(([, , name = '']) => !given.has(name))
        .map(([, , name]) => `${index + 1} [file] ${name} is not in the executable; add it to src/manual/files.ts`),
      ...named
        .filter(([, link]) => link === undefined)
        .map(
          ([, , name]) =>
            `${index + 1} [file] ${name} is named without a link; write [${name}](../../scripts/deploy/${name})`,
        ),
      ...asked
        .filter((topic) => topic.includes('.') && !given.has(topic))
        .map((topic) => `${index + 1} [file] docket help prints no ${topic}; name a file that it has`),
    ];
  });
}

function unnamedFiles(pages: readonly string[]): string[] {
  return Object.keys(FILES)
    .filter((name) => !pages.some((page) => page.includes(`[${name}](../../scripts/deploy/`)))
    .map((name) => `src/manual/files.ts:1 [file] no page leads to ${name}; link to it where it is needed`);
}

function textsOf(root: string, folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n');
}

/**
 * Returns a function that reports whether a command is tested. Either a test contains its list of arguments, or a page
 * has it in a `sh run` block.
 */
function runsIn(root: string, pages: readonly string[]): (called: string) => boolean {
  const tests = textsOf(root, 'test');
  const blocks = pages.flatMap((page) => [...page.matchAll(/^```sh run\n(.*?)^```/gms)].map(([, code = '']) => code));
  const run = blocks.flatMap(commandsIn);
  return (called) => {
    const words = called.split(' ');
    const listed = new RegExp(`['"]${words.join(`['"],\\s*['"]`)}['"]`);
    return listed.test(tests) || run.some((one) => one === called || one.startsWith(`${called} `));
  };
}

function checkManual(root: string): string[] {
  const program = programOf();
  const scripts = textsOf(root, 'scripts');
  const known = new Set([
    ...commandsOf(program).flatMap(({ command }) => flagsOf(command)),
    ...(scripts.match(/--[a-z][a-z0-9-]*/g) ?? []),
    ...OTHERS_FLAGS,
  ]);
  const given = new Set(Object.keys(FILES));
  const pages = manualPages(root).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  const isRun = runsIn(
    root,
    pages.map(({ text }) => text),
  );
  const problems = pages.flatMap(({ path, text }) =>
    [
      ...checkOpening(text, dirname(path) === MANUAL ? 'en' : 'ru'),
      ...checkSentences(text),
      ...checkCommands(text, program, isRun),
      ...checkFlags(text, known),
      ...checkFiles(text, given),
      ...(dirname(path) === MANUAL ? [] : checkTwin(text, readFileSync(join(root, MANUAL, basename(path)), 'utf8'))),
    ].map((problem) => `${path}:${problem}`),
  );
  const stale = TABLE_NAMES.filter((name) => {
    const text = pages.find(({ path }) => path === `${MANUAL}/${name}.md`)?.text ?? '';
    return withTable(name, text, program) !== text;
  });
  return [
    ...problems,
    ...unnamedFiles(pages.map(({ text }) => text)),
    ...stale.map(
      (name) => `${MANUAL}/${name}.md:1 [table] is not what the code says; run bun scripts/manual-tables.ts`,
    ),
  ];
}

if (import.meta.main) {
  const problems = checkManual(resolve(import.meta.dir, '..'));
  process.stdout.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = problems.length === 0 ? 0 : 1;
}
