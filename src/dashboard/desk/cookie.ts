import { DEVICE_COOKIE_MS, SESSION_MS } from '../../people/index.ts';

type Cookie = 'session' | 'device';
const NAMES: Readonly<Record<Cookie, string>> = { session: 'docket', device: 'docket-device' };

/**
 * Returns the name of a cookie. With the prefix `__Host-`, browsers accept it only over https and from this exact host
 * (RFC 6265bis). Over http, the name has no prefix.
 */
const nameOf = (cookie: Cookie, secure: boolean): string => (secure ? `__Host-${NAMES[cookie]}` : NAMES[cookie]);

export function readToken(request: Request, cookie: Cookie, secure: boolean): string | undefined {
  const wanted = `${nameOf(cookie, secure)}=`;
  const found = request.headers
    .get('cookie')
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(wanted));
  return found?.slice(wanted.length);
}

/**
 * SameSite is Lax, because a reader who follows a link in a mail must arrive signed in. This is safe, because no GET
 * changes anything.
 */
const attributesOf = (secure: boolean): string => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

export function sessionCookie(token: string, secure: boolean, remembered: boolean): string {
  const age = remembered ? `; Max-Age=${SESSION_MS / 1000}` : '';
  return `${nameOf('session', secure)}=${token}; ${attributesOf(secure)}${age}`;
}

export const endedCookie = (secure: boolean): string =>
  `${nameOf('session', secure)}=; ${attributesOf(secure)}; Max-Age=0`;

/**
 * Returns a cookie that gives no access. It shows that somebody has signed in from this browser, and outlives the
 * session.
 */
export function deviceCookie(token: string, secure: boolean, nowMs: number): string {
  const expires = new Date(nowMs + DEVICE_COOKIE_MS).toUTCString();
  return `${nameOf('device', secure)}=${token}; ${attributesOf(secure)}; Expires=${expires}`;
}
