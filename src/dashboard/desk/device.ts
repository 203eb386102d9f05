import { tokenText } from '../../base/index.ts';
import { type Device, findSession, findTrustedDevice, type Session } from '../../people/index.ts';
import type { PersonCtx, VisitCtx } from './context.ts';
import { deviceCookie, endedCookie, readToken, sessionCookie } from './cookie.ts';

const DEVICE_TOKEN_BYTES = 32;

/** The browser of a request. It has a token by which it is known, and gets a new one from `letIn` after a sign-in. */
export function deviceOf({ request, storage, random, isHttps, clientAddress }: VisitCtx): Device {
  const secure = isHttps(request);
  const sent = readToken(request, 'device', secure);
  return {
    userAgent: request.headers.get('user-agent'),
    address: clientAddress(request),
    session: readToken(request, 'session', secure),
    token: tokenText(random.bytes(DEVICE_TOKEN_BYTES)),
    // Only a token of ours counts: a chosen one could be guessed.
    knownBy: findTrustedDevice(storage, sent) === undefined ? undefined : sent,
  };
}

type Asker = Pick<VisitCtx, 'request' | 'storage' | 'clock' | 'isHttps'>;

/** The session of a request's cookie; undefined without one. */
export function sessionOf({ request, storage, clock, isHttps }: Asker): Session | undefined {
  const token = readToken(request, 'session', isHttps(request));
  return token === undefined ? undefined : findSession(storage, { token, nowMs: clock.now() });
}

/** A session as it is at this very moment, by its number: the token may be another one since the request came. */
export const sessionNow = ({ storage, clock, session }: PersonCtx): Session | undefined =>
  findSession(storage, { seq: session.seq, nowMs: clock.now() });

interface DeviceEntry {
  readonly device: Device;
  readonly session: string;
  readonly remembered: boolean;
}

/** Gives the browser its session, and the token by which it is known once that has ended. */
export function letIn(ctx: VisitCtx, { device, session, remembered }: DeviceEntry): void {
  const { call, clock } = ctx;
  const secure = ctx.isHttps(ctx.request);
  call.cookies.push(sessionCookie(session, secure, remembered));
  if (device.token !== undefined) call.cookies.push(deviceCookie(device.token, secure, clock.now()));
}

/** Gives the browser another token for the session that it has; undefined: it has it already. */
export function renewCookie({ call, request, isHttps, session }: PersonCtx, token: string | undefined): void {
  if (token !== undefined) call.cookies.push(sessionCookie(token, isHttps(request), session.remembered));
}

/** Takes the session's token from the browser. */
export function endCookie({ call, request, isHttps }: VisitCtx): void {
  call.cookies.push(endedCookie(isHttps(request)));
}
