/**
 * Sends mails over SMTP, and recognizes e-mail addresses. Must never: write the text of a mail, or choose its server.
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
