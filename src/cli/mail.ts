import type { Command } from 'commander';
import { createMailer, toIso, UsageError } from '../base/index.ts';
import { type Language, testMail } from '../mail/index.ts';
import { ownersOf } from '../workspaces/index.ts';
import { addCommand, addWorkspaceFlag, getWorkspace, withStorage } from './command.ts';
import { addFlag } from './flags.ts';
import type { Shell } from './shell.ts';

export function addMail(program: Command, shell: Shell): void {
  const group = program.command('mail').description('mails to owners');
  const command = addCommand(group, shell, 'test', 'send a test mail, and say at which step it failed', (run) =>
    withStorage(run, async (storage) => {
      const { flags } = run;
      const workspace = getWorkspace(storage, flags.text('workspace'));
      const mailer = createMailer({ smtpUrl: flags.required('smtp-url'), from: flags.text('mail-from') });
      const owners = ownersOf(storage.read, workspace.seq);
      const to = flags.text('to');
      const recipients = to === undefined ? owners : [{ email: to, language: owners[0]?.language ?? 'en' }];
      if (recipients.length === 0) throw new UsageError('the workspace has no owner: say --to', 1);
      const sentAt = toIso(shell.world.clock.now());
      for (const { email, language } of recipients) {
        const read: Language = language === 'ru' ? 'ru' : 'en';
        const mail = testMail(read, { workspaceName: workspace.name, sentAt });
        const messageId = shell.world.newId(shell.world.clock.now());
        const result = await mailer.send({ to: email, ...mail, messageId });
        if (result.ok) continue;
        run.print({ ok: false, to: email, step: result.step, reason: result.reason }, [
          `the mail to ${email} failed at the step "${result.step}": ${result.reason}`,
        ]);
        return 1;
      }
      const sent = recipients.map(({ email }) => email);
      run.print({ ok: true, to: sent }, [`the mail server took a test mail for ${sent.join(', ')}`]);
      return undefined;
    }),
  );
  addFlag(command, 'smtp-url', 'url', 'mail server, such as smtps://user:password@mail.example.com');
  addFlag(command, 'mail-from', 'address', 'sender');
  addFlag(command, 'to', 'address', 'recipient; default the owners of the workspace');
  addWorkspaceFlag(command);
}
