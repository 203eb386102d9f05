import { SESSION_MS } from '../workspaces/index.ts';

/** With the prefix a browser takes the cookie from this very host over https alone (RFC 6265bis); http has no such thing. */
const nameOf = (secure: boolean): string => (secure ? '__Host-docket' : 'docket');

/** The session's token as the browser sent it. */
export function readToken(request: Request, secure: boolean): string | undefined {
  const wanted = `${nameOf(secure)}=`;
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
  return `${nameOf(secure)}=${token}; ${attributesOf(secure)}${age}`;
}

export const endedCookie = (secure: boolean): string => `${nameOf(secure)}=; ${attributesOf(secure)}; Max-Age=0`;
