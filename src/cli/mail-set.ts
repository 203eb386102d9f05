import type { Command } from 'commander';
import { createMailer, type MailSettings, parseChoice, parsePort } from '../base/index.ts';
import { MAIL_TLS, type MailServerInput, saveMailServer } from '../mail-server/index.ts';
import type { Storage } from '../storage/index.ts';
import { findFirstWorkspace } from '../workspaces/index.ts';
import { addCommand, COMMAND_ACTOR, type Run, withStorage } from './command.ts';
import { addFlag, givenMailOf, readSecret } from './flags.ts';
import type { Shell } from './shell.ts';
import { printFailure, recipientsOf, testMailTo } from './test-mail.ts';

/** The default port for each kind of encryption (RFC 8314). */
const DEFAULT_PORTS = { implicit: '465', starttls: '587', none: '25' } as const;

export function addMailSet(group: Command, shell: Shell): void {
  const command = addCommand(group, shell, 'set', 'save a mail server, once it has taken a test mail', async (run) => {
    const input = await readInput(run);
    return withStorage(run, (storage) => save(run, storage, input));
  });
  addFlag(command, 'smtp-host', 'name', 'name or address of the mail server');
  addFlag(command, 'smtp-port', 'number', 'default 465 with implicit, 587 with starttls, 25 with none');
  addFlag(command, 'smtp-tls', 'mode', `${MAIL_TLS.join(', ')} (towards this machine alone); default implicit`);
  addFlag(command, 'smtp-user', 'name', 'user; default none');
  addFlag(command, 'smtp-password', 'text', 'password; - reads it from standard input; default the saved one');
  addFlag(command, 'smtp-sender', 'address', 'sender of the mails');
  addFlag(command, 'to', 'address', 'recipient of the test mail; default the first owner of the first workspace');
}

async function readInput({ shell, flags }: Run): Promise<MailServerInput> {
  const tls = parseChoice('--smtp-tls', flags.text('smtp-tls') ?? 'implicit', MAIL_TLS);
  return {
    tls,
    host: flags.required('smtp-host'),
    port: parsePort('--smtp-port', flags.text('smtp-port') ?? DEFAULT_PORTS[tls]),
    user: flags.text('smtp-user') ?? '',
    password: await readSecret(shell, flags, 'smtp-password'),
    sender: flags.required('smtp-sender'),
  };
}

async function save(run: Run, storage: Storage, input: MailServerInput): Promise<number | undefined> {
  const first = findFirstWorkspace(storage.read);
  const [recipient] = recipientsOf(run, storage, first);
  const { email, language } = recipient ?? { email: '', language: 'en' };
  const mail = testMailTo(run, first?.name ?? 'Docket', email, language);
  const ctx = {
    storage,
    random: run.shell.world.random,
    given: givenMailOf(run.flags),
    actor: COMMAND_ACTOR,
    workspaceSeq: first?.seq,
    tryOut: (settings: MailSettings) => createMailer(settings).send(mail),
  };
  const result = await saveMailServer(ctx, input);
  if (!result.ok) return printFailure(run, email, result);
  run.print({ ok: true, to: email }, [`saved: the mail server took a test mail for ${email}`]);
  return undefined;
}
