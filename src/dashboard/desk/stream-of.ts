import { isStepOver, nextTurn } from '../../base/index.ts';
import type { Part, Parts } from './reading-thread.ts';

/** The parts of a text. Each is made in a fraction of a millisecond when it is requested. */
export type Texts = Iterator<string | Uint8Array, void> | AsyncIterator<string | Uint8Array, void>;

const encoder = new TextEncoder();

export async function takeTexts(
  texts: Texts,
  isEnough: (bytes: number) => boolean,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isLast: boolean }> {
  const pieces: Uint8Array[] = [];
  let [size, isLast] = [0, false];
  do {
    const { value, done } = await texts.next();
    isLast = done === true;
    if (value === undefined) continue;
    const piece = typeof value === 'string' ? encoder.encode(value) : value;
    pieces.push(piece);
    size += piece.length;
  } while (!isLast && !isEnough(size));
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return { bytes, isLast };
}

interface TextStream {
  readonly texts: Texts;
  readonly workspaceSeq: number;
  /** Called before each part is passed on. An error that it throws ends the answer early. */
  readonly stillMay: () => void;
  /** Called once at the end, with or without success. */
  readonly over: () => void;
}

export function streamOf({ texts, workspaceSeq, stillMay, over }: TextStream): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) =>
      pullInto(controller, { stillMay, over }, async () => {
        await nextTurn(workspaceSeq);
        return takeTexts(texts, isStepOver);
      }),
    cancel: over,
  });
}

/**
 * Passes on the next part that is not empty, or ends the stream. After a pull that enqueues nothing, the stream would
 * not pull again (WHATWG Streams, 4.5.4).
 */
async function pullInto(
  controller: ReadableStreamDefaultController<Uint8Array>,
  { stillMay, over }: Pick<TextStream, 'stillMay' | 'over'>,
  next: () => Promise<Part>,
): Promise<void> {
  try {
    for (;;) {
      const { bytes, isLast } = await next();
      stillMay();
      if (bytes.length > 0) controller.enqueue(bytes);
      if (isLast) {
        controller.close();
        break;
      }
      if (bytes.length > 0) return;
    }
  } catch (error) {
    controller.error(error);
  }
  over();
}

interface StreamRest extends Pick<TextStream, 'stillMay' | 'over'> {
  readonly first: Part;
  readonly parts: Parts;
}

export function streamOfParts({ first, parts, stillMay, over }: StreamRest): ReadableStream<Uint8Array> {
  let coming: Promise<Part | undefined> = Promise.resolve(first);
  return new ReadableStream({
    pull: (controller) =>
      pullInto(controller, { stillMay, over }, async () => {
        const part = await coming;
        if (part === undefined) throw new Error('the thread that reads has ended');
        // The other thread makes the next part while this one is sent.
        if (!part.isLast) coming = parts.next();
        return part;
      }),
    cancel: over,
  });
}
