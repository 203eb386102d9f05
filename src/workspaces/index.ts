/**
 * Workspaces, their plans and switches, people, API keys and sources, statuses, one-time links, and who did what.
 * Must never: know an order, an inquiry or a webhook.
 */
export { addByLink, addPerson } from './add-person.ts';
export { amendAudit, beginAudit, type Changes, writeAudit } from './audit.ts';
export { authenticate, type Caller, findEndedKey } from './authenticate.ts';
export {
  addStatus,
  dropStatus,
  getRemovable,
  makeStatusesOwn,
  moveStatus,
  type NewStatus,
  type StatusPatch,
  updateStatus,
} from './change-statuses.ts';
export { type Actor, type Ctx, hasAutomation, type Workspace } from './context.ts';
export { type CreatedApiKey, createApiKey } from './create-api-key.ts';
export { addWorkspace, createWorkspace } from './create-workspace.ts';
export { nameDevice } from './devices.ts';
export { findWorkspace, findWorkspaceOfKey, listWorkspaces, workspaceColumns } from './find-workspace.ts';
export { findFirstWorkspace, findOwnInstallation, ownersOfInstallation } from './installation.ts';
export { listInvitations, type Pending } from './invitations/invitation.ts';
export {
  type Invited,
  type Inviting,
  invitePerson,
  linkAt,
  renewByCommand,
  renewInvitation,
} from './invitations/invite.ts';
export { acceptInvitation, chooseByLink, describeLink } from './invitations/open-link.ts';
export { isUnproved, mailAddressProof, vouchForMember, vouchForPerson } from './invitations/prove-address.ts';
export type { KeyState } from './key-state.ts';
export { type ApiKeyInfo, listApiKeys } from './list-api-keys.ts';
export { changeRole, removePerson } from './manage-people.ts';
export { namesOf } from './names-of.ts';
export { createOneTimeLink, LINK_LIFETIME_MS, type LinkPurpose } from './one-time-links.ts';
export { type Owner, ownersOf } from './owners.ts';
export { addPasskey, beginPasskey } from './passkeys/add-passkey.ts';
export {
  countPasskeys,
  dropPasskeys,
  hasPasskeys,
  listPasskeys,
  type PasskeyInfo,
  removePasskey,
  renamePasskey,
} from './passkeys/keep-passkeys.ts';
export {
  beginPasskeyProof,
  beginPasskeySignIn,
  proveByPasskey,
  signInByPasskey,
} from './passkeys/use-passkey.ts';
export { findPersonByEmail, hasPeople, listPeople, type Person, type Role } from './people.ts';
export {
  type CallFilter,
  createRecentCalls,
  type KeyRefusal,
  type RecentCall,
  type RecentCalls,
} from './recent-calls.ts';
export { recordKeyUse } from './record-key-use.ts';
export type { Visit } from './reset-password.ts';
export { revokeApiKey } from './revoke-api-key.ts';
export { type RotatedApiKey, rotateApiKey } from './rotate-api-key.ts';
export { listSavedViews, removeView, type SavedView, saveView } from './saved-views.ts';
export { parseScopes, SCOPES, type Scope } from './scopes.ts';
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  hasSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  turnOffSecondFactor,
} from './second-factor.ts';
export { findAnswer, keepAnswer, noteSent, type SentForm } from './sent-forms.ts';
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
export { checkSetupLink, type SetUp, setUp, setUpByLink } from './set-up.ts';
export { changePassword, isProved, prove, signIn } from './sign-in.ts';
export {
  findActiveStatus,
  hasWriteOffs,
  INITIAL_STATUS_ID,
  type ListedStatus,
  listOwnStatuses,
  listStatuses,
  type Status,
  type StatusGroup,
  type StatusLanguage,
  type StatusTone,
  VIRTUAL_STATUSES,
  writesOffStock,
} from './statuses.ts';
export { sweepSessions } from './sweep-sessions.ts';
export { createThrottle, type Limit, limitOf, type Pace, type Throttle } from './throttle.ts';
export { countVisit, type Guess, type Knock, knock, networkLimits } from './tries.ts';
export { DEVICE_COOKIE_MS, findTrustedDevice } from './trusted-devices.ts';
export { type AccountPatch, revokeOwnSessions, updateAccount } from './update-account.ts';
export { updateWorkspace, type WorkspacePatch } from './update-workspace.ts';
export { noteVisit } from './visits.ts';
