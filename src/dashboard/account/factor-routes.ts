import { Elysia, t } from 'elysia';
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../../people/index.ts';
import type { Storage } from '../../storage/index.ts';
import { admissionPlugin, signedOf } from '../admission.ts';
import { ownCtxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce, SECRET } from '../make-once.ts';
import { Done, Nothing } from '../wire.ts';
import { FactorAnswer, FactorBegun, RecoveryCodes } from './answers.ts';

const Code = t.Object({ code: t.String({ maxLength: 100 }) }, { additionalProperties: false });

const BASE = '/app/api/account/second-factor';
const ISSUER = 'Docket';

/** As apps for one-time codes take it (the key URI format of Google Authenticator). */
function keyUri(email: string, secret: string): string {
  const query = new URLSearchParams({ secret, issuer: ISSUER, algorithm: 'SHA1', digits: '6', period: '30' });
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(email)}?${query}`;
}

/** One's own second factor of signing in. */
export function factorRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  return new Elysia({ name: 'second-factor' })
    .use(admissionPlugin(deps))
    .get(BASE, ({ request }) => answer(deps, request, readSecondFactor(storage, signedOf(request).session)), {
      admit: { who: 'signed-in' },
      response: FactorAnswer,
    })
    .post(
      `${BASE}/begin`,
      async ({ request }) => {
        const { session } = signedOf(request);
        const secret = await beginSecondFactor(ownCtxOf(deps, request));
        return answer(deps, request, { secret, uri: keyUri(session.person.email, secret) });
      },
      { admit: { who: 'signed-in', proof: true }, body: Nothing, response: FactorBegun },
    )
    .post(
      `${BASE}/confirm`,
      async ({ body, request }) => {
        const codes = await confirmSecondFactor(ownCtxOf(deps, request), body.code);
        return answer(deps, request, { codes });
      },
      { admit: { who: 'signed-in', proof: true, tried: true }, body: Code, response: RecoveryCodes },
    )
    .post(
      `${BASE}/codes`,
      async ({ request }) => {
        const make = async (once: Storage) => ({
          codes: await renewRecoveryCodes({ ...ownCtxOf(deps, request), storage: once }),
        });
        return answerOnce(deps, { request }, make, SECRET);
      },
      { admit: { who: 'signed-in', proof: true }, body: Nothing, response: RecoveryCodes },
    )
    .post(
      `${BASE}/off`,
      async ({ body, request }) => {
        await turnOffSecondFactor(ownCtxOf(deps, request), body.code);
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', proof: true, tried: true }, body: Code, response: Done },
    );
}
