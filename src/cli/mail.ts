import type { Command } from 'commander';
import { createMailer, describeMailServer, UsageError } from '../base/index.ts';
import { type MailInForce, mailerInForce, readMailServer, removeMailServer } from '../mail-server/index.ts';
import { keyFilePath, type Storage } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { addStoreCommand, addWorkspaceFlag, COMMAND_ACTOR, getWorkspace, type Run } from './command.ts';
import { addFlag, givenMailOf } from './flags.ts';
import { addMailSet } from './mail-set.ts';
import type { Shell } from './shell.ts';
import { printFailure, recipientsOf, testMailTo } from './test-mail.ts';

export function addMail(program: Command, shell: Shell): void {
  const group = program.command('mail').description('the mail server, and mails to owners');
  addTest(group, shell);
  addMailSet(group, shell);
  addShow(group, shell);
  addClear(group, shell);
}

const inForce = (run: Run, storage: Storage): MailInForce =>
  readMailServer(storage.read, keyFilePath(storage.path), givenMailOf(run.flags));

function addServerFlags(command: Command): void {
  addFlag(
    command,
    'smtp-url',
    'url',
    'mail server, such as smtps://user:password@mail.example.com; default the saved one',
  );
  addFlag(command, 'mail-from', 'address', 'sender; default the saved one');
}

function addTest(group: Command, shell: Shell): void {
  const help = 'send a test mail, and say at which step it failed';
  const command = addStoreCommand(group, shell, 'test', help, async (run, storage) => {
    const workspace = getWorkspace(storage, run.flags.text('workspace'));
    const mailer = mailerInForce(inForce(run, storage), createMailer);
    if (mailer === undefined) {
      throw new UsageError(
        'there is no mail server: save one with docket mail set or in the dashboard, or say --smtp-url (or set DOCKET_SMTP_URL)',
      );
    }
    const recipients = recipientsOf(run, storage, workspace);
    for (const { email, language } of recipients) {
      const result = await mailer.send(testMailTo(run, workspace.name, email, language));
      if (!result.ok) return printFailure(run, email, result);
    }
    const sent = recipients.map(({ email }) => email);
    run.print({ ok: true, to: sent }, [`the mail server took a test mail for ${sent.join(', ')}`]);
    return undefined;
  });
  addServerFlags(command);
  addFlag(command, 'to', 'address', 'recipient; default the owners of the workspace');
  addWorkspaceFlag(command);
}

function addShow(group: Command, shell: Shell): void {
  const help = 'say which mail server is in use, and what sets it';
  const command = addStoreCommand(group, shell, 'show', help, async (run, storage) => {
    const found = inForce(run, storage);
    const given = givenMailOf(run.flags);
    const document = { kind: found.kind, server: serverOf(found), setBy: given.smtpUrl?.by ?? null };
    run.print(document, linesOf(found, given.smtpUrl?.by ?? ''));
  });
  addServerFlags(command);
}

const serverOf = (found: MailInForce) => {
  if (found.kind === 'none') return null;
  return found.kind === 'locked' ? found.saved : describeMailServer(found.settings);
};

function linesOf(found: MailInForce, by: string): string[] {
  if (found.kind === 'none') return ['there is no mail server: mails are only written to the log'];
  if (found.kind === 'locked') {
    const { host, port } = found.saved;
    return [`${host}:${port} is saved, but its password must be entered again: mail.key is missing or has changed`];
  }
  const { host, port, encryption, user, from } = describeMailServer(found.settings);
  const source = found.kind === 'given' ? `set by ${by}` : 'saved';
  return [`${host}:${port}, encryption ${encryption}, user ${user ?? '(none)'}, sender ${from}; ${source}`];
}

function addClear(group: Command, shell: Shell): void {
  addStoreCommand(group, shell, 'clear', 'forget the saved mail server and its password', async (run, storage) => {
    const first = findFirstWorkspace(storage.read);
    await removeMailServer({ storage, actor: COMMAND_ACTOR, workspaceSeq: first?.seq });
    run.print({ ok: true }, ['no mail server is saved any more']);
  });
}
