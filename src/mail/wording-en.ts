import type { FailureReason } from '../base/index.ts';
import type { Explanation, WayIn, Wording } from './wording.ts';

const events = (count: number): string => `${count} ${count === 1 ? 'notification' : 'notifications'}`;

const EXPLANATIONS: Readonly<Record<Exclude<FailureReason, 'status' | 'redirect'>, Explanation>> = {
  timeout: {
    what: 'the server did not answer in time',
    next: 'Ask whoever looks after the server why it takes so long. It should confirm a notification first and do the work after that.',
  },
  name_not_found: {
    what: 'there is no server under this name',
    next: 'Check the address for a mistyped name, and whether the domain is still paid for.',
  },
  name_lookup_failed: {
    what: 'the name of the server could not be looked up',
    next: 'This is often over by itself. If it goes on, check the name servers of the domain and the network of the machine that Docket runs on.',
  },
  connection_refused: {
    what: 'the server refused the connection',
    next: 'Check that the site is running and that its firewall lets Docket through.',
  },
  connection_failed: {
    what: 'no connection to the server came about',
    next: 'Check that the site can be reached from outside.',
  },
  connection_closed: {
    what: 'the server broke off the connection without an answer',
    next: 'Ask the developer to look into the log of the server at these times: the program that takes notifications probably crashes.',
  },
  tls: {
    what: 'no secure connection (TLS) came about',
    next: 'Check that the address begins with https:// and that the server speaks TLS on this port.',
  },
  certificate_expired: {
    what: 'the certificate of the server has expired',
    next: 'Have the certificate of the site renewed.',
  },
  certificate_name: {
    what: 'the certificate of the server is made out to another name',
    next: 'Check the name in the address, or have a certificate issued for it.',
  },
  certificate_untrusted: {
    what: 'the certificate of the server is not signed by an authority that is trusted',
    next: 'Have a certificate installed from a recognised authority, with its whole chain.',
  },
  address_not_public: {
    what: 'the name leads to an address that is not public, and nothing is sent there',
    next: 'Check the address, and what the name of the server resolves to.',
  },
  bad_response: {
    what: 'the answer of the server was not understandable',
    next: 'Ask the developer what answers at this address.',
  },
};

/** Why an answer whose status had come did not count. */
function brokenOff(reason: Exclude<FailureReason, 'status' | 'redirect'>, httpCode: number): Explanation {
  const { what, next } = EXPLANATIONS[reason];
  if (reason === 'timeout') {
    return {
      what: `the server answered ${httpCode}, but its answer did not end in time`,
      next: 'Ask the developer why the program does not end its answer after the status. An empty answer is enough; the work can be done after it.',
    };
  }
  if (reason === 'connection_closed') {
    return { what: `the server answered ${httpCode}, and broke off before its answer had ended`, next };
  }
  return { what: `the server answered ${httpCode}, but ${what}`, next };
}

function explain(reason: FailureReason, httpCode: number | null): Explanation {
  if (reason === 'redirect') {
    return {
      what: `the server answered ${httpCode}: it has moved to another address`,
      next: 'Redirects are not followed. Enter the new address in the settings of the webhook.',
    };
  }
  if (reason !== 'status') return httpCode === null ? EXPLANATIONS[reason] : brokenOff(reason, httpCode);
  const what = `the server answered with the error ${httpCode}`;
  if (httpCode === 401 || httpCode === 403) {
    return {
      what,
      next: 'The server did not accept the signature. Check that it has the present signing secret of this webhook.',
    };
  }
  if (httpCode === 404 || httpCode === 410) {
    return {
      what,
      next: 'Nothing takes notifications at this path. Check the address, above all what follows the name.',
    };
  }
  if (httpCode !== null && httpCode >= 500) {
    return { what, next: 'The error is in the server. Ask its developer to look into the log at these times.' };
  }
  return { what, next: 'Ask the developer of the server why it does not accept these notifications.' };
}

