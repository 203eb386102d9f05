import { type MailResult, toIso, toLanguage, UsageError } from '../base/index.ts';
import { testMail } from '../mail/index.ts';
import { ownersOf } from '../people/index.ts';
import type { Storage } from '../storage/index.ts';
import type { Workspace } from '../workspaces/index.ts';
import type { Run } from './command.ts';

interface Recipient {
  readonly email: string;
  readonly language: string;
}

/** @throws UsageError if there is no recipient */
export function recipientsOf({ flags }: Run, storage: Storage, workspace: Workspace | undefined): readonly Recipient[] {
  const owners = workspace === undefined ? [] : ownersOf(storage.read, workspace.seq);
  const to = flags.text('to');
  const recipients = to === undefined ? owners : [{ email: to, language: owners[0]?.language ?? 'en' }];
  if (recipients.length === 0) throw new UsageError('the workspace has no owner: say --to', 1);
  return recipients;
}

export function testMailTo({ shell }: Run, workspaceName: string, email: string, language: string) {
  const nowMs = shell.world.clock.now();
  const read = toLanguage(language);
  const worded = testMail(read, { workspaceName, sentAt: toIso(nowMs) });
  return { to: email, ...worded, messageId: shell.world.newId(nowMs) };
}

/**
 * OpenSSL's message about a server that does not begin with TLS. Advice is added, because the message does not help a
 * reader.
 */
const NO_TLS_FIRST = /WRONG_VERSION_NUMBER/i;

export function sayMailFailure({ step, reason }: MailResult & { readonly ok: false }): string {
  const advice = NO_TLS_FIRST.test(reason)
    ? '; the server does not begin with TLS on this port: say --smtp-tls starttls, or smtp:// in place of smtps:// in an address (usually port 587)'
    : '';
  return `${step}: ${reason}${advice}`;
}

export function printFailure(run: Run, to: string, result: MailResult & { readonly ok: false }): number {
  const { step, reason } = result;
  run.print({ ok: false, to, step, reason }, [`the mail to ${to} failed at the step ${sayMailFailure(result)}`]);
  return 1;
}
