import type { DestinationTrouble, FailureReason } from '../base/index.ts';
import type { Explanation, SignInMethod, Wording } from './wording.ts';

const events = (count: number): string => `${count} ${count === 1 ? 'notification' : 'notifications'}`;

const EXPLANATIONS: Readonly<Record<Exclude<FailureReason, 'status' | 'redirect'>, Explanation>> = {
  timeout: {
    what: 'the server did not answer in time',
    next: 'Ask the person who looks after the server why it takes so long. It should confirm a notification first and do the work afterwards.',
  },
  name_not_found: {
    what: 'no server has this name',
    next: 'Check the address for typos, and check that the domain has not expired.',
  },
  name_lookup_failed: {
    what: 'the server’s name could not be looked up',
    next: 'This often resolves itself. If it continues, check the domain’s name servers and the network of Docket’s machine.',
  },
  connection_refused: {
    what: 'the server refused the connection',
    next: 'Check that the site is running and that its firewall lets Docket through.',
  },
  connection_failed: {
    what: 'Docket could not connect to the server',
    next: 'Check that the site can be reached from outside.',
  },
  connection_closed: {
    what: 'the server closed the connection without answering',
    next: 'Ask the developer to check the server’s log at these times. The program that receives notifications probably crashes.',
  },
  tls: {
    what: 'no secure connection (TLS) could be made',
    next: 'Ask the developer or the hosting company whether the server takes https at this address and port, with TLS 1.2 or newer.',
  },
  certificate_expired: {
    what: 'the server’s certificate has expired',
    next: 'Have the site’s certificate renewed.',
  },
  certificate_name: {
    what: 'the server’s certificate is for a different name',
    next: 'Check the name in the address, or have a certificate issued for it.',
  },
  certificate_untrusted: {
    what: 'the server’s certificate is not signed by a trusted authority',
    next: 'Have a certificate from a recognised authority installed, with its full chain.',
  },
  address_not_public: {
    what: 'the name leads to an address that is not public, so Docket sends nothing there',
    next: 'Check the address, and what the name of the server resolves to.',
  },
  bad_response: {
    what: 'the server’s answer could not be understood',
    next: 'Ask the developer what answers at this address.',
  },
  response_too_long: {
    what: 'the server’s answer was too long, so Docket stopped reading it',
    next: 'Ask the developer what answers at this address. An empty answer is enough.',
  },
};

/** Explains why a delivery failed despite an HTTP status: for example, the rest of the answer came too late. */
function brokenOff(reason: Exclude<FailureReason, 'status' | 'redirect'>, httpCode: number): Explanation {
  const { what, next } = EXPLANATIONS[reason];
  if (reason === 'timeout') {
    return {
      what: `the server answered ${httpCode}, but its answer did not finish in time`,
      next: 'Ask the developer why the program does not finish its answer after the status. An empty answer is enough; the work can be done afterwards.',
    };
  }
  if (reason === 'connection_closed') {
    return { what: `the server answered ${httpCode}, but closed the connection before its answer was complete`, next };
  }
  if (reason === 'bad_response')
    return { what: `the server answered ${httpCode}, but its answer could not be understood`, next };
  if (reason === 'response_too_long')
    return { what: `the server answered ${httpCode}, but its answer was too long to be read whole`, next };
  return { what: `the server answered ${httpCode}, but ${what}`, next };
}

function explain(reason: FailureReason, httpCode: number | null): Explanation {
  if (reason === 'redirect') {
    return {
      what: `the server answered ${httpCode}: it sends Docket to another address`,
      next: 'Docket does not follow redirects. Ask the developer where this one leads. If notifications are received there, enter that address in Docket instead.',
    };
  }
  if (reason !== 'status') return httpCode === null ? EXPLANATIONS[reason] : brokenOff(reason, httpCode);
  return { what: `the server answered with the error ${httpCode}`, next: nextOf(httpCode ?? 0) };
}

function nextOf(httpCode: number): string {
  switch (httpCode) {
    case 401:
      return 'The server did not accept the signature. Check that it has the current signing secret of this address.';
    case 403:
      return 'The server does not let Docket in. Check that it has the current signing secret of this address, and that no firewall or bot protection of the site blocks Docket.';
    case 404:
    case 410:
      return 'Nothing receives notifications at this path. Check the address, especially the part after the name.';
    case 405:
      return 'This path does not take notifications, which come by POST. Check the address with the developer of the server.';
    case 429:
      return 'The server says that it is asked too often. Docket tries again on its schedule; if this continues, ask the developer or the hosting company to raise the limit for Docket.';
    case 502:
    case 503:
    case 504:
    case 521:
    case 522:
    case 523:
    case 524:
      return 'The program behind the site is down or overloaded. Ask its developer or the hosting company to check it.';
    default:
      return httpCode >= 500
        ? 'The error is in the server. Ask its developer to check the log at these times.'
        : 'Ask the developer of the server why it does not accept these notifications.';
  }
}

