export const PEOPLE_EN = {
  what: 'Owners may do everything. Managers work with orders and payments. Viewers only look.',
  invite: 'Invite',
  inviteTitle: 'Invite somebody',
  email: 'E-mail',
  role: 'Role',
  roles: { owner: 'Owner', manager: 'Manager', viewer: 'Viewer' },
  mayDo: {
    owner: 'Everything: keys, webhooks, people and settings as well',
    manager: 'Orders, payments and statuses',
    viewer: 'Look at everything but keys and settings',
  },
  language: 'Language of the invitation',
  languageWhat: 'The pages are in it at first; everybody can change it for themselves.',
  byMail: 'An invitation with a link goes to this address. The link works once, for 3 days.',
  byHand:
    'No mail server is set, so you are shown a link to hand over. It works once, for 3 days; whoever has it chooses the password.',
  you: 'you',
  seen: 'last seen',
  neverSeen: 'never signed in',
  invited: 'Invited',
  active: 'Active',
  factorOn: 'code from an app',
  changeRole: 'Change the role',
  roleTitle: (who: string) => `Role of ${who}`,
  roleOwn: 'This is your own role: as a manager or viewer you cannot take it back yourself.',
  remove: 'Remove',
  removeTitle: (who: string) => `Remove ${who}`,
  removeWhat:
    'They see nothing of this workspace any more, from this moment, on any device. What they did stays in the history.',
  leaveTitle: 'Leave the workspace',
  leaveWhat: 'You see nothing of this workspace any more, from this moment. Only another owner can take you in again.',
  leave: 'Leave',
  again: 'Invite again',
  againTitle: (who: string) => `Invite ${who} again`,
  againWhat: 'The link before this one works no longer.',
  send: 'Send the invitation',
  makeLink: 'Make the link',
  lastOwner: 'This is the only owner. Make somebody else an owner first.',
  told: {
    mailed: (email: string) => `An invitation is on its way to ${email}.`,
    has_password: (email: string) =>
      `${email} has a password already and can sign in at once. No mail server is set: tell them yourself.`,
    elsewhere: (email: string) =>
      `${email} was taken in, but has no password yet and belongs to another workspace too. Only the machine that Docket runs on may make a link for them: docket owner reset-password --email ${email}`,
  },
  linkTitle: 'The invitation, shown this once',
  linkWhat: (email: string) =>
    `Send this link to ${email} by a way that only they read. It works once, for 3 days; whoever opens it chooses the password.`,
  gaveIt: 'I have copied the link',
  removed: (who: string) => `${who} has been removed.`,
  rules: { email: 'This is no e-mail address, or the person is in the workspace already.' },
};

export type PeopleWords = typeof PEOPLE_EN;
