import { Socket } from 'node:net';
import type { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { errorCode, errorText } from '../errors/index.ts';
import { isLoopbackHost, saidText } from '../net/index.ts';
import { signInByCramMd5 } from './cram-md5.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** A UUID that is the same on each try, so that a repeated mail can be recognized. */
  readonly messageId: string;
}

type MailStep = 'lookup' | 'connect' | 'greeting' | 'tls' | 'auth' | 'sender' | 'recipient' | 'message';

/** The result of sending. `reason` is one line for a person, never with a password. */
export type MailResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly step: MailStep; readonly reason: string };

export interface MailSettings {
  /**
   * smtp:// (with STARTTLS, optional only on the local machine) or smtps://, with user and password if needed. Options
   * of nodemailer follow `?`.
   */
  readonly smtpUrl: string;
  /**
   * The sender's address. If it is undefined, mails are sent from the user in `smtpUrl`, provided that the user is an
   * e-mail address. Otherwise they are sent from docket@ and the server's name.
   */
  readonly from: string | undefined;
  /** The time limit for a whole dialogue, in milliseconds. */
  readonly timeoutMs?: number;
}

export interface Mailer {
  /** Sends a mail. It never throws and never hangs. */
  send(mail: Mail): Promise<MailResult>;
  verify(): Promise<MailResult>;
}

/** The ports for a server address without a port. RFC 8314 names both, and nodemailer has the same defaults. */
const SMTPS_PORT = 465;
const SMTP_PORT = 587;
const TIMEOUT_MS = 60_000;
const STEP_TIMEOUT_MS = 20_000;
/**
 * The maximum number of bytes that the mail server may send in one dialogue. A normal dialogue, with certificates and a
 * reply to each step, has far fewer. nodemailer limits the length of each reply, but not the number of replies.
 */
const MOST_BYTES = 256 * 1024;
const LOOK_MS = 10;
/** The time limit for closing the dialogue after a mail was accepted, in milliseconds. */
const LAST_MS = 5_000;
/** The form of a mail server's reply (RFC 5321, 4.2). */
const REPLY = /^[2-5]\d\d(?:[ -]|$)/;

export function transportOptions(smtpUrl: string, timeoutMs = TIMEOUT_MS): SMTPTransport.Options {
  const url = new URL(smtpUrl);
  const stepMs = Math.min(STEP_TIMEOUT_MS, timeoutMs);
  const asked = url.searchParams.has('requireTLS') || url.searchParams.get('ignoreTLS') === 'true';
  // A server may not offer TLS, or an attacker in the network may remove the offer. A mail that requires TLS then
  // fails, so that no password or sign-in link is sent unencrypted.
  const guarded = url.protocol === 'smtp:' && !isLoopbackHost(url.hostname) && !asked;
  return {
    url: smtpUrl,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    dnsTimeout: stepMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(guarded ? { requireTLS: true } : {}),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function defaultSender(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const user = decoded(url.username);
  return user.includes('@') ? user : `docket@${url.hostname}`;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * tls: encrypted from the first byte. starttls: encryption is required before anything else. offered: encrypted if
   * the server offers it. none: never encrypted.
   */
  readonly encryption: 'tls' | 'starttls' | 'offered' | 'none';
  /** The name to sign in with; null if no sign-in is used. */
  readonly user: string | null;
  readonly from: string;
}

export function describeMailServer({ smtpUrl, from }: MailSettings): MailServer {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const demanded = url.searchParams.get('requireTLS') === 'true' || transportOptions(smtpUrl).requireTLS === true;
  const plain = url.searchParams.get('ignoreTLS') === 'true' ? 'none' : 'offered';
  const starttls = demanded ? 'starttls' : plain;
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? SMTPS_PORT : SMTP_PORT) : Number(url.port),
    encryption: secure ? 'tls' : starttls,
    user: url.username === '' ? null : decoded(url.username),
    from: from ?? defaultSender(smtpUrl),
  };
}

