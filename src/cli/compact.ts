import type { Command } from 'commander';
import { compactDatabase } from '../storage/index.ts';
import { addCommand } from './command.ts';
import { dataDirOf } from './flags.ts';
import type { Shell } from './shell.ts';

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export function addCompact(program: Command, shell: Shell): void {
  const help = 'rewrite the database without unused space; stop docket serve first';
  addCommand(program, shell, 'compact', help, async (run) => {
    const sizes = compactDatabase(dataDirOf(shell, run.flags), run.holder);
    run.print(sizes, [`the database took ${megabytes(sizes.before)} and takes ${megabytes(sizes.after)}`]);
  });
}
