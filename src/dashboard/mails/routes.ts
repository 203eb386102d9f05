import { Elysia } from 'elysia';
import { listMails } from '../../mail/index.ts';
import { type Desk, shown } from '../desk/index.ts';
import { Mail, MailsAnswer } from './answers.ts';

/** The mails of Docket to the owners of a workspace; without a mail server this is where they can read them. */
export const mailRoutes = (desk: Desk) =>
  new Elysia({ name: 'mails' }).use(desk).get(
    '/app/api/workspaces/:workspace/mails',
    ({ ctx }) => {
      const mails = listMails(ctx.storage, ctx.workspace.seq);
      return { mails: mails.map((mail) => shown(Mail, mail)) };
    },
    { owner: true, response: MailsAnswer },
  );
