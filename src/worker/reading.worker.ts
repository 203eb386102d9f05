import './begun.ts';
import { AppError, isStepOver, nextTurn } from '../base/index.ts';
import {
  READINGS,
  type ReadingCtx,
  type ReadingRequest,
  TEXT_READINGS,
  type Texts,
  takeTexts,
} from '../dashboard/index.ts';
import { openReading, type Reading, untilLeft } from '../storage/index.ts';
import type { FromReader, ToReader } from './reading-thread.ts';
import { takeLess } from './take-less.ts';
import type { ThreadScope } from './threads.ts';

/**
 * The thread that does long reads for requests, with its own database connection and a lower priority. The main thread
 * passes the results on. This thread keeps no data that must survive, so it may end at any moment.
 */
declare const self: ThreadScope<ToReader, FromReader>;

takeLess();

interface UnderWay {
  readonly left: AbortController;
  /** The remaining parts of a text; undefined for a read that is answered in one part. */
  texts?: Texts;
}

const PART_BYTES = 65_536;
const encoder = new TextEncoder();
const underWay = new Map<number, UnderWay>();
let reading: Reading | undefined;

const readers = new Map(READINGS.map((one) => [one.name, one.read as (ctx: ReadingCtx, input: unknown) => unknown]));
const texters = new Map(TEXT_READINGS.map((one) => [one.name, one.texts as (ctx: ReadingCtx, input: never) => Texts]));

async function send(id: number, bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<void> {
  await reading?.safe();
  if (isLast) underWay.delete(id);
  self.postMessage({ kind: 'part', id, part: { bytes, isLast } }, [bytes.buffer]);
}

async function begin(id: number, { name, ctx: sent, input }: ReadingRequest): Promise<void> {
  if (reading === undefined) return;
  reading.freshen();
  const left = new AbortController();
  const storage = untilLeft(reading.storage, left.signal);
  const ctx: ReadingCtx = { ...sent, storage, request: { signal: left.signal } };
  const texts = texters.get(name);
  const one: UnderWay = { left };
  underWay.set(id, one);
  if (texts !== undefined) {
    one.texts = texts(ctx, input as never);
    return goOn(id, sent.workspace.seq);
  }
  const read = readers.get(name);
  if (read === undefined) throw new Error(`there is no reading ${name}`);
  // Without turns, many requests of one workspace would all be read before anybody else's.
  await nextTurn(sent.workspace.seq);
  if (left.signal.aborted) return;
  reading.freshen();
  const data = await read(ctx, input);
  if (!left.signal.aborted) await send(id, encoder.encode(JSON.stringify(data)), true);
}

async function goOn(id: number, workspaceSeq: number): Promise<void> {
  const texts = underWay.get(id)?.texts;
  if (texts === undefined) return;
  await nextTurn(workspaceSeq);
  // Repeated texts of a workbook compress to almost no bytes, so a part may never reach `PART_BYTES`. A part therefore
  // also ends when its step has used up its time.
  const { bytes, isLast } = await takeTexts(texts, (size) => size >= PART_BYTES || isStepOver());
  return send(id, bytes, isLast);
}

/**
 * Handles a failed read. An error in the request is reported to the caller. After any other error, the caller reads by
 * itself.
 */
async function fail(id: number, error: unknown): Promise<void> {
  underWay.delete(id);
  const isSent = error instanceof AppError && error.kind === 'validation_failed';
  if (isSent) await reading?.safe();
  self.postMessage(
    isSent ? { kind: 'refused', id, refusal: error.refusal, details: error.details } : { kind: 'failed', id },
  );
}

self.onmessage = ({ data }) => {
  switch (data.kind) {
    case 'start':
      reading = openReading(data.path, data.horizon);
      return;
    case 'ask':
      begin(data.id, data.asked).catch((error) => fail(data.id, error));
      return;
    case 'more':
      goOn(data.id, data.workspaceSeq).catch((error) => fail(data.id, error));
      return;
    case 'leave':
      underWay.get(data.id)?.left.abort();
      underWay.delete(data.id);
      return;
    case 'stop':
      reading?.close();
      reading = undefined;
      self.postMessage({ kind: 'stopped' });
      return;
    default:
      data satisfies never;
  }
};
