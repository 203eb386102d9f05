import { answerWithEnvelope, envelopeOf, refuseLeft } from '../../web/index.ts';
import type { MemberCtx } from './context.ts';
import type { Parts, ReadingCtx, ReadingRequest } from './reading-thread.ts';
import type { Texts } from './stream-of.ts';

/**
 * A task that reads a lot of data and writes nothing. It runs in the reading thread if there is one. Otherwise it runs
 * in the caller's thread and pauses now and then for other requests. Its input and its data must be of a kind that can
 * pass between threads.
 */
export interface Reading<Input, Data> {
  readonly name: string;
  readonly read: (ctx: ReadingCtx, input: Input) => Promise<Data>;
}

/** A task like `Reading`, but its answer is a text. The text is made part by part while the caller receives it. */
export interface TextReading<Input> {
  readonly name: string;
  readonly texts: (ctx: ReadingCtx, input: Input) => Texts;
}

export function askThread(ctx: MemberCtx, asked: Omit<ReadingRequest, 'ctx'>): Parts {
  const { workspace, source, actor, requestId, language, nowMs } = ctx;
  return ctx.readings.ask({ ...asked, ctx: { workspace, source, actor, requestId, language, nowMs } });
}

/**
 * Runs a reading in the reading thread. @returns the JSON of the answer; undefined if the reading must run in this
 * thread
 */
async function readElsewhere(
  ctx: MemberCtx,
  name: string,
  input: unknown,
  { signal }: ReadingCtx['request'],
): Promise<Uint8Array | undefined> {
  refuseLeft(signal);
  const parts = askThread(ctx, { name, input, isText: false });
  signal.addEventListener('abort', parts.leave);
  try {
    const part = await parts.next();
    if (part === undefined) refuseLeft(signal);
    return part?.bytes;
  } finally {
    signal.removeEventListener('abort', parts.leave);
  }
}

export const readAside = <Input, Data>(ctx: MemberCtx, reading: Reading<Input, Data>, input: Input): Promise<Data> =>
  readFor(ctx, ctx.request, reading, input);

/**
 * Runs a reading to its end, even if the caller disconnects. Requests that change data use it, because they continue
 * without the caller.
 */
export const readToTheEnd = <Input, Data>(ctx: MemberCtx, reading: Reading<Input, Data>, input: Input): Promise<Data> =>
  readFor(ctx, { signal: new AbortController().signal }, reading, input);

/** Runs a reading as soon as there is a place for it. */
const inPlace = <T>({ places, session, workspace }: MemberCtx, read: () => Promise<T>): Promise<T> =>
  places({ person: session.person.id, workspace: workspace.seq }, read);

async function readFor<Input, Data>(
  ctx: MemberCtx,
  request: ReadingCtx['request'],
  reading: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  return inPlace(ctx, async () => {
    const json = await readElsewhere(ctx, reading.name, input, request);
    return json === undefined
      ? reading.read({ ...ctx, request }, input)
      : (JSON.parse(new TextDecoder().decode(json)) as Data);
  });
}

/**
 * Runs a reading and returns its data as the answer of a route. Data from the reading thread is already JSON and is
 * sent without parsing.
 */
export const answerAside = <Input, Data>(ctx: MemberCtx, reading: Reading<Input, Data>, input: Input): Promise<Data> =>
  inPlace(ctx, () => answerWithoutPlace(ctx, reading, input));

/**
 * Answers like `answerAside`, but without its limit on simultaneous readings. The caller must limit them, because each
 * keeps its whole answer in memory.
 */
export async function answerWithoutPlace<Input, Data>(
  ctx: MemberCtx,
  reading: Reading<Input, Data>,
  input: Input,
): Promise<Data> {
  const json = await readElsewhere(ctx, reading.name, input, ctx.request);
  // Elysia sends a Response unchanged. The cast keeps `Data`, from which the pages derive their types.
  return json === undefined ? reading.read(ctx, input) : (answerWithEnvelope(ctx.call, envelopeOf(json)) as Data);
}
