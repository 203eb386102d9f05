import { isStepOver, nextTurn } from '../../base/index.ts';
import type { Part, Parts } from './reading-thread.ts';

/** The parts of a text, each made in a fraction of a millisecond when it is requested. */
export type Texts = Iterator<string | Uint8Array, void> | AsyncIterator<string | Uint8Array, void>;

const encoder = new TextEncoder();

/** Takes texts until they fill a part or the step is over. */
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
  /** Called before each step; an error that it throws breaks the answer off. */
  readonly stillMay: () => void;
  /** Called once at the end, with or without success. */
  readonly over: () => void;
}

/** A body made of texts. They are made a step at a time, when the reader has room for more. */
export function streamOf({ texts, workspaceSeq, stillMay, over }: TextStream): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      await nextTurn(workspaceSeq);
      try {
        stillMay();
        const { bytes, isLast } = await takeTexts(texts, isStepOver);
        if (bytes.length > 0) controller.enqueue(bytes);
        if (!isLast) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      over();
    },
    cancel: over,
  });
}

interface StreamRest extends Pick<TextStream, 'stillMay' | 'over'> {
  readonly first: Part;
  readonly parts: Parts;
}

/** A body made of parts from another thread. Each is requested when the reader has room for it. */
export function streamOfParts({ first, parts, stillMay, over }: StreamRest): ReadableStream<Uint8Array> {
  let coming: Promise<Part | undefined> = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      const part = await coming;
      try {
        stillMay();
        if (part === undefined) throw new Error('the thread that reads has ended');
        controller.enqueue(part.bytes);
        if (!part.isLast) {
          // The next part is made while this one is sent.
          coming = parts.next();
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      over();
    },
    cancel: over,
  });
}
