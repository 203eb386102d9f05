import { listMails, type MailRecord } from '../../mail/index.ts';
import { answers, Count, closed, type Desk, group, Instant, list, nullable, shown, Text, word } from '../desk/index.ts';

const Mail = closed({
  kind: Text,
  recipient: Text,
  subject: Text,
  text: Text,
  state: word<MailRecord['state']>(),
  attempts: Count,
  lastError: nullable(Text),
  createdAt: Instant,
});
const MailsAnswer = answers(closed({ mails: list(Mail) }));

/**
 * Builds the route that lists Docket's mails to the owners of a workspace. Without a mail server, this list is the only
 * place to read them.
 */
export const mailRoutes = (desk: Desk) =>
  group(desk, 'mails').get(
    '/app/api/workspaces/:workspace/mails',
    ({ ctx }) => shown(MailsAnswer.data, { mails: listMails(ctx.storage, ctx.workspace.seq) }),
    { owner: true, response: MailsAnswer },
  );
