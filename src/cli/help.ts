import type { Command } from 'commander';
import { UsageError } from '../base/index.ts';
import { loadManual, type Manual, nearestTopics, PARTS } from '../manual/index.ts';
import type { Shell } from './shell.ts';

/**
 * `docket help`: the topics of the manual, a page of it, or a file that a page names. For any other word: the help of the command of
 * that name, and the pages with a heading on it.
 */
export function addHelp(program: Command, shell: Shell): void {
  program.helpCommand(false);
  program
    .command('help')
    .description('print a page of the manual; without a topic, list the topics')
    .argument('[topic]', 'such as backups')
    .action(async (topic: string | undefined) => {
      const manual = await loadManual();
      if (topic === undefined) {
        const parts = PARTS.map(({ name, topics }) => `${name.en}:\n${linesOf(manual, topics)}\n`).join('');
        shell.out(
          `${parts}docket help TOPIC prints a page, docket help nginx.conf a file of docket files. docket COMMAND --help lists the flags of a command.\n`,
        );
        return;
      }
      const page = manual.print(topic) ?? manual.files.get(topic);
      if (page !== undefined) {
        shell.out(page);
        return;
      }
      const command = program.commands.find((one) => one.name() === topic);
      const about = manual.search.en.headed(topic);
      if (command === undefined && about.length === 0) throw new UsageError(unknownTopic(topic));
      command?.outputHelp();
      if (about.length > 0) shell.out(`${command === undefined ? '' : '\n'}Topics on it:\n${linesOf(manual, about)}`);
    });
}

const linesOf = (manual: Manual, topics: readonly string[]): string =>
  topics.map((one) => `  ${one.padEnd(26)}${manual.title('en', one)}\n`).join('');

function unknownTopic(topic: string): string {
  const nearest = nearestTopics(topic);
  const hint = nearest.length === 0 ? '' : `the nearest: ${nearest.join(', ')}; `;
  return `there is no topic "${topic}"; ${hint}docket help lists all topics`;
}