const EVENT_NAMES: Readonly<Record<string, string>> = {
  'order.created': 'Order created',
  'order.updated': 'Order updated',
  'order.status.changed': 'Order status changed',
  'order.payment.created': 'Payment recorded',
  'order.deleted': 'Order deleted',
  'webhook.test': 'Test event',
};

const NOT_YOU: Readonly<Record<SignInMethod, string>> = {
  password:
    'Wasn’t this you? Sign in, open Account and change the password, which signs out all other devices. Then turn on the authenticator app.',
  passkey:
    'Wasn’t this you? Sign in, open Account, remove the passkey and change the password, which signs out all other devices.',
  link: 'Wasn’t this you? Your old password no longer works. Ask the person who looks after Docket for a link of your own, and turn on the authenticator app.',
};

const WAYS_IN: Readonly<Record<SignInMethod, string>> = {
  password: 'with your email and password',
  passkey: 'with one of your passkeys',
  link: 'with a link that sets a new password',
};

const BACKUP_ADVICE: Readonly<Record<DestinationTrouble, (target: string) => string>> = {
  full: (target) => `Make room at ${target}, or have Docket keep fewer backups.`,
  missing: (target) =>
    `Check that ${target} is there: that its disk is plugged in and mounted, and that the name is right.`,
  refused: (target) => `Check what Docket may do at ${target}: the rights of the folder, or the keys of the bucket.`,
  silent: (target) =>
    `Check that ${target} can be reached from Docket’s server: the network, and the server behind it.`,
  other: (target) => `Check the disk or the server behind ${target}, and what Docket’s log says.`,
};

const placed = (workspaceName: string | undefined): string =>
  workspaceName === undefined ? 'a workspace' : `“${workspaceName}”`;

