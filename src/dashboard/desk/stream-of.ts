import { isStepOver, nextTurn } from '../../base/index.ts';
import type { Part, Parts } from './reading-thread.ts';

/** Each is made in a part of a millisecond, when it is asked for. */
export type Texts = Iterator<string, void> | AsyncIterator<string, void>;

interface Streamed {
  readonly texts: Texts;
  /** The workspace that the work is for. */
  readonly workspaceSeq: number;
  /** Asked before each step; what it throws ends the answer in its midst. */
  readonly stillMay: () => void;
  /** Called once, however it ends. */
  readonly over: () => void;
}

/** Texts as the body of an answer. They are made a step at a time, when there is room for more of them. */
export function streamOf({ texts, workspaceSeq, stillMay, over }: Streamed): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn(workspaceSeq);
      try {
        stillMay();
        const { text, isLast } = await takeStep(texts);
        if (text !== '') controller.enqueue(encoder.encode(text));
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

/** Takes as many texts as a step has time for. */
async function takeStep(texts: Texts): Promise<{ readonly text: string; readonly isLast: boolean }> {
  let text = '';
  do {
    const { value, done } = await texts.next();
    if (done === true) return { text, isLast: true };
    text += value;
  } while (!isStepOver());
  return { text, isLast: false };
}

interface Forwarded extends Pick<Streamed, 'stillMay' | 'over'> {
  readonly first: Part;
  readonly parts: Parts;
}

/** The parts of a text that is made elsewhere, each asked for when there is room for it. */
export function streamOfParts({ first, parts, stillMay, over }: Forwarded): ReadableStream<Uint8Array> {
  let coming: Promise<Part | undefined> = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      const part = await coming;
      try {
        stillMay();
        if (part === undefined) throw new Error('the thread that reads has ended');
        controller.enqueue(part.bytes);
        if (!part.isLast) {
          // It is made while this one is sent.
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
