import { tokenText } from '../../base/index.ts';
import { type Device, findSession, findTrustedDevice, type Session } from '../../people/index.ts';
import type { PersonCtx, VisitCtx } from './context.ts';
import { deviceCookie, endedCookie, readToken, sessionCookie } from './cookie.ts';

const DEVICE_TOKEN_BYTES = 32;

export function deviceOf({ request, storage, random, isHttps, clientAddress }: VisitCtx): Device {
  const secure = isHttps(request);
  const sent = readToken(request, 'device', secure);
  return {
    userAgent: request.headers.get('user-agent'),
    address: clientAddress(request),
    session: readToken(request, 'session', secure),
    token: tokenText(random.bytes(DEVICE_TOKEN_BYTES)),
    // Only a token that Docket generated is trusted, because a token that the sender made up could be guessed.
    knownBy: findTrustedDevice(storage, sent) === undefined ? undefined : sent,
  };
}

export type Asker = Pick<VisitCtx, 'request' | 'storage' | 'clock' | 'isHttps'>;

export function sessionOf({ request, storage, clock, isHttps }: Asker): Session | undefined {
  const token = readToken(request, 'session', isHttps(request));
  return token === undefined ? undefined : findSession(storage, { token, nowMs: clock.now() });
}

/**
 * Returns the session as it is now. It is found by its number, because its token may have changed since the request
 * arrived.
 */
export const sessionNow = ({ storage, clock, session }: PersonCtx): Session | undefined =>
  findSession(storage, { seq: session.seq, nowMs: clock.now() });

interface DeviceEntry {
  readonly device: Device;
  readonly session: string;
  readonly remembered: boolean;
}

/** Sends the browser its session, and the token that identifies the browser after the session ends. */
export function letIn(ctx: VisitCtx, { device, session, remembered }: DeviceEntry): void {
  const { call, clock } = ctx;
  const secure = ctx.isHttps(ctx.request);
  call.cookies.push(sessionCookie(session, secure, remembered));
  if (device.token !== undefined) call.cookies.push(deviceCookie(device.token, secure, clock.now()));
}

/** Sends the browser a new token for its session. Undefined means that the browser already has the right token. */
export function renewCookie({ call, request, isHttps, session }: PersonCtx, token: string | undefined): void {
  if (token !== undefined) call.cookies.push(sessionCookie(token, isHttps(request), session.remembered));
}

export function endCookie({ call, request, isHttps }: VisitCtx): void {
  call.cookies.push(endedCookie(isHttps(request)));
}
