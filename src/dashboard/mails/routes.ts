import { listMails } from '../../mail/index.ts';
import { type Desk, group, shown } from '../desk/index.ts';
import { Mail, MailsAnswer } from './answers.ts';

/** Routes of Docket's mails to the owners of a workspace. Without a mail server, owners read them only here. */
export const mailRoutes = (desk: Desk) =>
  group(desk, 'mails').get(
    '/app/api/workspaces/:workspace/mails',
    ({ ctx }) => {
      const mails = listMails(ctx.storage, ctx.workspace.seq);
      return { mails: mails.map((mail) => shown(Mail, mail)) };
    },
    { owner: true, response: MailsAnswer },
  );
