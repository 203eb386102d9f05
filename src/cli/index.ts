/**
 * The command line: one file a command.
 * Must never: hold a rule of the business; a command reads its flags, calls a verb and prints.
 */
export { runCommandLine } from './program.ts';
export type { Shell } from './shell.ts';
