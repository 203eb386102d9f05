import { t } from 'elysia';
import { AppError, limitOf } from '../../base/index.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  countOf,
  hasPasskeys,
  listPasskeys,
  nameDevice,
  type PasskeyCtx,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
  takeCode,
} from '../../people/index.ts';
import { CLOSED } from '../../web/index.ts';
import { type Desk, Done, deviceOf, group, letIn, Nothing, renewCookie, shown, type VisitCtx } from '../desk/index.ts';
import { AddingBegun, MadePasskey, PasskeyOffer, PasskeysAnswer, SigningBegun } from './answers.ts';

const binary = (maxLength: number) => t.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const Assertion = t.Object(
  {
    id: binary(2_000),
    clientDataJSON: binary(10_000),
    authenticatorData: binary(10_000),
    signature: binary(10_000),
    userHandle: t.Optional(binary(200)),
  },
  CLOSED,
);
const Attestation = t.Object(
  {
    clientDataJSON: binary(10_000),
    // An attestation with a statement about the device takes some 8,000 characters. A much longer one may contain tens
    // of thousands of small pieces. Decoding the pieces would delay other requests.
    attestationObject: binary(20_000),
    transports: t.Array(t.String({ maxLength: 50 }), { maxItems: 10 }),
  },
  CLOSED,
);
const SignIn = t.Object({ assertion: Assertion, remember: t.Boolean() }, CLOSED);
const Proof = t.Object({ assertion: Assertion }, CLOSED);
const Begin = t.Object({ code: t.Optional(t.String({ maxLength: 100 })) }, CLOSED);
const New = t.Object({ attestation: Attestation }, CLOSED);
const Name = t.Object({ name: t.String({ maxLength: 1_000 }) }, CLOSED);
const Params = t.Object({ id: t.String({ maxLength: 100 }) });

/**
 * The limit on challenges for a network or a known browser, and for a session. A sign-in page requests one each time it
 * opens.
 */
const CHALLENGES = { tries: 30, refillMs: 5_000 };
const NO_NAME = 'Passkey';

const ACCOUNT = '/app/api/account/passkeys';

export const passkeySignInRoutes = (desk: Desk) =>
  group(desk, 'passkey-sign-in')
    .get('/app/api/passkeys/offer', ({ ctx }) => ({ origin: passkeyOrigin(ctx) }), {
      anybody: true,
      response: PasskeyOffer,
    })
    .post(
      '/app/api/passkeys/sign-in/begin',
      ({ ctx }) => {
        countOf(ctx, 'challenges', deviceOf(ctx), CHALLENGES);
        return beginPasskeySignIn(atSite(ctx));
      },
      { anybody: true, body: Nothing, response: SigningBegun },
    )
    .post(
      '/app/api/passkeys/sign-in',
      async ({ ctx, body }) => {
        const session = await signInByPasskey(atSite(ctx), { ...body, ...ctx.guess });
        letIn(ctx, { device: ctx.guess.at.device, session, remembered: body.remember });
      },
      { guess: 'passkeys', body: SignIn, response: Done },
    )
    .post(
      '/app/api/prove/passkey/begin',
      ({ ctx }) => {
        ctx.throttle.spend([limitOf(`challenges of session ${ctx.session.id}`, CHALLENGES)]);
        return beginPasskeyProof(atSite(ctx));
      },
      { person: true, body: Nothing, response: SigningBegun },
    )
    .post(
      '/app/api/prove/passkey',
      async ({ ctx, body }) => {
        renewCookie(ctx, await proveByPasskey(atSite(ctx), body.assertion));
      },
      { person: { tried: true }, body: Proof, response: Done },
    );

export const passkeyRoutes = (desk: Desk) =>
  group(desk, 'passkeys')
    .get(
      ACCOUNT,
      ({ ctx }) => {
        const site = ctx.passkeySite();
        const found = listPasskeys(ctx.storage, ctx.session);
        const passkeys = found.map((passkey) => ({ ...passkey, works: passkey.domain === site?.rpId }));
        return shown(PasskeysAnswer.data, { origin: site?.origin ?? null, passkeys });
      },
      { person: true, response: PasskeysAnswer },
    )
    .post(
      `${ACCOUNT}/begin`,
      async ({ ctx, body }) => {
        const at = atSite(ctx);
        // A person with an authenticator app must enter a code here, because the new passkey signs in without the app.
        await takeCode(ctx, body.code);
        return beginPasskey(at);
      },
      { person: { proof: true, factors: true, tried: true }, body: Begin, response: AddingBegun },
    )
    .post(
      ACCOUNT,
      async ({ ctx, body }) => {
        const name = nameDevice(deviceOf(ctx).userAgent) ?? NO_NAME;
        const id = await addPasskey(atSite(ctx), { ...body, name });
        return { id, name };
      },
      { person: { proof: true, factors: true }, body: New, response: MadePasskey },
    )
    .post(`${ACCOUNT}/:id/rename`, ({ ctx, body, params }) => renamePasskey(ctx, { id: params.id, text: body.name }), {
      person: true,
      params: Params,
      body: Name,
      response: Done,
    })
    .post(`${ACCOUNT}/:id/remove`, ({ ctx, params }) => removePasskey(ctx, params.id), {
      person: { proof: true, factors: true },
      params: Params,
      body: Nothing,
      response: Done,
    });

function atSite<C extends VisitCtx>(ctx: C): C & PasskeyCtx {
  const site = ctx.passkeySite();
  if (site !== undefined) return { ...ctx, site };
  throw new AppError({ rule: 'passkeys_nowhere' });
}

/**
 * Returns the origin where passkeys sign in; null if there is no passkey to offer.
 * @param personSeq the person whose passkeys count; without it, the passkeys of all people count
 */
export function passkeyOrigin(ctx: VisitCtx, personSeq?: number): string | null {
  const site = ctx.passkeySite();
  return site !== undefined && hasPasskeys(ctx.storage.read, site, personSeq) ? site.origin : null;
}
