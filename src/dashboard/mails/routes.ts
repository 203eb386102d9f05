import { Elysia } from 'elysia';
import { toIso } from '../../base/index.ts';
import { listMails } from '../../mail/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { MailsAnswer } from './answers.ts';

/** What Docket wrote to the owners of a workspace; without a mail server this is where they can read it. */
export function mailRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'mails' }).use(admissionPlugin(deps)).get(
    '/app/api/workspaces/:workspace/mails',
    ({ request }) => {
      const mails = listMails(deps.storage, memberOf(request).workspace.seq);
      return answer(deps, request, { mails: mails.map((mail) => ({ ...mail, createdAt: toIso(mail.createdAt) })) });
    },
    { admit: { who: 'owner' }, response: MailsAnswer },
  );
}