export function createMailer(settings: MailSettings): Mailer {
  const from = settings.from ?? defaultSender(settings.smtpUrl);
  const host = /@([^@>\s]+)>?$/.exec(from)?.[1] ?? 'docket.invalid';
  return {
    send: (mail) =>
      converse(settings, tokensIn(mail), async (transport) => {
        await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          messageId: `<${mail.messageId}@${host}>`,
          // Stops automatic responders from replying (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      }),
    verify: () => converse(settings, [], async (transport) => void (await transport.verify())),
  };
}

type Transport = ReturnType<typeof createTransport<SMTPTransport.SentMessageInfo>>;

/**
 * Returns the tokens of the links in a mail. They must be hidden in the reply of a server that refuses the mail,
 * because the reply may repeat them.
 */
const tokensIn = ({ text }: Mail): string[] => [...text.matchAll(/#([\w-]{20,})/g)].map(([, token = '']) => token);

/**
 * Opens a separate connection for each dialogue, because mails are rare. Limits the time of the whole dialogue.
 * @param secrets texts of the mail that must not be in the reason of a failure
 */
async function converse(
  settings: MailSettings,
  secrets: readonly string[],
  talk: (transport: Transport) => Promise<void>,
): Promise<MailResult> {
  const { smtpUrl, timeoutMs = TIMEOUT_MS } = settings;
  // nodemailer is loaded with the first mail, to keep startup short.
  const { createTransport } = await import('nodemailer');
  const steps = watchSteps();
  const line = boundedLine();
  const transport = createTransport({
    ...transportOptions(smtpUrl, timeoutMs),
    socket: line.socket,
    customAuth: { 'CRAM-MD5': signInByCramMd5 },
    debug: true,
    logger: steps.logger as never,
  } satisfies SMTPTransport.Options);
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  try {
    await Promise.race([talk(transport), late.promise, line.flooded]);
    setTimeout(line.end, LAST_MS).unref();
    return { ok: true };
  } catch (error) {
    line.end();
    return { ok: false, step: stepOf(error, steps.current()), reason: reasonOf(error, smtpUrl, secrets) };
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/**
 * Creates a connection that ends when more than MOST_BYTES have arrived. Under TLS, bytes are not reported as they
 * arrive, so their number is polled.
 */
function boundedLine() {
  const socket = new Socket();
  const flood = Promise.withResolvers<never>();
  // Without this handler, a rejection that nobody awaits any more would count as unhandled.
  flood.promise.catch(() => undefined);
  const end = (): void => {
    clearInterval(timer);
    socket.destroy();
  };
  const look = (): void => {
    if (socket.bytesRead <= MOST_BYTES) return;
    flood.reject(new Error(`more than ${MOST_BYTES / 1024} KiB of answers`));
    end();
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  socket.on('data', look);
  return { socket, flooded: flood.promise, end };
}

/**
 * The step to which each SMTP command belongs. The error of a broken connection contains no command, so the last
 * command sent shows the step.
 */
const STEP_OF_COMMAND: Readonly<Record<string, MailStep>> = {
  EHLO: 'greeting',
  HELO: 'greeting',
  STARTTLS: 'tls',
  AUTH: 'auth',
  MAIL: 'sender',
  RCPT: 'recipient',
  DATA: 'message',
};

function watchSteps() {
  let step: MailStep = 'connect';
  const listen = (entry: unknown, message: unknown, ...args: unknown[]): void => {
    const side = typeof entry === 'object' && entry !== null && 'tnx' in entry ? entry.tnx : undefined;
    if (side === 'network' && step === 'connect' && /established/.test(String(message))) step = 'greeting';
    if (side !== 'client') return;
    const line = String(message).replace('%s', String(args[0] ?? ''));
    const command = /([A-Z]{4,8})\b/.exec(line)?.[1] ?? '';
    step = STEP_OF_COMMAND[command] ?? step;
  };
  const logger = {
    level: () => undefined,
    trace: listen,
    debug: listen,
    info: listen,
    warn: listen,
    error: listen,
    fatal: listen,
  };
  return { logger, current: () => step };
}

function stepOf(error: unknown, current: MailStep): MailStep {
  const code = errorCode(error);
  if (code === 'EDNS') return 'lookup';
  if (code === 'ETLS') return 'tls';
  if (code === 'EAUTH') return 'auth';
  // With pipelining, the refused command need not be the last one sent.
  const command = typeof error === 'object' && error !== null && 'command' in error ? String(error.command) : '';
  const refused = STEP_OF_COMMAND[command.split(' ')[0] ?? ''];
  if (refused !== undefined) return refused;
  if (current === 'connect' && /greeting/i.test(errorText(error))) return 'greeting';
  return current === 'connect' && /certificate|self.signed|TLS|SSL/i.test(errorText(error)) ? 'tls' : current;
}

/** Describes the error in one line. Hides the secrets, because the server's reply may repeat them. */
function reasonOf(error: unknown, smtpUrl: string, secrets: readonly string[]): string {
  const { username, password } = new URL(smtpUrl);
  const user = Buffer.from(decoded(username), 'utf8').toString('base64');
  return hideParts(saidText(wordsOf(error), [decoded(password), user, ...secrets]), secrets);
}

/**
 * A mail server's reply may wrap or cut a secret link. So each part of a secret with at least this many characters is
 * hidden.
 */
const PART_CHARS = 12;

function hideParts(text: string, secrets: readonly string[]): string {
  const startsPart = (at: number): boolean => {
    const part = text.slice(at, at + PART_CHARS);
    return part.length === PART_CHARS && secrets.some((secret) => secret.includes(part));
  };
  let [safe, hiddenTo] = ['', 0];
  for (let at = 0; at < text.length; at += 1) {
    if (startsPart(at)) {
      if (at >= hiddenTo) safe += '***';
      hiddenTo = at + PART_CHARS;
    } else if (at >= hiddenTo) safe += text[at];
  }
  return safe;
}

/**
 * Returns a mail server's reply, or the error that kept it from replying. Withholds replies of any other kind of
 * service.
 */
function wordsOf(error: unknown): string {
  const response = typeof error === 'object' && error !== null && 'response' in error ? error.response : undefined;
  if (typeof response !== 'string' || response === '') return errorText(error);
  return REPLY.test(response) ? response : 'what answered is no mail server, or no longer speaks as one';
}