const NOT_YOU: Readonly<Record<WayIn, string>> = {
  password:
    'That was not you? Sign in, open Account, change the password (all other devices are signed out by it) and turn on codes from an app.',
  passkey:
    'That was not you? Sign in, open Account, remove the passkey, and change the password (all other devices are signed out by it).',
  link: 'That was not you? Your old password lets nobody in any more: ask whoever looks after Docket for a link of your own, and turn on codes from an app.',
};

const WAYS_IN: Readonly<Record<WayIn, string>> = {
  password: 'With your e-mail and password',
  passkey: 'With a passkey of yours',
  link: 'By a link that sets a new password',
};

const placed = (workspaceName: string | undefined): string =>
  workspaceName === undefined ? 'a workspace' : `“${workspaceName}”`;

export const EN: Wording = {
  language: 'en',
  explain,
  failureLine: ({ at, type, attempt }, what) =>
    `${at}: ${type}, ${attempt === 0 ? 'by hand' : `attempt ${attempt}`}: ${what}`,
  warning: ({ failingSince, waiting, nextAttempt, url }, host) => ({
    subject: `${host} does not accept notifications`,
    heading: `${host} does not accept notifications`,
    before: [
      `Your server at ${url} has not accepted what Docket sends it about your orders since ${failingSince}.`,
      `Nothing is lost: ${events(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting, and Docket tries each of them up to eight times in some 27 hours.${nextAttempt === null ? '' : ` The next attempt: ${nextAttempt}.`}`,
    ],
    after: [
      'Your orders themselves are not affected. You will hear of this webhook again in 24 hours at the earliest.',
    ],
    commands: [],
  }),
  suspended: ({ failingSince, waiting, endpointId, url, dashboardUrl }, host) => ({
    subject: `Notifications to ${host} are suspended`,
    heading: `Notifications to ${host} are suspended`,
    before: [
      `Your server at ${url} has not accepted a single notification since ${failingSince}. Docket has therefore stopped sending to it.`,
      `${waiting === 0 ? 'Nothing is waiting.' : `${events(waiting)} ${waiting === 1 ? 'is' : 'are'} kept and waiting.`} Until you resume the webhook, new changes of orders are not sent to this server. The orders themselves are not affected.`,
    ],
    after: [
      `When the server works again, resume the webhook, and have sent what it missed: ${dashboardUrl === null ? '' : 'in the dashboard, or '}by these commands on the machine that Docket runs on.`,
    ],
    commands: [`docket webhook resume ${endpointId}`, `docket webhook resend ${endpointId} --since 30d`],
  }),
  test: ({ workspaceName, sentAt }) => ({
    subject: 'Docket can send you mail',
    heading: 'It works',
    before: [
      `This is a test from Docket for “${workspaceName}”, sent at ${sentAt}. When something needs your attention, such as a webhook that no longer gets through, you will hear of it at this address.`,
    ],
    after: [],
    commands: [],
  }),
  damaged: ({ path, what }) => ({
    subject: 'Docket takes no orders: its database file is damaged',
    heading: 'The database file is damaged',
    before: [
      `Docket has found that ${path} is damaged (${what}). It writes nothing more, so that the damage does not spread and no backup takes it over. Orders that come in are refused, and whoever sends them is told to try again later.`,
      'Look at the disk of the machine first, for it is most often the cause. Then stop Docket and put the last good backup in the place of the file. What is wrong, table by table, says:',
    ],
    after: [
      'What can still be read is shown in the dashboard as before: print or export what you need before you stop it.',
    ],
    commands: ['docket check'],
  }),
  unsynced: ({ path, what }) => ({
    subject: 'Docket takes no orders: the disk failed to keep what was written',
    heading: 'The disk failed',
    before: [
      `The disk under ${path} failed to keep what Docket wrote (${what}). Nothing of that was confirmed to anybody. Docket writes nothing more until it is started again: orders that come in are refused, and whoever sends them is told to try again later.`,
      'Look at the disk of the machine and at the log of its system. Then start Docket again: it reads what the disk has kept. Whether all is sound, says:',
    ],
    after: ['What was confirmed before is there, and the dashboard shows it until you stop Docket.'],
    commands: ['docket check'],
  }),
  invited: ({ workspaceName, invitedBy, email }) => ({
    subject: `Docket: invitation to ${placed(workspaceName)}`,
    heading: `You are invited to ${placed(workspaceName)}`,
    before: [
      `${invitedBy ?? 'An owner'} invites ${email} to ${placed(workspaceName)}. Docket is where its orders are kept.`,
      'The link works once, for 3 days. Are you new to Docket? Then you choose a password there. Otherwise sign in as you always do.',
    ],
    after: [
      'You do not know what this is about? Then leave this mail: nothing happens without the link. Docket asks for no payment, and no account of yours is in danger.',
    ],
    commands: [],
  }),
  address: ({ email }) => ({
    subject: 'Docket: confirm your address',
    heading: 'Confirm your address',
    before: [
      `Somebody who is signed in to Docket as ${email} has asked for this link. It shows that the address is yours.`,
      'You choose your password anew, and all other devices are signed out. The link works once, for 3 days.',
    ],
    after: [
      'That was not you? Then somebody else made an account with your address. Leave this mail and it stays shut in where it was made; by the link you make it yours.',
    ],
    commands: [],
  }),
  signedIn: ({ by, at, device, address }) => ({
    subject: 'New sign-in to Docket',
    heading: 'Somebody has signed in from a new device',
    before: [
      `${WAYS_IN[by]}, at ${at}, from ${device ?? 'an unknown browser'}${address === null ? '' : `, address ${address}`}.`,
      'That was you? Then there is nothing to do.',
    ],
    after: [NOT_YOU[by]],
    commands: [],
  }),
  backupFailed: ({ target, at, reason, lastGood }) => ({
    subject: 'Docket could not make a backup',
    heading: 'The backup has failed',
    before: [
      `At ${at} Docket could not make a backup to ${target}.`,
      `The reason: ${reason}`,
      lastGood === null
        ? 'There is no good backup yet. If the disk of the server fails now, everything is lost.'
        : `The last good backup is of ${lastGood}. It is kept, whatever happens; what came after it stands on the disk of the server alone.`,
      'Docket tries again by itself, every hour at the latest. Orders are taken as ever.',
    ],
    after: ['While it goes on failing you will hear of it once a day, and once when it works again.'],
    commands: ['docket backup', 'docket check'],
  }),
  backupWorks: ({ target, at }) => ({
    subject: 'Docket makes backups again',
    heading: 'Backups work again',
    before: [`At ${at} Docket made a backup to ${target}, opened it anew and found it complete.`],
    after: [],
    commands: [],
  }),
  restored: ({ at, address, kept }) => ({
    subject: 'Everything in Docket was restored from a backup',
    heading: 'A backup was restored',
    before: [
      `At ${at} somebody put the backup ${address} in the place of everything, in the dashboard: all orders, people, keys and settings are as they were when it was made.`,
      ...(kept === null ? [] : [`What was there before is kept on the server as ${kept}.`]),
      'Keys and people that were removed since the backup are there again: look through them.',
    ],
    after: ['That was not you? Change your password, and look into the history.'],
    commands: [],
  }),
  openBackups: 'Open the backups in Docket',
  openInvitation: 'Open the invitation',
  confirmAddress: 'Confirm the address',
  invitedFooter: 'Sent by Docket because this address was invited.',
  memberFooter: 'Sent by Docket, where you have an account.',
  lastFailures: 'The last failures',
  whatToDo: 'What to do',
  open: 'Open this webhook in Docket',
  footer: (name) => `Sent by Docket because you are an owner of “${name}”.`,
};
