import type { Command } from 'commander';
import { nearestWords } from '../base/index.ts';
import { variableOf } from './flags.ts';
import type { Shell } from './shell.ts';

/**
 * Variables that Docket knows although they have no command-line flag. Without this list, they would be reported as
 * unknown. The server, Litestream, builds, tests and code samples use these variables.
 */
const OTHERS =
  /^DOCKET_(SHOW_PLANS|REPLICA(_.*)?|BUILD_.*|TEST_.*|RELEASE_KEY|RECEIVER_PACKAGES|BIN|KEY|WEBHOOK_SECRET)$/;
export const STRANGE = 'variables that Docket does not know are passed over';
const MOST_NAMED = 10;
/** The log shows only names with Docket's prefix, and a limited number of them. */
const NAME = /^DOCKET_\w{1,60}$/;

export function strangeVariables(env: Shell['env'], program: Command): string | undefined {
  const known = variablesOf(program);
  const strange = Object.keys(env).filter((name) => NAME.test(name) && !known.has(name) && !OTHERS.test(name));
  if (strange.length === 0) return undefined;
  return strange
    .toSorted()
    .slice(0, MOST_NAMED)
    .map((name) => {
      // The common prefix is left out, because it would make any two names similar.
      const [meant] = nearestWords(
        name.slice('DOCKET_'.length),
        [...known].map((one) => one.slice('DOCKET_'.length)),
      );
      return meant === undefined ? name : `${name} (DOCKET_${meant}?)`;
    })
    .join(', ');
}

function variablesOf(command: Command): ReadonlySet<string> {
  const own = command.options.map((option) => variableOf(option.name()));
  return new Set([...own, ...command.commands.flatMap((child) => [...variablesOf(child)])]);
}
