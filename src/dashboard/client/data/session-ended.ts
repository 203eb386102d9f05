import { signal } from '@preact/signals';
import { dropDay } from './dropped-day.ts';
import { isOnline } from './online.ts';
import { patiently } from './patiently.ts';
import { reader } from './reader.ts';
import { GivenUp, Refusal } from './refusal.ts';
import { sendOnce } from './send-once.ts';

/** Creates a question to the user, shown once. All calls that ask meanwhile get the same answer. */
function createQuestion() {
  const asked = signal<{ readonly answer: (isGiven: boolean) => void } | undefined>(undefined);
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => {
    asking ??= new Promise<boolean>((resolve) => {
      asked.value = { answer: resolve };
    }).then((isGiven) => {
      [asking, asked.value] = [undefined, undefined];
      return isGiven;
    });
    return asking;
  };
  return { asked, ask };
}

const signIn = createQuestion();
const proof = createQuestion();

/** The signal that opens the password dialog when the reader's session has ended. */
export const ended = signIn.asked;
/** The signal that opens the password dialog before a secret is shown or changed. */
export const proving = proof.asked;

/**
 * The number of calls refused because the workspace demands a second factor that the reader lacks. When it grows, the
 * shell loads the signed-in person again.
 */
export const factorWanted = signal(0);

/** True if the person has declined to sign in again. The page then does not ask for the password by itself. */
let declined = false;

/** Lets the page ask for the password when the session next ends. Call this after a sign-in, even in another tab. */
export const askAgain = (): void => {
  declined = false;
};

async function wantOf(response: Response): Promise<unknown> {
  if ((response.status !== 401 && response.status !== 403) || reader.peek() === undefined) return undefined;
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

let reads = new AbortController();
let leaving: Promise<unknown> = Promise.resolve();

/**
 * Calls `leave`, which ends the session. Reads under way are aborted first, because the server would refuse them. All
 * reads then wait until `leave` is done. If the user is still signed in, `read` sends the aborted reads again.
 */
export async function withoutReads(leave: () => Promise<void>): Promise<void> {
  reads.abort();
  reads = new AbortController();
  const left = leave();
  leaving = left.catch(() => undefined);
  await left;
}

/**
 * Sends a read, and sends it again if `withoutReads` aborted it.
 * @throws GivenUp if the reader has signed out meanwhile
 */
async function read(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const wasSignedIn = reader.peek() !== undefined;
  await leaving;
  if (wasSignedIn && reader.peek() === undefined) throw new GivenUp();
  const cut = reads.signal;
  const signal = init.signal ? AbortSignal.any([init.signal, cut]) : cut;
  try {
    // biome-ignore lint/plugin: this is the one way of reading for everybody who is signed in.
    return await patiently(() => fetch(input, { ...init, signal }), signal);
  } catch (error) {
    if (!cut.aborted || init.signal?.aborted) throw error;
    return read(input, init);
  }
}

/**
 * Sends a request. If the session has ended or the password is needed again, a dialog over the page asks for the
 * password. The request is then repeated, so that a half-filled form survives. The refused request changed nothing.
 * @returns the refusal if the session has ended and the reader does not sign in again
 * @throws GivenUp if the request needs the password again and the reader does not enter it
 * @throws Refusal for a change while there is no connection
 */
async function send(input: RequestInfo | URL, init?: RequestInit, isSecond = false): Promise<Response> {
  const isReading = (init?.method ?? 'GET') === 'GET';
  // Without a connection, a change is not sent at all. Otherwise a change could reach the server, but its answer could
  // get lost. The reader would then not know whether the change was made.
  if (!isReading && !isOnline.peek()) throw new Refusal('offline', '', '');
  // biome-ignore lint/plugin: this is the one way of sending for everybody who is signed in.
  const response = await (isReading ? read(input, init) : fetch(input, init));
  const want = await wantOf(response);
  if (want === 'proof_needed') {
    if (await proof.ask()) return send(input, init);
    throw new GivenUp();
  }
  if (want === 'second_factor_needed') factorWanted.value += 1;
  // Another tab may have renewed the session's token in the meantime, so the request is sent once more.
  if (want === 'signed_out' && !isSecond) return send(input, init, true);
  if (want === 'signed_out') dropDay();
  if (want !== 'signed_out' || (isReading && declined)) return response;
  declined = !(await signIn.ask());
  return declined ? response : send(input, init);
}

export const fetchSignedIn: typeof fetch = Object.assign(
  sendOnce((input, init) => send(input, init)),
  {
    preconnect: fetch.preconnect,
  },
);
