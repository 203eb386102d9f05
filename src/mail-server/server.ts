import {
  fitsChars,
  type Issue,
  isEmailAddress,
  isLoopbackHost,
  type MailSettings,
  validationFailed,
} from '../base/index.ts';
import type { MAIL_TLS } from '../storage/index.ts';

export { MAIL_TLS } from '../storage/index.ts';

/**
 * `implicit` begins TLS with the first byte, `starttls` with the STARTTLS command. `none` uses no TLS, so it is allowed
 * only for a server on this machine.
 */
export type MailTls = (typeof MAIL_TLS)[number];

export interface MailServerInput {
  readonly host: string;
  readonly port: number;
  readonly tls: MailTls;
  /** The name to sign in with; empty to skip the sign-in. */
  readonly user: string;
  /** The password; left out to use the one saved for the same server and user. */
  readonly password?: string | undefined;
  readonly sender: string;
}

export interface CheckedServer {
  /** The host as in a URL: lower case, punycode, IPv6 in brackets. */
  readonly host: string;
  readonly port: number;
  readonly tls: MailTls;
  readonly user: string | null;
  readonly sender: string;
}

const HOST_CHARS = 253;
const FIELD_CHARS = 500;
const MAX_PORT = 65_535;

export function checkMailServer(input: MailServerInput): CheckedServer {
  const host = canonicalHost(input.host.trim());
  const user = input.user.trim();
  const sender = input.sender.trim();
  const issues: Issue[] = [];
  if (host === undefined) issues.push({ path: 'host', rule: 'mail_host' });
  if (!Number.isInteger(input.port) || input.port < 1 || input.port > MAX_PORT) {
    issues.push({ path: 'port', rule: 'whole_between', least: 1, most: MAX_PORT });
  }
  if (input.tls === 'none' && host !== undefined && !isLoopbackHost(host)) {
    issues.push({ path: 'tls', rule: 'mail_tls' });
  }
  if (!isPlain(user)) issues.push({ path: 'user', rule: 'line_at_most', most: FIELD_CHARS });
  if (user === '' && (input.password ?? '') !== '') issues.push({ path: 'user', rule: 'mail_user' });
  if (!isPlain(input.password ?? '')) {
    issues.push({ path: 'password', rule: 'line_at_most', most: FIELD_CHARS });
  }
  if (!isEmailAddress(sender)) issues.push({ path: 'sender', rule: 'email' });
  if (issues.length > 0 || host === undefined) throw validationFailed(issues);
  return { host, port: input.port, tls: input.tls, user: user === '' ? null : user, sender };
}

const isPlain = (text: string): boolean => fitsChars(text, FIELD_CHARS) && !/\p{Cc}/u.test(text) && text.isWellFormed();

/** Normalizes a host. Returns undefined for a text that is not exactly one host. */
function canonicalHost(text: string): string | undefined {
  const written = text.includes(':') && !text.startsWith('[') ? `[${text}]` : text;
  if (/[\s/\\?#@%]/.test(written) || written.length > HOST_CHARS) return undefined;
  const url = URL.parse(`http://${written}`);
  return url === null || url.host === '' || url.port !== '' || url.host.length > HOST_CHARS ? undefined : url.host;
}

/**
 * Returns the settings that an encrypted password is bound to. With another server or user, the password cannot be
 * decrypted.
 */
export const boundTo = ({ host, port, tls, user }: Omit<CheckedServer, 'sender'>): string =>
  JSON.stringify(['mail server', host, port, tls, user]);

const QUERY: Readonly<Record<MailTls, string>> = {
  implicit: '',
  starttls: '?requireTLS=true',
  none: '?ignoreTLS=true',
};

/**
 * Returns the settings for a connection to the saved server.
 * @param from a sender that replaces the saved sender; undefined to use the saved one
 */
export function mailSettingsOf(server: CheckedServer, password: string, from: string | undefined): MailSettings {
  const { host, port, tls, user } = server;
  const login = user === null ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
  return { smtpUrl: `${scheme}://${login}${host}:${port}${QUERY[tls]}`, from: from ?? server.sender };
}
