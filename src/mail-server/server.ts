import { fitsChars, type Issue, isLoopbackHost, type MailSettings, validationFailed } from '../base/index.ts';
import type { MAIL_TLS } from '../storage/index.ts';

export { MAIL_TLS } from '../storage/index.ts';

/** implicit: TLS from the first byte; starttls: demanded before anything is said; none: towards this machine alone. */
export type MailTls = (typeof MAIL_TLS)[number];

/** A mail server as a person fills it in. */
export interface MailServerInput {
  /** A name or an address. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
  readonly tls: MailTls;
  /** Empty: it is asked without. */
  readonly user: string;
  /** Absent: the one that was saved for this very server and user. */
  readonly password?: string | undefined;
  /** An e-mail address. */
  readonly sender: string;
}

/** The same, checked. */
export interface CheckedServer {
  /** As a URL has it: lower case, punycode, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: MailTls;
  readonly user: string | null;
  readonly sender: string;
}

const HOST_CHARS = 253;
const FIELD_CHARS = 500;
const EMAIL_CHARS = 254;
const EMAIL = /^[^\s@\p{Cc}<>,;:"]+@[^\s@\p{Cc}<>,;:"]+$/u;
const MAX_PORT = 65_535;

/** @throws validation_failed; the issues' rules are the words of the page */
export function checkMailServer(input: MailServerInput): CheckedServer {
  const host = canonicalHost(input.host.trim());
  const user = input.user.trim();
  const sender = input.sender.trim();
  const issues: Issue[] = [];
  const refuse = (path: string, rule: string, message: string): void => void issues.push({ path, message, rule });
  if (host === undefined) refuse('host', 'host', 'must be the name or the address of a mail server');
  if (!Number.isInteger(input.port) || input.port < 1 || input.port > MAX_PORT) {
    refuse('port', 'port', `must be a whole number from 1 to ${MAX_PORT}`);
  }
  if (input.tls === 'none' && host !== undefined && !isLoopbackHost(host)) {
    refuse('tls', 'tls_far', 'must be encrypted: without encryption only this machine may be reached');
  }
  if (!isPlain(user)) refuse('user', 'text', `must be a text of at most ${FIELD_CHARS} characters on one line`);
  if (user === '' && (input.password ?? '') !== '') refuse('user', 'user_needed', 'is missing beside a password');
  if (!isPlain(input.password ?? '')) {
    refuse('password', 'text', `must be a text of at most ${FIELD_CHARS} characters on one line`);
  }
  if (sender.length > EMAIL_CHARS || !EMAIL.test(sender)) refuse('sender', 'sender', 'must be an e-mail address');
  if (issues.length > 0 || host === undefined) throw validationFailed(issues);
  return { host, port: input.port, tls: input.tls, user: user === '' ? null : user, sender };
}

const isPlain = (text: string): boolean => fitsChars(text, FIELD_CHARS) && !/\p{Cc}/u.test(text) && text.isWellFormed();

/** Undefined for what names no host, or more than one. */
function canonicalHost(text: string): string | undefined {
  const written = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (/[\s/\\?#@%]/.test(written) || written.length > HOST_CHARS) return undefined;
  const url = URL.parse(`http://${written}`);
  return url === null || url.host === '' || url.port !== '' || url.host.length > HOST_CHARS ? undefined : url.host;
}

/** What a sealed password belongs to. */
export const boundTo = ({ host, port, tls, user }: Omit<CheckedServer, 'sender'>): string =>
  JSON.stringify(['mail server', host, port, tls, user]);

const QUERY: Readonly<Record<MailTls, string>> = {
  implicit: '',
  starttls: '?requireTLS=true',
  none: '?ignoreTLS=true',
};

/** As the mailer takes it. @param from sender, where a flag says another */
export function mailSettingsOf(server: CheckedServer, password: string, from: string | undefined): MailSettings {
  const { host, port, tls, user } = server;
  const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
  return { smtpUrl: `${scheme}://${login}${host}:${port}${QUERY[tls]}`, from: from ?? server.sender };
}
