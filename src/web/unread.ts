import type { SlotHolder, Slots } from '../base/index.ts';
import type { Call } from './call.ts';

/**
 * Large answers, which lie in memory until they are read. What a caller leaves unread is counted. Over the bound no
 * further request of theirs is begun. One that was begun is answered, for it may have changed something.
 */

/** The size from which an answer is large, in bytes or characters. Smaller ones find room in the buffers of the system. */
export const LARGE = 262_144;
const PIECE_BYTES = 65_536;

/** To be called before the work begins. @throws rate_limited */
export function letAnswer(call: Call, answers: Slots, holder: SlotHolder): void {
  answers.take(holder, 0);
  call.holder = holder;
}

/** Counts a large answer for its caller until it is read, or nobody waits for it any more. */
export function countUnread(answers: Slots, request: Request, call: Call, response: Response): Response {
  const { holder, largeText } = call;
  if (holder === undefined || largeText === undefined || response.status !== 200 || request.method === 'HEAD')
    return response;
  const bytes = typeof largeText === 'string' ? Buffer.from(largeText) : largeText;
  const over = answers.add(holder, bytes.length);
  // A caller who has gone before the first byte asks for no stream. One who had gone before this line is not told of.
  request.signal.addEventListener('abort', over);
  if (request.signal.aborted) over();
  const { status, headers } = response;
  return new Response(inPieces(bytes, over), { status, headers });
}

/** @param over called once all is on its way */
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
