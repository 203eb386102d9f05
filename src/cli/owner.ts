import type { Command } from 'commander';
import { parseChoice, parsePublicUrl, toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import {
  addPerson,
  countPasskeys,
  createOneTimeLink,
  dropPasskeys,
  dropSecondFactor,
  findPersonByEmail,
  hasPeople,
  hasSecondFactor,
  LINK_LIFETIME_MS,
  listPeople,
} from '../workspaces/index.ts';
import { addCommand, COMMAND_ACTOR, getWorkspace, type Run, table, withStorage } from './command.ts';
import { addFlag, addSwitch, readSecret } from './flags.ts';
import type { Shell } from './shell.ts';

const ROLES = ['owner', 'manager', 'viewer'] as const;
const DEFAULT_URL = 'http://127.0.0.1:8080';

export function addOwner(program: Command, shell: Shell): void {
  const group = program.command('owner').description('people of a workspace');
  addCreate(group, shell);
  addList(group, shell);
  addResetPassword(group, shell);
  addSetupLink(group, shell);
}

/** @param page `setup` or `reset` */
export const oneTimeUrl = (publicUrl: string, page: string, token: string): string =>
  `${publicUrl}/app/${page}#${token}`;

function publicUrlOf(run: Run): string {
  const text = run.flags.text('public-url');
  return text === undefined ? DEFAULT_URL : parsePublicUrl('--public-url', text);
}

const lifetime = (): string => `works once, for ${LINK_LIFETIME_MS / 60_000} minutes`;

function addPublicUrl(command: Command): void {
  addFlag(command, 'public-url', 'url', `where the server is reached; default ${DEFAULT_URL}`);
}

function addCreate(group: Command, shell: Shell): void {
  const command = addCommand(
    group,
    shell,
    'create',
    'add a person; without a password, prints a link to choose one',
    async (run) => {
      const { flags } = run;
      const email = flags.required('email');
      const role = parseChoice('--role', flags.text('role') ?? 'owner', ROLES);
      const password = await readSecret(shell, flags, 'password');
      const url = publicUrlOf(run);
      return withStorage(run, async (storage) => {
        const workspace = getWorkspace(storage, flags.text('workspace'));
        const person = await addPerson(storage, workspace, { email, password, role }, COMMAND_ACTOR);
        const token =
          password === undefined
            ? await createOneTimeLink(storage, shell.world.random, 'reset', person.seq)
            : undefined;
        const link = token === undefined ? undefined : oneTimeUrl(url, 'reset', token);
        const lines = [
          `${role} ${email} is in the workspace`,
          ...(link === undefined ? [] : [`${link}  (${lifetime()})`]),
        ];
        run.print({ id: person.id, email, role, ...(link === undefined ? {} : { link }) }, lines);
        return undefined;
      });
    },
  );
  addFlag(command, 'email', 'address', 'e-mail of the person');
  addFlag(command, 'password', 'text', 'password; - reads it from standard input');
  addFlag(command, 'role', 'role', `${ROLES.join(', ')}; default owner`);
  addFlag(command, 'workspace', 'id', 'workspace, where there are several');
  addPublicUrl(command);
}

function addList(group: Command, shell: Shell): void {
  const command = addCommand(group, shell, 'list', 'show the people of a workspace', (run) =>
    withStorage(run, async (storage) => {
      const people = listPeople(storage, getWorkspace(storage, run.flags.text('workspace')));
      const shown = people.map((person) => ({
        ...person,
        createdAt: toIso(person.createdAt),
        lastSeenAt: toIsoOrNull(person.lastSeenAt),
      }));
      const rows = shown.map((person) => [
        person.id,
        person.role,
        person.hasPassword ? 'active' : 'invited',
        person.email,
      ]);
      run.print(shown, rows.length === 0 ? ['nobody yet'] : table([['id', 'role', 'state', 'email'], ...rows]));
      return undefined;
    }),
  );
  addFlag(command, 'workspace', 'id', 'workspace, where there are several');
}

function addResetPassword(group: Command, shell: Shell): void {
  const command = addCommand(
    group,
    shell,
    'reset-password',
    'print a one-time link to choose a new password',
    async (run) => {
      const email = run.flags.required('email');
      const url = publicUrlOf(run);
      return withStorage(run, async (storage) => {
        const person = findPersonByEmail(storage, email);
        if (person === undefined)
          throw new UsageError(`nobody here has the e-mail ${email}; docket owner list shows who does`, 1);
        if (run.flags.on('drop-second-factor')) await dropSecondFactor(storage, person, COMMAND_ACTOR);
        if (run.flags.on('drop-passkeys')) await dropPasskeys(storage, person, COMMAND_ACTOR);
        const passkeys = countPasskeys(storage, person.seq);
        const secondFactor = hasSecondFactor(storage.read, person.seq);
        const token = await createOneTimeLink(storage, shell.world.random, 'reset', person.seq);
        const link = oneTimeUrl(url, 'reset', token);
        const stays =
          'signing in still asks for the code from their app, or a recovery code; are both lost, add --drop-second-factor';
        const open = `passkeys that go on opening the account: ${passkeys}; to remove them, add --drop-passkeys`;
        run.print({ link, secondFactor, passkeys }, [
          `${link}  (${lifetime()})`,
          ...(secondFactor ? [stays] : []),
          ...(passkeys > 0 ? [open] : []),
        ]);
        return undefined;
      });
    },
  );
  addFlag(command, 'email', 'address', 'e-mail of the person');
  addSwitch(command, 'drop-second-factor', 'sign in without the code from an app from now on');
  addSwitch(command, 'drop-passkeys', 'remove all passkeys of the person');
  addPublicUrl(command);
}

function addSetupLink(group: Command, shell: Shell): void {
  const command = addCommand(
    group,
    shell,
    'setup-link',
    'print a new link that creates the first owner',
    async (run) => {
      const url = publicUrlOf(run);
      return withStorage(run, async (storage) => {
        if (hasPeople(storage))
          throw new UsageError('there is an owner already; docket owner reset-password lets them in again', 1);
        const token = await createOneTimeLink(storage, shell.world.random, 'setup', null);
        const link = oneTimeUrl(url, 'setup', token);
        run.print({ link }, [`${link}  (${lifetime()})`]);
        return undefined;
      });
    },
  );
  addPublicUrl(command);
}
