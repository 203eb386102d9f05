import type { Command } from 'commander';
import { parseChoice, parsePublicUrl, toIso, toIsoOrNull, UsageError } from '../base/index.ts';
import {
  addByLink,
  addPerson,
  countPasskeys,
  createOneTimeLink,
  dropPasskeys,
  dropSecondFactor,
  findPersonByEmail,
  hasPeople,
  hasSecondFactor,
  isMadeElsewhere,
  LINK_LIFETIME_MS,
  linkAt,
  listInvitations,
  listPeople,
  type Person,
  renewByCommand,
  vouchForPerson,
} from '../people/index.ts';
import { ROLES, readServing, type Storage } from '../storage/index.ts';
import { accessHeldAt } from '../workspaces/index.ts';
import {
  addCommand,
  addStoreCommand,
  addWorkspaceFlag,
  COMMAND_ACTOR,
  getWorkspace,
  listing,
  type Run,
  withStorage,
} from './command.ts';
import { addFlag, addSwitch, dataDirOf, readSecret } from './flags.ts';
import type { Shell } from './shell.ts';

const DEFAULT_URL = 'http://127.0.0.1:8080';

export function addOwner(program: Command, shell: Shell): void {
  const group = program.command('owner').description('people of a workspace');
  addCreate(group, shell);
  addList(group, shell);
  addResetPassword(group, shell);
  addVouch(group, shell);
  addSetupLink(group, shell);
}

export const setupUrl = (publicUrl: string, token: string): string => `${publicUrl}/app/setup#${token}`;

function publicUrlOf(run: Run): string {
  const text = run.flags.text('public-url');
  if (text !== undefined) return parsePublicUrl('--public-url', text);
  const said = readServing(dataDirOf(run.shell, run.flags))?.publicUrl;
  return said === undefined ? DEFAULT_URL : parsePublicUrl('serve.json', said);
}

const lifetime = (): string => `works once, for ${LINK_LIFETIME_MS / 60_000} minutes`;

function addPublicUrl(command: Command): void {
  addFlag(
    command,
    'public-url',
    'url',
    `where the server is reached; default what the running server says, else ${DEFAULT_URL}`,
  );
}

function addCreate(group: Command, shell: Shell): void {
  const help = 'add a person; without a password, prints a link to choose one';
  const command = addCommand(group, shell, 'create', help, async (run) => {
    const { flags } = run;
    const email = flags.required('email');
    const role = parseChoice('--role', flags.text('role') ?? 'owner', ROLES);
    const password = await readSecret(shell, flags, 'password');
    const url = publicUrlOf(run);
    return withStorage(run, async (storage) => {
      const workspace = getWorkspace(storage, flags.text('workspace'));
      const known = findPersonByEmail(storage.read, email);
      const isStrange = known !== undefined && isMadeElsewhere(storage.read, known);
      if (isStrange || (known === undefined && password === undefined)) {
        const { id, token } = await addByLink(
          { storage, random: shell.world.random, workspace, actor: COMMAND_ACTOR },
          { email, role },
        );
        const link = linkAt(url, token);
        run.print({ id, email, role, account: 'invited', vouched: false, link }, [
          `${role} ${email} joins the workspace once they follow the link`,
          `${link}  (${lifetime()})`,
          ...(isStrange ? [sayStrange(password !== undefined)] : []),
        ]);
        return;
      }
      const added = await addPerson({ storage, workspace, actor: COMMAND_ACTOR }, { email, password, role });
      run.print({ id: added.id, email, role, account: added.account, vouched: added.vouched }, [
        `${role} ${email} is in the workspace`,
        ...(added.account === 'existing' ? sayExisting(email, password !== undefined, added.vouched) : []),
      ]);
    });
  });
  addFlag(command, 'email', 'address', 'email of the person');
  addFlag(command, 'password', 'text', 'password; - reads it from standard input');
  addFlag(command, 'role', 'role', `${ROLES.join(', ')}; default owner`);
  addWorkspaceFlag(command);
  addPublicUrl(command);
}

const sayStrange = (gavePassword: boolean): string =>
  `somebody in another workspace made an account for this address, and nobody has confirmed it: by the link its reader takes it, with a new password${gavePassword ? '. The password given here was not used' : ''}`;

/**
 * Returns the message that a person already had an account. The account keeps its password when the person is added to
 * another workspace.
 */
function sayExisting(email: string, gavePassword: boolean, vouched: boolean): string[] {
  return [
    `${email} has an account already, and signs in to it as before${gavePassword ? '; the password given here was not used' : ''}`,
    ...(vouched
      ? [
          `nobody had confirmed this address yet: by this command you answer for the person who uses the account. If it is not theirs, docket owner reset-password --email ${email} takes it from them`,
        ]
      : []),
  ];
}

const stateOf = ({ hasPassword, unproved }: Pick<Person, 'hasPassword' | 'unproved'>): string => {
  if (!hasPassword) return 'invited';
  return unproved ? 'unconfirmed' : 'active';
};

