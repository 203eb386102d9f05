import type { Command } from 'commander';
import { UsageError } from '../base/index.ts';
import { loadManual, nearestTopics, PARTS } from '../manual/index.ts';
import type { Shell } from './shell.ts';

/** `docket help`: the topics of the manual, a page of it, a file that a page names, or, for a word that is a command alone, that command's help. */
export function addHelp(program: Command, shell: Shell): void {
  program.helpCommand(false);
  program
    .command('help')
    .description('print a page of the manual; without a topic, list the topics')
    .argument('[topic]', 'such as backups')
    .action(async (topic: string | undefined) => {
      const manual = await loadManual();
      if (topic === undefined) {
        const lines = PARTS.flatMap(({ name, topics }) => [
          `${name.en}:`,
          ...topics.map((one) => `  ${one.padEnd(26)}${manual.title('en', one)}`),
          '',
        ]);
        shell.out(
          `${lines.join('\n')}\ndocket help TOPIC prints a page, docket help nginx.conf a file of docket files. docket COMMAND --help lists the flags of a command.\n`,
        );
        return;
      }
      const page = manual.print(topic) ?? manual.files.get(topic);
      const command = program.commands.find((one) => one.name() === topic);
      if (page !== undefined) shell.out(page);
      else if (command !== undefined) command.outputHelp();
      else throw new UsageError(unknownTopic(topic));
    });
}

function unknownTopic(topic: string): string {
  const nearest = nearestTopics(topic);
  const hint = nearest.length === 0 ? '' : `the nearest: ${nearest.join(', ')}; `;
  return `there is no topic "${topic}"; ${hint}docket help lists all topics`;
}
