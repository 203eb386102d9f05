/**
 * Signing in: people and their roles, passwords, sessions, second factors, passkeys, devices, invitations, one-time
 * links, sign-in attempts. Must never: know an order, an API key or a webhook, or reveal to a stranger which accounts
 * exist.
 */
export { addByLink, addPerson } from './add-person.ts';
export { type Challenges, createChallenges } from './challenges.ts';
export type { PasskeyCtx } from './context.ts';
export { nameDevice } from './devices.ts';
export { findOwnInstallation, ownersOfInstallation } from './installation.ts';
export {
  acceptInvitation,
  chooseByLink,
  describeLink,
  type InvitationResult,
  type InvitationWays,
  invitePerson,
  linkAt,
  listInvitations,
  mailAddressProof,
  onlyHereOf,
  renewByCommand,
  renewInvitation,
  vouchForMember,
  vouchForPerson,
} from './invitations/index.ts';
export { sweepNetworks } from './known-networks.ts';
export { countPasswordLink, mailPasswordLink } from './mail-password-link.ts';
export { changeRole, endSessions, linkForPassword, removePerson } from './manage-people.ts';
export { createOneTimeLink, LINK_LIFETIME_MS } from './one-time-links.ts';
export { mailReadersOf, ownersOf } from './owners.ts';
export * from './passkeys/index.ts';
export {
  findPersonByEmail,
  hasPeople,
  isMadeElsewhere,
  isUnproved,
  listPeople,
  type Person,
  type Role,
} from './people.ts';
export type { Visit } from './reset-password.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  hasSecondFactor,
  isFactorLost,
  listLostFactors,
  readSecondFactor,
  renewRecoveryCodes,
  takeCode,
  turnOffSecondFactor,
} from './second-factor.ts';
export { barOf, refusePasswordAlone, requireSecondFactor } from './second-factor-required.ts';
export { findAnswer, keepAnswer, noteMade, noteSent, type SentForm, sweepSentForms } from './sent-forms.ts';
export {
  type Device,
  findSession,
  listMemberships,
  listSessions,
  type Membership,
  revokeSession,
  SESSION_MS,
  type Session,
} from './sessions.ts';
export { checkAccessLink, checkFirstOwner, checkSetupLink, setUp, setUpByLink } from './set-up.ts';
export { changePassword, isProved, prove, signIn } from './sign-in.ts';
export { sweepSessions } from './sweep-sessions.ts';
export { type CredentialKind, countOf, countVisit, knock, networkLimits, type SignInTry } from './tries.ts';
export { DEVICE_COOKIE_MS, findTrustedDevice } from './trusted-devices.ts';
export { revokeOwnSessions, updateAccount } from './update-account.ts';
export { noteVisit } from './visits.ts';
