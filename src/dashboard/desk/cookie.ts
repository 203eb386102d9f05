import { DEVICE_COOKIE_MS, SESSION_MS } from '../../people/index.ts';

type Cookie = 'session' | 'device';
const NAMES: Readonly<Record<Cookie, string>> = { session: 'docket', device: 'docket-device' };

/**
 * The prefix makes a browser take the cookie only from this very host by https (RFC 6265bis). For http there is none.
 */
const nameOf = (cookie: Cookie, secure: boolean): string => (secure ? `__Host-${NAMES[cookie]}` : NAMES[cookie]);

/** The session's token, or the one by which the browser is known, as the browser sent it. */
export function readToken(request: Request, cookie: Cookie, secure: boolean): string | undefined {
  const wanted = `${nameOf(cookie, secure)}=`;
  const found = request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted));
  return found?.slice(wanted.length);
}

/** Lax, because a link in a mail must find its reader signed in; no GET changes anything. */
const attributesOf = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export function sessionCookie(token: string, secure: boolean, remembered: boolean): string {
  const age = remembered ? `; Max-Age=${SESSION_MS / 1000}` : '';
  return `${nameOf('session', secure)}=${token}; ${attributesOf(secure)}${age}`;
}

export const endedCookie = (secure: boolean): string =>
  `${nameOf('session', secure)}=; ${attributesOf(secure)}; Max-Age=0`;

/** A cookie that opens nothing. It says that a person has signed in here before, and outlives the session. */
export function deviceCookie(token: string, secure: boolean, nowMs: number): string {
  const expires = new Date(nowMs + DEVICE_COOKIE_MS).toUTCString();
  return `${nameOf('device', secure)}=${token}; ${attributesOf(secure)}; Expires=${expires}`;
}
