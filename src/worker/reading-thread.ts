import { AppError, hasSpareFiles } from '../base/index.ts';
import type { Part, Parts, ReadingRequest, ReadingThread } from '../dashboard/index.ts';
import type { SharedHorizon, Storage } from '../storage/index.ts';
import { beginWorker, type RunningThread } from './threads.ts';
import { within } from './within.ts';

export type ToReader =
  | { readonly kind: 'start'; readonly path: string; readonly horizon: SharedHorizon }
  | { readonly kind: 'ask'; readonly id: number; readonly asked: ReadingRequest }
  | { readonly kind: 'more'; readonly id: number; readonly workspaceSeq: number }
  | { readonly kind: 'leave'; readonly id: number }
  | { readonly kind: 'stop' };

export type FromReader =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'part'; readonly id: number; readonly part: Part }
  | ({ readonly kind: 'refused'; readonly id: number } & Pick<AppError, 'refusal' | 'details'>)
  | { readonly kind: 'failed'; readonly id: number };

/** The idle time after which the thread ends to free its memory. Starting a new thread takes some 50 ms. */
const IDLE_MS = 60_000;
const STOP_MS = 1_000;
const REST_MS = 60_000;

type Ports = Pick<Storage, 'path' | 'horizon' | 'damage'>;

/** The thread for reading. A request starts it, and it ends after a minute without requests. */
export class ReaderThread implements ReadingThread {
  readonly #ports: Ports;
  readonly #idleMs: number;
  readonly #make: () => Worker;
  /** The requests that still read a text in parts. While there are any, the thread does not end as idle. */
  readonly #texts = new Set<number>();
  readonly #waiting = new Map<number, PromiseWithResolvers<Part | undefined>>();
  #begun: RunningThread | undefined;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #ids = 0;
  #isOver = false;
  /** True for a minute after a thread has died, because the same cause could end the next one too. */
  #isResting = false;

  constructor(ports: Ports, { idleMs = IDLE_MS, make = () => beginWorker('reading') } = {}) {
    this.#ports = ports;
    this.#idleMs = idleMs;
    this.#make = make;
    // After a failed sync, this thread must not read rows that may be missing on the disk. Its waiting callers then
    // read in the writer's thread, which reports the damage.
    ports.damage.listen(() => this.#letGo());
  }

  ask(asked: ReadingRequest): Parts {
    this.#ids += 1;
    const id = this.#ids;
    const { seq: workspaceSeq } = asked.ctx.workspace;
    let by: RunningThread | undefined;
    return {
      next: async () => {
        if (by !== undefined) return by === this.#begun ? this.#wait({ kind: 'more', id, workspaceSeq }) : undefined;
        by = this.#begin();
        if (by === undefined) return undefined;
        if (asked.isText) this.#texts.add(id);
        return this.#wait({ kind: 'ask', id, asked });
      },
      leave: () => {
        if (by !== undefined && by === this.#begun) this.#tell({ kind: 'leave', id });
        this.#settle(id, undefined);
      },
    };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#end();
  }

  #wait(message: Extract<ToReader, { readonly id: number }>): Promise<Part | undefined> {
    clearTimeout(this.#idle);
    const waiting = Promise.withResolvers<Part | undefined>();
    this.#waiting.set(message.id, waiting);
    this.#tell(message);
    return waiting.promise;
  }

  #settle(id: number, part: Part | undefined): void {
    this.#waiting.get(id)?.resolve(part);
    this.#waiting.delete(id);
    if (part?.isLast !== false) this.#texts.delete(id);
    if (this.#waiting.size + this.#texts.size === 0) this.#endLater();
  }

  #endLater(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#end(), this.#idleMs);
    this.#idle.unref();
  }

  /** Makes waiting callers read by themselves instead of waiting for the thread. */
  #letGo(): void {
    for (const { resolve } of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
    this.#texts.clear();
  }

  #begin(): RunningThread | undefined {
    if (this.#isOver || this.#isResting || this.#ports.damage.found() !== undefined) return undefined;
    if (this.#begun !== undefined || !hasSpareFiles()) return this.#begun;
    const thread = this.#make();
    const one: RunningThread = { thread, stopped: Promise.withResolvers() };
    const forget = (): void => {
      one.stopped.resolve();
      if (this.#begun !== one) return;
      this.#begun = undefined;
      this.#letGo();
      this.#isResting = true;
      setTimeout(() => (this.#isResting = false), REST_MS).unref();
    };
    thread.addEventListener('message', ({ data }: MessageEvent<FromReader>) => this.#hear(one, data));
    thread.addEventListener('error', forget);
    thread.addEventListener('close', forget);
    this.#begun = one;
    const { path, horizon } = this.#ports;
    this.#tell({ kind: 'start', path, horizon });
    this.#endLater();
    return one;
  }

  #tell(message: ToReader): void {
    this.#begun?.thread.postMessage(message);
  }

  #hear(from: RunningThread, message: FromReader): void {
    if (message.kind === 'stopped') {
      from.stopped.resolve();
      return;
    }
    const { id } = message;
    if (message.kind === 'refused') this.#waiting.get(id)?.reject(new AppError(message.refusal, message.details));
    this.#settle(id, message.kind === 'part' ? message.part : undefined);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const one = this.#begun;
    if (one === undefined) return;
    // The thread closes its connection first. The writer's connection is then the last one, and closing it removes the
    // log.
    this.#tell({ kind: 'stop' });
    this.#begun = undefined;
    this.#letGo();
    await within(STOP_MS, one.stopped.promise);
    one.thread.terminate();
  }
}
