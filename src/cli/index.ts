/**
 * The command line, with one file for each command. Must never: contain a business rule. A command reads its flags,
 * calls a function of another module and prints the result.
 */
export { runCommandLine } from './program.ts';
export type { Shell } from './shell.ts';
