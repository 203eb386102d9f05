/**
 * The current mail server. Flags and variables come first, then the saved server with its sealed password. Must never:
 * open a connection, or hand a password to anybody but the mailer.
 */
export { type MailInForce, mailerInForce, readMailServer } from './in-force.ts';
export { noteMailTest, prepareMailServer, removeMailServer, saveMailServer } from './save.ts';
export { MAIL_TLS, type MailServerInput, type MailTls } from './server.ts';
