/** Sending a mail over SMTP, and recognizing e-mail addresses. Must never: word a mail, or choose its server. */
export { emailKey, isEmailAddress } from './email-key.ts';
export {
  createMailer,
  describeMailServer,
  type Mailer,
  type MailResult,
  type MailServer,
  type MailSettings,
} from './mailer.ts';