export const EN: Wording = {
  language: 'en',
  explain,
  failureLine: ({ at, type, order, attempt }, what) =>
    `${at}: ${EVENT_NAMES[type] ?? type}${order === null ? '' : ` (${order})`}, ${attempt === 0 ? 'by hand' : `attempt ${attempt}`}: ${what}`,
  warning: ({ failingSince, waiting, nextAttempt, attempts, retriedFor, url, name }) => ({
    subject: `${name} is not accepting notifications`,
    heading: `${name} is not accepting notifications`,
    before: [
      `Your server at ${url} has not accepted what Docket sends it about your orders since ${failingSince}.`,
      `Nothing is lost: ${events(waiting)} ${waiting === 1 ? 'is' : 'are'} waiting, and Docket tries each of them up to ${attempts} times over about ${retriedFor}.${nextAttempt === null ? '' : ` Next attempt: ${nextAttempt}.`}`,
    ],
    after: [
      'Your orders themselves are not affected. Docket will not email you about this address again for 24 hours.',
    ],
    commands: [],
  }),
  suspended: ({ failingSince, waiting, endpointId, url, name, dashboardUrl }) => ({
    subject: `Notifications to ${name} are suspended`,
    heading: `Notifications to ${name} are suspended`,
    before: [
      `Your server at ${url} has not accepted a single notification since ${failingSince}. Docket has stopped sending to it.`,
      `${waiting === 0 ? 'Nothing is waiting.' : `${events(waiting)} ${waiting === 1 ? 'is' : 'are'} kept and waiting.`} Until you resume sending, new order changes are not sent to this server. The orders themselves are not affected.`,
    ],
    after: [
      `When the server works again, resume sending and send what it missed: ${dashboardUrl === null ? '' : 'in the dashboard, or '}with these commands on Docket’s server.`,
    ],
    commands: [`docket webhook resume ${endpointId}`, `docket webhook resend ${endpointId} --since 30d`],
  }),
  test: ({ workspaceName, sentAt }) => ({
    subject: 'Docket can email you',
    heading: 'It works',
    before: [
      `This is a test from Docket for “${workspaceName}”, sent on ${sentAt}. Docket uses this address when something needs your attention, such as notifications that no longer reach your site.`,
    ],
    after: [],
    commands: [],
  }),
  damaged: ({ path, what }) => ({
    subject: 'Docket is refusing orders: its database file is damaged',
    heading: 'The database file is damaged',
    before: [
      `Docket has found that ${path} is damaged (${what}). It no longer writes anything, so that the damage does not spread or reach a backup. It refuses incoming orders and tells their senders to try again later.`,
      'Check the machine’s disk first, because it is usually the cause. Then stop Docket and restore the last good backup. This command shows what is wrong, table by table:',
    ],
    after: ['The dashboard still shows whatever can be read. Print or export what you need before you stop Docket.'],
    commands: ['docket check'],
  }),
  unsynced: ({ path, what }) => ({
    subject: 'Docket is refusing orders: the disk failed',
    heading: 'The disk failed',
    before: [
      `The disk under ${path} failed to keep what Docket wrote (${what}). Docket had not confirmed any of it. It writes nothing more until it is restarted. Until then it refuses incoming orders and tells their senders to try again later.`,
      'Check the machine’s disk and its system log. Then restart Docket, which reads what the disk has kept. This command shows whether all is well:',
    ],
    after: ['Everything confirmed earlier is there, and the dashboard shows it until you stop Docket.'],
    commands: ['docket check'],
  }),
  invited: ({ workspaceName, invitedBy, email }) => ({
    subject: `Docket: invitation to ${placed(workspaceName)}`,
    heading: `You are invited to ${placed(workspaceName)}`,
    before: [
      `${invitedBy ?? 'An owner'} invites ${email} to ${placed(workspaceName)}. Docket is where its orders are kept.`,
      'The link works once, for 3 days. If you are new to Docket, you choose a password there. Otherwise sign in as usual.',
    ],
    after: [
      'If you don’t know what this is about, ignore this email. Nothing happens without the link. Docket never asks for payment, and none of your accounts are in danger.',
    ],
    commands: [],
  }),
  address: ({ email }) => ({
    subject: 'Docket: confirm your address',
    heading: 'Confirm your address',
    before: [
      `Someone signed in to Docket as ${email} asked for this link. It proves that the address is yours.`,
      'You choose a new password, and all other devices are signed out. The link works once, for 3 days.',
    ],
    after: [
      'If it wasn’t you, someone else created an account with your address. Ignore this email, and that account stays limited to where it was created. Use the link to make it yours.',
    ],
    commands: [],
  }),
  forgotten: ({ email }) => ({
    subject: 'Docket: choose a new password',
    heading: 'Choose a new password',
    before: [
      `Someone asked for this link on the sign-in page of Docket, for ${email}.`,
      'With it you choose a new password, and all your devices are signed out. The link works once, for 30 minutes.',
    ],
    after: ['If it wasn’t you, ignore this email: your password stays as it is.'],
    commands: [],
  }),
  signedIn: ({ by, at, device, address }) => ({
    subject: 'New sign-in to Docket',
    heading: 'New sign-in from a new device',
    before: [
      `Someone signed in ${WAYS_IN[by]} on ${at}, from ${device ?? 'an unknown browser'}${address === null ? '' : ` at the address ${address}`}.`,
      'If this was you, there is nothing to do.',
    ],
    after: [NOT_YOU[by]],
    commands: [],
  }),
  wrongCode: ({ at, device, address }) => ({
    subject: 'Wrong code at sign-in to Docket',
    heading: 'Someone knows your password',
    before: [
      `Someone gave your right password and a wrong code on ${at}, from ${device ?? 'an unknown browser'}${address === null ? '' : ` at the address ${address}`}. Nobody was let in.`,
      'If this was you, there is nothing to do.',
    ],
    after: [
      'Wasn’t this you? Sign in, open Account and change the password. Your password is known to somebody else.',
      'Docket sends at most one such email an hour. The history has a line for each try.',
    ],
    commands: [],
  }),
  backupFailed: ({ target, at, reason, trouble, lastGood }) => ({
    subject: 'Docket could not make a backup',
    heading: 'The backup has failed',
    before: [
      `On ${at}, Docket could not make a backup to ${target}.`,
      `Reason: ${reason}`,
      lastGood === null
        ? 'There is no good backup yet. If the server’s disk fails now, everything is lost.'
        : `The last good backup is from ${lastGood}, and Docket keeps it. Everything newer is only on the server’s disk.`,
      'Docket tries again automatically, at least every hour. Orders are accepted as usual.',
    ],
    after: [
      `${BACKUP_ADVICE[trouble](target)} Until then, download a copy to another computer or name another place, on the page Backups in Docket.`,
      'While backups keep failing, you hear about it once a day, and once more when they work again.',
      'On Docket’s server, this command writes to that place, reads it back and says whether all is well:',
    ],
    commands: ['docket check'],
  }),
  backupWorks: ({ target, at }) => ({
    subject: 'Docket makes backups again',
    heading: 'Backups work again',
    before: [`On ${at}, Docket made a backup to ${target}, opened it again and found it complete.`],
    after: [],
    commands: [],
  }),
  restored: ({ at, address, kept }) => ({
    subject: 'Everything in Docket was restored from a backup',
    heading: 'A backup was restored',
    before: [
      `On ${at}, someone restored the backup ${address} in the dashboard. All orders, clients and stock are as they were when it was made.`,
      ...(kept === null ? [] : [`The previous data is kept on the server as ${kept}.`]),
      'People, keys and webhook addresses stay as they were just before. If Docket could not read them, a page asks who may come back.',
    ],
    after: ['Wasn’t this you? Change your password and check the history.'],
    commands: [],
  }),
  openBackups: 'Open backups in Docket',
  openInvitation: 'Open invitation',
  confirmAddress: 'Confirm address',
  choosePassword: 'Choose a password',
  invitedFooter: 'Sent by Docket because this address was invited.',
  memberFooter: 'Sent by Docket, where you have an account.',
  lastFailures: 'Recent failures',
  whatToDo: 'What to do',
  open: 'Open this address in Docket',
  footer: (name) => `Sent by Docket because you are an owner of “${name}”.`,
};
