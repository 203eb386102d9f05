import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { makeCertificate } from './certificates.ts';
import { rude } from './rude-server.ts';

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export type SmtpMode = 'accept' | 'refuse-sender' | 'refuse-recipient' | 'busy' | 'refuse-message';

interface SmtpOptions {
  readonly user?: string;
  readonly password?: string;
  readonly tls?: 'none' | 'starttls' | 'implicit';
}

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

/** A real SMTP server on loopback; its mode can be changed between mails. */
export async function startSmtp(options: SmtpOptions = {}) {
  const tls = options.tls ?? 'none';
  const taken: TakenMail[] = [];
  const state: { mode: SmtpMode } = { mode: 'accept' };
  const settings: SMTPServerOptions = {
    ...(tls === 'none' ? {} : await makeCertificate()),
    secure: tls === 'implicit',
    disabledCommands: tls === 'none' ? ['STARTTLS'] : [],
    authOptional: options.user === undefined,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === options.user && password === options.password) done(null, { user: username });
      else done(refusal(535, `5.7.8 no such user or password: ${password}`));
    },
    onMailFrom(_address, _session, done) {
      done(state.mode === 'refuse-sender' ? refusal(550, 'we do not relay') : null);
    },
    onRcptTo(_address, _session, done) {
      if (state.mode === 'refuse-recipient') done(refusal(550, '5.1.1 no such mailbox'));
      else done(state.mode === 'busy' ? refusal(451, '4.3.0 try again later') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (state.mode === 'refuse-message') return done(refusal(554, '5.7.1 looks like spam'));
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user,
        });
        done();
      });
    },
  };
  const server = new SMTPServer(settings);
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    get mode() {
      return state.mode;
    },
    set mode(mode: SmtpMode) {
      state.mode = mode;
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type SmtpServer = Awaited<ReturnType<typeof startSmtp>>;

/** The reaction of a rude server to a client's command; undefined for the answer 250 (354 to DATA). */
export type Rudeness = (line: string, socket: Socket) => string | undefined | 'silent';

/** A server that misbehaves as configured: with `greet` false it never speaks. */
export function startRudeSmtp(answerTo: Rudeness, greet = true) {
  return rude((socket) => {
    if (greet) socket.write('220 rude ESMTP\r\n');
    let inMessage = false;
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const said = answerTo(line, socket);
        if (said === 'silent' || socket.destroyed) return;
        if (inMessage && line !== '.') continue;
        inMessage = line === 'DATA';
        socket.write(said ?? (line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n'));
      }
    });
  }, true);
}

/** The words of one part of a mail, decoded from quoted-printable or base64. */
export function partOf({ raw }: TakenMail, type: 'text/plain' | 'text/html'): string {
  const at = raw.indexOf(`Content-Type: ${type}`);
  const head = raw.slice(at, raw.indexOf('\r\n\r\n', at));
  const body = raw.slice(raw.indexOf('\r\n\r\n', at) + 4, raw.indexOf('\r\n--', at));
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`);
  return /quoted-printable/i.test(head) ? decodeURIComponent(bytes.replaceAll(/%(?![0-9A-F]{2})/g, '%25')) : body;
}