function addList(group: Command, shell: Shell): void {
  const command = addStoreCommand(group, shell, 'list', 'show the people of a workspace', async (run, storage) => {
    const workspace = getWorkspace(storage, run.flags.text('workspace'));
    const invited = listInvitations({ storage, workspace }, { nowMs: run.shell.world.clock.now() });
    const people: Person[] = [...listPeople(storage, workspace), ...invited];
    const shown = people.map((person) => ({
      ...person,
      createdAt: toIso(person.createdAt),
      lastSeenAt: toIsoOrNull(person.lastSeenAt),
    }));
    const rows = shown.map((person) => [person.id, person.role, stateOf(person), person.email]);
    run.print(shown, listing(['id', 'role', 'state', 'email'], rows, 'nobody yet'));
  });
  addWorkspaceFlag(command);
}

const nobodyHas = (email: string): UsageError =>
  new UsageError(`nobody here has the email ${email}; docket owner list shows who does`, 1);

function addVouch(group: Command, shell: Shell): void {
  const help = 'confirm the address of an account, without a mail';
  const command = addStoreCommand(group, shell, 'vouch', help, async (run, storage) => {
    const email = run.flags.required('email');
    const person = findPersonByEmail(storage.read, email);
    if (person === undefined) throw nobodyHas(email);
    const vouched = await vouchForPerson({ storage, actor: COMMAND_ACTOR }, person);
    run.print({ email, vouched }, [
      vouched ? `the address ${email} counts as confirmed` : `the address ${email} was confirmed already`,
    ]);
  });
  addFlag(command, 'email', 'address', 'email of the person');
}

type Account = NonNullable<ReturnType<typeof findPersonByEmail>>;

async function printReset(run: Run, storage: Storage, person: Account, url: string): Promise<void> {
  if (run.flags.on('drop-second-factor')) await dropSecondFactor({ storage, actor: COMMAND_ACTOR }, person);
  if (run.flags.on('drop-passkeys')) await dropPasskeys({ storage, actor: COMMAND_ACTOR }, person);
  const taken = isMadeElsewhere(storage.read, person);
  const passkeys = taken ? 0 : countPasskeys(storage, person.seq);
  const secondFactor = !taken && hasSecondFactor(storage.read, person.seq);
  const token = await createOneTimeLink(
    { storage, random: run.shell.world.random },
    { purpose: 'reset', personSeq: person.seq },
  );
  const link = linkAt(url, token);
  const stays =
    'signing in still asks for the code from their app, or a recovery code; if both are lost, add --drop-second-factor';
  const open = `passkeys that go on opening the account: ${passkeys}; to remove them, add --drop-passkeys`;
  const takes =
    'nobody had confirmed this address: this link confirms it, and removes all passkeys and codes of the account';
  run.print({ link, secondFactor, passkeys }, [
    `${link}  (${lifetime()})`,
    ...(secondFactor ? [stays] : []),
    ...(passkeys > 0 ? [open] : []),
    ...(taken ? [takes] : []),
  ]);
}

async function printInvitation(run: Run, storage: Storage, email: string, url: string): Promise<void> {
  const renewed = await renewByCommand({ storage, random: run.shell.world.random }, email);
  if (renewed === undefined) throw nobodyHas(email);
  const link = linkAt(url, renewed.token);
  const joins = `there is no account for ${email} yet: by this link they join ${renewed.workspaceName}`;
  run.print({ link, secondFactor: false, passkeys: 0 }, [`${link}  (${lifetime()})`, joins]);
}

function addResetPassword(group: Command, shell: Shell): void {
  const help = 'print a one-time link to choose a new password';
  const command = addCommand(group, shell, 'reset-password', help, async (run) => {
    const email = run.flags.required('email');
    const url = publicUrlOf(run);
    return withStorage(run, async (storage) => {
      const person = findPersonByEmail(storage.read, email);
      await (person === undefined ? printInvitation(run, storage, email, url) : printReset(run, storage, person, url));
    });
  });
  addFlag(command, 'email', 'address', 'email of the person');
  addSwitch(command, 'drop-second-factor', 'sign in without the code from an app from now on');
  addSwitch(command, 'drop-passkeys', 'remove all passkeys of the person');
  addPublicUrl(command);
}

function addSetupLink(group: Command, shell: Shell): void {
  const help = 'print a new link that creates the first owner, or goes through what a restore brought back';
  const command = addCommand(group, shell, 'setup-link', help, async (run) => {
    const url = publicUrlOf(run);
    return withStorage(run, async (storage) => {
      if (hasPeople(storage) && accessHeldAt(storage.read) === undefined)
        throw new UsageError('there is an owner already; docket owner reset-password lets them in again', 1);
      const token = await createOneTimeLink(
        { storage, random: shell.world.random },
        { purpose: 'setup', personSeq: null },
      );
      const link = setupUrl(url, token);
      run.print({ link }, [`${link}  (${lifetime()})`]);
    });
  });
  addPublicUrl(command);
}
