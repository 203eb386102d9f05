import type { Language } from '../../base/index.ts';
import type { Ctx } from '../../workspaces/index.ts';

/** The context of a reading, in any thread. */
export interface ReadingCtx extends Ctx {
  readonly language: Language;
  readonly nowMs: number;
  /** The request of the caller; its signal ends once the answer is no longer wanted. */
  readonly request: { readonly signal: AbortSignal };
}

/** The part of a context that goes to another thread. */
type SentCtx = Pick<ReadingCtx, 'workspace' | 'source' | 'actor' | 'requestId' | 'language' | 'nowMs'>;

export interface ReadingRequest {
  readonly name: string;
  readonly ctx: SentCtx;
  readonly input: unknown;
  /** True if the answer comes in many parts. */
  readonly isText: boolean;
}

export interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

export interface Parts {
  /** Undefined: there is no thread, or it failed. Then the caller reads for itself. */
  next(): Promise<Part | undefined>;
  /** Gives the answer up. */
  leave(): void;
}

export interface ReadingThread {
  ask(asked: ReadingRequest): Parts;
  stop(): Promise<void>;
}

/** No thread: all is read where it is asked for. */
export const READ_HERE: ReadingThread = {
  ask: () => ({ next: async () => undefined, leave: () => undefined }),
  stop: async () => undefined,
};
