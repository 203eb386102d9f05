/**
 * Sending a mail over SMTP, and by what an address is known again.
 * Must never: word a mail, or choose its server.
 */
export { emailKey, isEmailAddress } from './email-key.ts';
export {
  createMailer,
  describeMailServer,
  type Mailer,
  type MailResult,
  type MailServer,
  type MailSettings,
} from './mailer.ts';
