import { Elysia, t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { countPasswordLink, mailPasswordLink } from '../../people/index.ts';
import { admissionPlugin } from '../admission.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { mailUrlOf } from '../mail-in-force.ts';
import { Done } from '../wire.ts';
import { ForgottenAnswer } from './answers.ts';

const Forgotten = t.Object({ email: t.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false });

/** What somebody who forgot their password can do before signing in. */
export function forgottenRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'forgotten' })
    .use(admissionPlugin(deps))
    .get('/app/api/forgotten', ({ request }) => answer(deps, request, { byMail: mailUrlOf(deps) !== undefined }), {
      admit: { who: 'anybody' },
      response: ForgottenAnswer,
    })
    .post(
      '/app/api/forgotten',
      ({ body, request }) => {
        const mailUrl = mailUrlOf(deps);
        if (mailUrl === undefined) throw new AppError({ rule: 'links_unmailed' });
        const { storage, throttle, world } = deps;
        const { email } = body;
        countPasswordLink({ storage, throttle }, { email, address: deps.clientAddress(request) });
        // Nobody waits for it: how long it takes would tell whether there is an account.
        mailPasswordLink({ storage, random: world.random }, { email, mailUrl }).catch((error) =>
          world.log.error('a link for a new password was not mailed', {}, error),
        );
        return answer(deps, request, {});
      },
      { admit: { who: 'anybody', guess: 'passwords' }, body: Forgotten, response: Done },
    );
}
