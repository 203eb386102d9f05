import type { Command } from 'commander';
import { UsageError } from '../base/index.ts';
import {
  foundTitle,
  loadManual,
  type Manual,
  nearestTopics,
  PARTS,
  type SearchHit,
  textColumns,
} from '../manual/index.ts';
import type { Shell } from './shell.ts';

export function addHelp(program: Command, shell: Shell): void {
  program.helpCommand(false);
  program
    .command('help')
    .description('print a page of the manual, or search it; without a topic, list the topics')
    .argument('[words...]', 'a topic, such as backups, or words to search for')
    .action(async (words: readonly string[]) => {
      const manual = await loadManual();
      const asked = words.join(' ');
      const file = manual.files.get(asked);
      if (words.length === 0) shell.out(topics(manual, shell.columns));
      else if (file === undefined) shell.out(about(program, manual, asked, shell.columns));
      else shell.out(file);
    });
}

function topics(manual: Manual, columns: number): string {
  const parts = PARTS.map(({ name, topics: own }) => {
    const lines = own.map((one) => `  ${one.padEnd(TOPIC_CHARS)}${manual.title('en', one)}\n`);
    return `${name.en}:\n${lines.join('')}\n`;
  });
  const ways = [
    'docket help TOPIC prints a page, docket help WORD finds the pages on a word.',
    'docket help nginx.conf prints a file of docket files.',
    'docket COMMAND --help lists the flags of a command.',
  ];
  return [...parts, ...ways.map((way) => wrapped(way, columns, ''))].join('');
}

const TOPIC_CHARS = 26;

function about(program: Command, manual: Manual, asked: string, columns: number): string {
  const page = manual.print(asked, columns);
  const command = program.commands.find((one) => one.name() === asked);
  const text = page ?? command?.helpInformation();
  const found = manual.search.en.find(asked);
  if (text === undefined && found.length === 0) throw new UsageError(unknownTopic(asked));
  return [text, found.length === 0 ? undefined : foundText(found, columns)]
    .filter((one) => one !== undefined)
    .join('\n');
}

function foundText(found: readonly SearchHit[], columns: number): string {
  const items = found.map((one) => `  ${one.topic}: ${foundTitle(one)}\n${wrapped(one.line, columns, '      ')}`);
  return `${wrapped('Found in the manual (docket help TOPIC prints the page):', columns, '')}${items.join('')}`;
}

function wrapped(text: string, columns: number, indent: string): string {
  const lines = Bun.wrapAnsi(text, textColumns(columns) - indent.length).split('\n');
  return lines.map((line) => `${indent}${line.trim()}\n`).join('');
}

function unknownTopic(topic: string): string {
  const nearest = nearestTopics(topic);
  const hint = nearest.length === 0 ? '' : `the nearest: ${nearest.join(', ')}; `;
  return `there is no topic "${topic}", and no page with these words; ${hint}docket help lists all topics`;
}
