import { Elysia, t } from 'elysia';
import { AppError, toIso } from '../../base/index.ts';
import { testMail } from '../../mail/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';

const Nothing = t.Object({}, { additionalProperties: false });
const BASE = '/app/api/workspaces/:workspace/mail';

/** The mail server that Docket was started with, and a mail to oneself that tries it. */
export function mailSettingsRoutes(deps: DashboardDeps) {
  const { throttle, world, host } = deps;
  return new Elysia({ name: 'mail-settings' })
    .use(admissionPlugin(deps))
    .get(BASE, ({ request }) => answer(deps, request, { server: host.mailServer ?? null }), {
      admit: { who: 'owner' },
    })
    .post(
      `${BASE}/test`,
      async ({ request }) => {
        const { person } = signedOf(request).session;
        if (host.mailer === undefined) throw new AppError('not_found', 'No mail server is set.');
        // Docket must not be made to flood a mailbox.
        throttle.spend([`test mail of ${person.id}`]);
        const sentAt = toIso(world.clock.now());
        const facts = { workspaceName: memberOf(request).workspace.name, sentAt };
        const worded = testMail(person.language === 'ru' ? 'ru' : 'en', facts);
        const messageId = world.newId(world.clock.now());
        const result = await host.mailer.send({ to: person.email, ...worded, messageId });
        const failed = result.ok ? null : { step: result.step, reason: result.reason };
        return answer(deps, request, { to: person.email, failed });
      },
      { admit: { who: 'owner' }, body: Nothing },
    );
}
