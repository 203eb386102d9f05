import { Elysia } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listMails } from '../../mail/index.ts';
import type { Desk } from '../desk/index.ts';
import { MailsAnswer } from './answers.ts';

/** What Docket wrote to the owners of a workspace; without a mail server this is where they can read it. */
export const mailRoutes = (desk: Desk) =>
  new Elysia({ name: 'mails' }).use(desk).get(
    '/app/api/workspaces/:workspace/mails',
    ({ ctx }) => {
      const mails = listMails(ctx.storage, ctx.workspace.seq);
      return { mails: mails.map((mail) => ({ ...mail, createdAt: toIso(mail.createdAt) })) };
    },
    { owner: true, response: MailsAnswer },
  );
