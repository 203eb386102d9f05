import { t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { countPasswordLink, mailPasswordLink } from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, group, mailUrlOf } from '../desk/index.ts';
import { ForgottenAnswer } from './answers.ts';

const Forgotten = t.Object({ email: t.String({ minLength: 1, maxLength: 500 }) }, CLOSED);

export const forgottenRoutes = (desk: Desk) =>
  group(desk, 'forgotten')
    .get('/app/api/forgotten', ({ ctx }) => ({ byMail: mailUrlOf(ctx) !== undefined }), {
      anybody: true,
      response: ForgottenAnswer,
    })
    .post(
      '/app/api/forgotten',
      ({ ctx, body }) => {
        const mailUrl = mailUrlOf(ctx);
        if (mailUrl === undefined) throw new AppError({ rule: 'links_unmailed' });
        const { email } = body;
        const { at, noteTried } = ctx.guess;
        const { address } = at.device;
        countPasswordLink(ctx, { email, address, noteTried });
        // The answer does not wait for the mail, because a slower answer would reveal that the account exists.
        mailPasswordLink(ctx, { email, address, mailUrl }).catch((error) =>
          ctx.log.error('a link for a new password was not mailed', {}, error),
        );
      },
      { guess: 'passwords', body: Forgotten, response: Done },
    );
