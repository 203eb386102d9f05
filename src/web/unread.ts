/**
 * Counts large answers, which stay in memory until their caller has read them. A caller with too many unread answers is
 * refused before the work begins.
 */

import type { SlotHolder, Slots } from '../base/index.ts';
import type { Call } from './call.ts';
import { errorResponse, toAppError } from './errors.ts';

/**
 * The size from which an answer is large, in bytes. The system's buffers take some 40 KB of an unread answer, even over
 * a network with small packets. The rest stays in this process's memory.
 */
const LARGE = 32_768;
const PIECE_BYTES = 32_768;

/**
 * Stores a copy of a large answer in `call.largeBody`, so that `countUnread` can count it. The caller may change `body`
 * afterwards.
 */
export function noteLarge(call: Call, body: string | Uint8Array): void {
  const bytes = typeof body === 'string' ? largeText(body) : body.length < LARGE ? undefined : Buffer.from(body);
  if (bytes !== undefined) call.largeBody = bytes;
}

function largeText(text: string): Buffer | undefined {
  // UTF-8 has at most three bytes for each character of a JavaScript string.
  if (text.length * 3 < LARGE) return undefined;
  const bytes = Buffer.from(text);
  return bytes.length < LARGE ? undefined : bytes;
}

/** Refuses a caller with too many unread answers. Call it before the work begins. @throws rate_limited */
export function letAnswer(call: Call, answers: Slots, holder: SlotHolder): void {
  answers.look(holder);
  call.holder = holder;
}

/**
 * Counts an answer of up to `bytes` in advance. Call it before the change, because after the change it is too late to
 * refuse the answer.
 * @throws rate_limited
 */
export function reserveAnswer({ holder, afterwards }: Call, answers: Slots, bytes: number): void {
  if (holder === undefined) return;
  answers.look(holder);
  afterwards.push(answers.add(holder, bytes));
}

/**
 * Counts a large answer against its caller's limits until it is received or its connection closes. A GET request is
 * checked against the limits once more here. Several GET requests may have passed the first check together, because
 * none of them was counted yet.
 */
export function countUnread(answers: Slots, request: Request, call: Call, response: Response): Response {
  const { holder, largeBody } = call;
  if (holder === undefined || largeBody === undefined || response.status !== 200 || request.method === 'HEAD')
    return response;
  try {
    if (request.method === 'GET') answers.look(holder);
  } catch (error) {
    return errorResponse(call, toAppError(error));
  }
  const over = answers.add(holder, largeBody.length);
  // An answer counts as unread until `over` is called. Its stream calls `over` at the end. But if the client leaves
  // before the first byte, nobody reads the stream, so only the abort event calls `over`. If the request was aborted
  // before this line, no event follows, so `aborted` is checked here.
  request.signal.addEventListener('abort', over);
  if (request.signal.aborted) over();
  const { status, headers } = response;
  return new Response(inPieces(largeBody, over), { status, headers });
}

/** Streams the bytes in pieces. Calls `over` after the last piece, or when the stream is canceled. */
function inPieces(bytes: Uint8Array, over: () => void): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
        at += PIECE_BYTES;
        if (at < bytes.length) return;
        controller.close();
        over();
      },
      cancel: over,
    },
    { highWaterMark: 0 },
  );
}
