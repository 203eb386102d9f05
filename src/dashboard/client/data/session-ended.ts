import { signal } from '@preact/signals';
import { withFormId } from './form-ids.ts';
import { isOnline } from './online.ts';
import { onlyOnce } from './only-once.ts';
import { Refusal } from './refusal.ts';

/** Whose pages these are, by id; undefined while nobody is signed in. */
export const reader = signal<string | undefined>(undefined);

/** Set while the reader's session has ended and the password is asked for over the page. */
export const ended = signal<{ readonly answer: (signedIn: boolean) => void } | undefined>(undefined);

let asking: Promise<boolean> | undefined;
/** Who has said no is not asked again by what the page does of itself. */
let declined = false;

function signInAgain(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => {
    ended.value = { answer: resolve };
  }).then((signedIn) => {
    [asking, ended.value, declined] = [undefined, undefined, !signedIn];
    return signedIn;
  });
  return asking;
}

async function isSignedOut(response: Response): Promise<boolean> {
  if (response.status !== 401 || reader.peek() === undefined) return false;
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'code' in body && body.code === 'signed_out';
}

/**
 * Sends a request; where the reader's session has ended meanwhile, asks for the password over the page, so that a form
 * half filled survives, and sends it once more. What was refused for want of a session has changed nothing.
 * @throws Refusal for what would write while there is no connection
 */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const isReading = (init?.method ?? 'GET') === 'GET';
  // Sent all the same it might arrive, its answer lost: nobody would know what became of it.
  if (!isReading && !isOnline.peek()) throw new Refusal('offline', '', '');
  const response = await fetch(input, init);
  if (response.ok) declined = false;
  if (!(await isSignedOut(response))) return response;
  if (isReading && declined) return response;
  return (await signInAgain()) ? fetch(input, init) : response;
}

export const fetchSignedIn: typeof fetch = Object.assign(onlyOnce(withFormId(send)), { preconnect: fetch.preconnect });
