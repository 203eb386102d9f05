import type { Command } from 'commander';
import { parseChoice, UsageError } from '../base/index.ts';
import { checkFirstOwner, hasPeople, setUp } from '../people/index.ts';
import { addCommand, COMMAND_ACTOR, withStorage } from './command.ts';
import { addFlag, dataDirOf, readSecret } from './flags.ts';
import { languageOf, type Shell } from './shell.ts';

export const PLANS = ['free', 'pro', 'business'] as const;

export function addInit(program: Command, shell: Shell): void {
  const help = 'create the owner and the workspace, without a browser';
  const command = addCommand(program, shell, 'init', help, async (run) => {
    const { flags } = run;
    const given = {
      workspace: {
        name: flags.required('workspace'),
        plan: parseChoice('--plan', flags.text('plan') ?? 'pro', PLANS),
        timeZone: flags.text('time-zone') ?? 'UTC',
      },
      email: flags.required('email'),
      password: flags.required('password'),
    };
    const input = {
      ...given,
      password: (await readSecret(shell, flags, 'password')) ?? '',
      language: languageOf(shell),
    };
    checkFirstOwner(input);
    const created = await withStorage(
      run,
      async (storage) => {
        const refused = `${dataDirOf(shell, flags)} has an owner already; docket owner create adds people`;
        if (hasPeople(storage)) throw new UsageError(refused, 1);
        try {
          return await setUp({ storage, actor: COMMAND_ACTOR }, input);
        } catch (error) {
          // Another process may have created an owner after the check. Then the message says so.
          throw hasPeople(storage) ? new UsageError(refused, 1) : error;
        }
      },
      'create',
    );
    run.print(created, [
      `workspace ${created.workspaceId} and its owner ${created.ownerId} are ready`,
      'next: docket key create --name Site --source site --scopes all',
    ]);
  });
  addFlag(command, 'workspace', 'name', 'name of the business');
  addFlag(command, 'email', 'address', 'email of the owner');
  addFlag(command, 'password', 'text', 'password of the owner, at least 8 characters; - reads it from standard input');
  addFlag(command, 'plan', 'plan', `${PLANS.join(', ')}; default pro`);
  addFlag(command, 'time-zone', 'zone', 'such as Europe/Moscow; default UTC');
}
