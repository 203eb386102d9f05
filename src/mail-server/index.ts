/**
 * The current mail server: from flags and variables, or else the saved one with its sealed password. Must never: open a
 * connection, or hand a password to anybody but the mailer.
 */
export { type MailInForce, mailerInForce, readMailServer } from './in-force.ts';
export { noteMailTest, prepareMailServer, removeMailServer, saveMailServer } from './save.ts';
export { MAIL_TLS, type MailServerInput, type MailTls } from './server.ts';
