import { signal } from '@preact/signals';
import { dropDay } from './dropped-day.ts';
import { isOnline } from './online.ts';
import { patiently } from './patiently.ts';
import { reader } from './reader.ts';
import { GivenUp, Refusal } from './refusal.ts';
import { sendOnce } from './send-once.ts';

interface Question {
  readonly answer: (isGiven: boolean) => void;
}

/** A question over the page, asked once for all that wait for it. */
function createQuestion() {
  const asked = signal<Question | undefined>(undefined);
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

/** Set while the reader's session has ended and the password is asked for over the page. */
export const ended = signIn.asked;
/** Set while the password is asked for once more, for what shows or changes a secret. */
export const proving = proof.asked;

/** Counts the answers that a second factor is wanting: since it was demanded, this page has asked for something. */
export const factorWanted = signal(0);

/** A person who has said no is not asked again by the page itself. */
let declined = false;

/** Why a signed in reader was refused, where it is for want of a session or of the password. */
async function wantOf(response: Response): Promise<unknown> {
  if ((response.status !== 401 && response.status !== 403) || reader.peek() === undefined) return undefined;
  const body: unknown = await response.clone().json();
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

let reads = new AbortController();
let leaving: Promise<unknown> = Promise.resolve();

/**
 * Ends the session by `leave`, once the reads under way are cut off: answered after it, they would be refused. They and
 * any read begun meanwhile wait, and go on where the session did not end.
 */
export async function withoutReads(leave: () => Promise<void>): Promise<void> {
  reads.abort();
  reads = new AbortController();
  const left = leave();
  leaving = left.catch(() => undefined);
  await left;
}

/** @throws GivenUp where the reader has signed out meanwhile */
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
 * Sends a request. If the session has ended or the password is needed again, it asks for that over the page. Then it
 * sends the request again, so a half-filled form survives. The refused request has changed nothing.
 * @throws GivenUp if the password is not given
 * @throws Refusal for a change while there is no connection
 */
async function send(input: RequestInfo | URL, init?: RequestInit, isSecond = false): Promise<Response> {
  const isReading = (init?.method ?? 'GET') === 'GET';
  // Not sent at all: it might arrive while its answer is lost, and its outcome would be unknown.
  if (!isReading && !isOnline.peek()) throw new Refusal('offline', '', '');
  // biome-ignore lint/plugin: this is the one way of sending for everybody who is signed in.
  const response = await (isReading ? read(input, init) : fetch(input, init));
  if (response.ok) declined = false;
  const want = await wantOf(response);
  if (want === 'proof_needed') {
    if (await proof.ask()) return send(input, init);
    throw new GivenUp();
  }
  if (want === 'second_factor_needed') factorWanted.value += 1;
  // Another tab may have had the session's token renewed while this was on its way.
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
