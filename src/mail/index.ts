/**
 * Mails to people: their texts, and the queue that keeps them while a mail server is down. Must never: open a
 * connection, or decide when an owner is notified of trouble.
 */
export {
  countWaitingMails,
  type DueMail,
  dueMails,
  hasMailSince,
  hastenMails,
  isPrivate,
  LONGEST_MAIL_PAUSE_MS,
  lastMailAt,
  listMails,
  type MailOutcome,
  type MailRecord,
  nextMailAt,
  queueMail,
  readMailFigures,
  settleMails,
  wordsOf,
} from './queue.ts';
export { sweepMails } from './sweep-mails.ts';
export {
  addressProof,
  backupMail,
  fileDamaged,
  forgottenPassword,
  memberInvited,
  newSignIn,
  reasonInWords,
  restoredMail,
  testMail,
  webhookSuspended,
  webhookWarning,
  wrongCodeGiven,
} from './templates.ts';
export { timeInWords } from './time-in-words.ts';
export type { MailedFacts, SignInMethod, WebhookTrouble } from './wording.ts';
