import { answerWithJson } from '../../web/index.ts';
import type { MemberCtx } from './context.ts';
import type { Parts, ReadingCtx, ReadingRequest } from './reading-thread.ts';
import type { Texts } from './stream-of.ts';

/**
 * A read of much data that writes nothing. Where there is a thread for it, it goes on there, and the event loop serves
 * others. Otherwise it goes on here, in steps. Its input and its data go between threads.
 */
export interface Reading<Input, Data> {
  readonly name: string;
  readonly read: (ctx: ReadingCtx, input: Input) => Promise<Data>;
}

/** A reading whose answer is a text, made part by part while it is being received. */
export interface TextReading<Input> {
  readonly name: string;
  readonly texts: (ctx: ReadingCtx, input: Input) => Texts;
}

function askThread(ctx: MemberCtx, asked: Omit<ReadingRequest, 'ctx'>): Parts {
  const { workspace, source, actor, requestId, language, nowMs } = ctx;
  return ctx.readings.ask({ ...asked, ctx: { workspace, source, actor, requestId, language, nowMs } });
}

/** @returns its JSON; undefined where it must be read here */
async function readElsewhere(ctx: MemberCtx, name: string, input: unknown): Promise<Uint8Array | undefined> {
  const parts = askThread(ctx, { name, input, isText: false });
  const { signal } = ctx.request;
  signal.addEventListener('abort', parts.leave);
  try {
    return (await parts.next())?.bytes;
  } finally {
    signal.removeEventListener('abort', parts.leave);
  }
}

export async function readAside<Input, Data>(
  ctx: MemberCtx,
  { name, read }: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  const json = await readElsewhere(ctx, name, input);
  return json === undefined ? read(ctx, input) : (JSON.parse(new TextDecoder().decode(json)) as Data);
}

/** The same as the answer of a route, whose text the thread has made already. */
export async function answerAside<Input, Data>(
  ctx: MemberCtx,
  { name, read }: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  const json = await readElsewhere(ctx, name, input);
  // Elysia sends a Response as it is; the type stays that of the model, which the pages read.
  return json === undefined ? read(ctx, input) : (answerWithJson(ctx.call, json) as Data);
}

/** A text that is made in the thread, and what makes it here where there is none. */
export const aside = <Input>(ctx: MemberCtx, { name, texts }: TextReading<Input>, input: Input) => ({
  parts: askThread(ctx, { name, input, isText: true }),
  lines: texts(ctx, input),
});
