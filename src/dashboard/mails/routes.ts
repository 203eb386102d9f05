import { listMails } from '../../mail/index.ts';
import { type Desk, group, shown } from '../desk/index.ts';
import { MailsAnswer } from './answers.ts';

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
