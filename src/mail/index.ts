/**
 * What people hear of by mail: the words, and the queue that outlives a mail server that is down.
 * Must never: open a connection, or decide when an owner is to be told.
 */
export {
  countWaitingMails,
  type DueMail,
  dueMails,
  lastMailAt,
  listMails,
  type MailOutcome,
  type MailRecord,
  nextMailAt,
  queueMail,
  settleMails,
} from './queue.ts';
export {
  backupMail,
  memberAdded,
  memberInvited,
  newSignIn,
  reasonInWords,
  restoredMail,
  testMail,
  webhookSuspended,
  webhookWarning,
} from './templates.ts';
export type { Explanation, Language, WebhookTrouble } from './wording.ts';
