import type { Language } from '../../base/index.ts';
import type { Ctx } from '../../workspaces/index.ts';

export interface ReadingCtx extends Ctx {
  readonly language: Language;
  readonly nowMs: number;
  /** The request of the caller; its signal aborts when the answer is no longer wanted. */
  readonly request: { readonly signal: AbortSignal };
}

type SentCtx = Pick<ReadingCtx, 'workspace' | 'source' | 'actor' | 'requestId' | 'language' | 'nowMs'>;

export interface ReadingRequest {
  readonly name: string;
  readonly ctx: SentCtx;
  readonly input: unknown;
  /** True for a long text, such as a CSV file, which arrives in several parts. Other answers arrive in one part. */
  readonly isText: boolean;
}

export interface Part {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isLast: boolean;
}

export interface Parts {
  /**
   * Returns the next part. Undefined if there is no thread or it failed; the caller then reads in its own thread.
   * @throws validation_failed
   */
  next(): Promise<Part | undefined>;
  /** Abandons the answer. */
  leave(): void;
}

export interface ReadingThread {
  ask(asked: ReadingRequest): Parts;
  stop(): Promise<void>;
}
