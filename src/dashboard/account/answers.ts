import { Type } from '@sinclair/typebox';
import { t } from 'elysia';
import type { Environment } from '../../base/index.ts';
import type { beginPasskeySignIn, Role, Session } from '../../people/index.ts';
import type { Workspace } from '../../workspaces/index.ts';
import { answers, Count, closed, Instant, list, nullable, Text, word } from '../desk/index.ts';

const Me = closed({
  person: closed({
    id: Text,
    email: Text,
    name: nullable(Text),
    language: Text,
    theme: word<Session['person']['theme']>(),
    unproved: t.Boolean(),
  }),
  /** `remembered`: true if the person chose to stay signed in on this device. */
  session: closed({ id: Text, proved: t.Boolean(), remembered: t.Boolean() }),
  /** The origin where the person's passkey signs in; null if they have no passkey. */
  passkeys: nullable(Text),
  workspaces: list(
    closed({
      id: Text,
      name: Text,
      plan: word<Workspace['plan']>(),
      timeZone: Text,
      apiEnabled: t.Boolean(),
      inquiriesEnabled: t.Boolean(),
      webhooksEnabled: t.Boolean(),
      accent: Text,
      logoAt: nullable(Count),
      address: Text,
      phone: Text,
      thanks: Text,
      mapService: Text,
      mapCity: Text,
      secondFactorRequired: t.Boolean(),
      browsersKeep: t.Boolean(),
      slots: Text,
      role: word<Role>(),
      /** True if the server refuses all calls to this workspace until the person sets up a second factor. */
      factorNeeded: t.Boolean(),
      /** The shop's own names for the sources of orders. Empty for people who may not see orders. */
      sources: list(closed({ source: Text, name: Text })),
    }),
  ),
  installation: closed({
    version: Text,
    environment: word<Environment>(),
    allowPrivateWebhooks: t.Boolean(),
    mail: t.Boolean(),
    mailsLinks: t.Boolean(),
    /** True if every workspace sees its pricing plan. Otherwise only workspaces on the free plan see it. */
    plans: t.Boolean(),
    publicUrl: nullable(Text),
    own: t.Boolean(),
  }),
});
export const MeAnswer = answers(nullable(Me));

const OwnSession = closed({
  id: Text,
  userAgent: nullable(Text),
  address: nullable(Text),
  device: nullable(Text),
  current: t.Boolean(),
  lastSeenAt: Instant,
});
export const SessionsAnswer = answers(closed({ sessions: list(OwnSession) }));

export const FactorAnswer = answers(
  closed({ on: t.Boolean(), codesLeft: Count, codesAreShort: t.Boolean(), isLost: t.Boolean() }),
);
export const FactorBegun = answers(closed({ secret: Text, uri: Text }));
export const RecoveryCodes = answers(closed({ codes: list(Text) }));

const Passkey = closed({
  id: Text,
  name: Text,
  domain: Text,
  synced: t.Boolean(),
  createdAt: Instant,
  lastUsedAt: nullable(Instant),
  works: t.Boolean(),
});
export const PasskeysAnswer = answers(closed({ origin: nullable(Text), passkeys: list(Passkey) }));
export const ForgottenAnswer = answers(closed({ byMail: t.Boolean() }));
export const PasskeyOffer = answers(closed({ origin: nullable(Text) }));
type Signing = ReturnType<typeof beginPasskeySignIn>;
type Transport = Signing['allowCredentials'][number]['transports'][number];
const Descriptors = t.Array(
  closed({ type: t.Literal('public-key'), id: Text, transports: t.Array(word<Transport>()) }),
);
/** The options as the browser expects them (Web Authentication, PublicKeyCredentialRequestOptionsJSON). */
export const SigningBegun = answers(
  closed({
    challenge: Text,
    rpId: Text,
    timeout: Count,
    allowCredentials: Descriptors,
    userVerification: t.Literal('required'),
  }),
);
/** The options as the browser expects them (Web Authentication, PublicKeyCredentialCreationOptionsJSON). */
export const AddingBegun = answers(
  closed({
    challenge: Text,
    rp: closed({ id: Text, name: Text }),
    user: closed({ id: Text, name: Text, displayName: Text }),
    pubKeyCredParams: t.Array(closed({ type: t.Literal('public-key'), alg: Type.Integer() })),
    timeout: Count,
    attestation: t.Literal('none'),
    excludeCredentials: Descriptors,
    authenticatorSelection: closed({
      residentKey: t.Literal('required'),
      requireResidentKey: t.Literal(true),
      userVerification: t.Literal('required'),
    }),
  }),
);
export const MadePasskey = answers(closed({ id: Text, name: Text }));
