/**
 * Becoming a member: invitations, their links, the proofs of addresses, and the rate limit of mails. May know: people,
 * links, sessions and mails. Must never: make a member without their consent, or show an inviter more than the address.
 */
export { dropLinksBy, endInvitation, findInvitation, findInvited, listInvitations, withdraw } from './invitation.ts';
export {
  type InvitationResult,
  type InvitationWays,
  inviteByCommand,
  invitePerson,
  linkAt,
  onlyHereOf,
  renewByCommand,
  renewInvitation,
} from './invite.ts';
export { acceptInvitation, chooseByLink, describeLink } from './open-link.ts';
export { spendSending } from './pace.ts';
export {
  mailAddressProof,
  vouch,
  vouchForMember,
  vouchForPerson,
} from './prove-address.ts';
