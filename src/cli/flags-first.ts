import type { Command } from 'commander';

/** Flags that every command accepts (contract, section 1). If a flag has a value, the next word is the value. */
const COMMON: ReadonlyMap<string, { readonly hasValue: boolean }> = new Map([
  ['--data', { hasValue: true }],
  ['--config', { hasValue: true }],
  ['--json', { hasValue: false }],
]);

/**
 * Moves flags from before a command to after it: `docket --data DIR key list` is `docket key list --data DIR`. If the
 * word after the flags is not a command, the flags are put last. The error message then names this word, not a flag.
 */
export function commandFirst(argv: readonly string[], program: Command): string[] {
  const [names, flags]: [string[], string[]] = [[], []];
  let [command, at] = [program, 0];
  for (let length = 1; length > 0; at += length) {
    const word = argv[at] ?? '';
    const child = command.commands.find((one) => one.name() === word);
    length = child === undefined ? lengthOfFlag(word) : 1;
    if (child === undefined) flags.push(...argv.slice(at, at + length));
    else {
      names.push(word);
      command = child;
    }
  }
  const rest = argv.slice(at);
  const isLeaf = command.commands.length === 0;
  return isLeaf ? [...names, ...flags, ...rest] : [...names, ...rest, ...flags];
}

/** Returns how many words a flag and its value take up; 0 if the word is none of the `COMMON` flags. */
function lengthOfFlag(word: string): number {
  const [name = '', value] = word.split('=', 2);
  const flag = COMMON.get(name);
  if (flag === undefined || (value !== undefined && !flag.hasValue)) return 0;
  return flag.hasValue && value === undefined ? 2 : 1;
}
