import { t } from 'elysia';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, group, Nothing, renewCookie } from '../desk/index.ts';
import { FactorAnswer, FactorBegun, RecoveryCodes } from './answers.ts';

const Code = t.Object({ code: t.String({ maxLength: 100 }) }, CLOSED);

const BASE = '/app/api/account/second-factor';
const ISSUER = 'Docket';

/** Returns the secret as a URI that authenticator apps read (the key URI format of Google Authenticator). */
function keyUri(email: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query}`;
}

export const factorRoutes = (desk: Desk) =>
  group(desk, 'second-factor')
    .get(BASE, ({ ctx }) => readSecondFactor(ctx.storage, ctx.session), {
      person: true,
      response: FactorAnswer,
    })
    .post(
      `${BASE}/begin`,
      async ({ ctx }) => {
        const secret = await beginSecondFactor(ctx);
        return { secret, uri: keyUri(ctx.session.person.email, secret) };
      },
      { person: { proof: true, factors: true }, body: Nothing, response: FactorBegun },
    )
    .post(
      `${BASE}/confirm`,
      async ({ ctx, body }) => {
        const { codes, token } = await confirmSecondFactor(ctx, body.code);
        renewCookie(ctx, token);
        return { codes };
      },
      { person: { proof: true, factors: true, tried: true }, body: Code, response: RecoveryCodes },
    )
    .post(`${BASE}/codes`, async ({ ctx, body }) => ({ codes: await renewRecoveryCodes(ctx, body.code) }), {
      person: { proof: true, tried: true },
      body: Code,
      response: RecoveryCodes,
    })
    .post(`${BASE}/off`, ({ ctx, body }) => turnOffSecondFactor(ctx, body.code), {
      person: { proof: true, tried: true },
      body: Code,
      response: Done,
    });
