import { AppError, type FieldRule, validationFailed } from '../errors/index.ts';
import { restFromCrumbs, unlessOver } from '../limits/index.ts';
import { announcedBytes } from '../net/index.ts';
import { nextTurn } from '../process/index.ts';
import type { Clock } from '../time/index.ts';
import { placeOfBadByte, placeOfFault } from './find-fault.ts';
import { type JsonValue, measureJson, type OwnNumbers, parseBody } from './json.ts';

export interface BodyBounds {
  readonly maxBytes: number;
  /** The deepest nesting of objects and arrays, the body itself counting as 1. */
  readonly maxDepth: number;
  /** The limit on the total number of objects, lists and commas; 10,000 by default. */
  readonly maxParts?: number;
  readonly tooDeep: FieldRule;
  /** The numbers of the body that Docket calculates with. They keep no more digits than a double has. */
  readonly numbers?: OwnNumbers;
}

interface Listening {
  readonly clock: Clock;
  /** Reserves memory before more than a few KiB are read; an error that it throws ends the reading. */
  readonly takeRoom: (bytes: number) => void;
  /**
   * The seq of the workspace that sent the body; 0 for none. Large bodies are parsed in turns, and all bodies of one
   * workspace share a turn.
   */
  readonly group: number;
}

interface JsonBody {
  readonly value: JsonValue;
  readonly text: string;
}

/**
 * The default limit on the parts of a body, which are its objects, lists and commas. An order of 100 products has some
 * 1,500 parts. At the limit, parsing, checking and storing a body takes at most some 20 ms.
 */
const MAX_PARTS = 10_000;
/**
 * A larger body must wait for its turn. Only very long orders are larger; callers who are not signed in may send only
 * smaller bodies.
 */
const SMALL_BYTES = 16_384;
/** The limit on the time from the first byte to the last. A slowly dripping body must not keep a connection forever. */
const BODY_DEADLINE_MS = 30_000;
const JSON_MEDIA_TYPE = /^application\/json[\t ]*(?:;|$)/i;
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * @throws unsupported_media_type (even for a compressed body), body_too_large, invalid_json, validation_failed (too
 * deep, or too many parts), and whatever `takeRoom` throws
 */
export async function readJsonBody(request: Request, bounds: BodyBounds, listening: Listening): Promise<JsonBody> {
  refuseCoded(request);
  if (!JSON_MEDIA_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new AppError({ rule: 'send_json' });
  }
  const bytes = await readBytes(request, bounds.maxBytes, listening);
  // Large bodies take turns. Otherwise everybody would wait while twenty large bodies of one API key are parsed.
  if (bytes.length > SMALL_BYTES) await nextTurn(listening.group);
  return readJson(bytes, bounds);
}

/** @throws invalid_json, validation_failed (depth, parts) */
export function readJson(bytes: Uint8Array, bounds: BodyBounds): JsonBody {
  if (bytes.length === 0) throw new AppError({ rule: 'body_empty' }, { line: 1, column: 1 });
  const text = decode(bytes);
  const { depth, parts } = measureJson(bytes);
  const maxParts = bounds.maxParts ?? MAX_PARTS;
  if (parts > maxParts) throw tooMany(maxParts);
  if (depth <= bounds.maxDepth) return { value: parse(text, (body) => parseBody(body, bounds.numbers)), text };
  // JSON.parse does not recurse, unlike parseBody, so it can find out whether a deep body is JSON at all.
  parse(text, JSON.parse);
  throw validationFailed([{ path: '', ...bounds.tooDeep }]);
}

/**
 * Refuses a compressed body, because a few KB could unpack beyond any bound. RFC 9110, 15.5.16 defines this status and
 * header for it.
 */
function refuseCoded(request: Request): void {
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return;
  throw new AppError({ rule: 'body_packed' }, { acceptEncoding: 'identity' });
}

const tooMany = (maxParts: number): AppError => validationFailed([{ path: '', rule: 'body_parts', most: maxParts }]);

/** @throws unsupported_media_type unless the request's body is an uncompressed file of one of these types */
export function requireFile(request: Request, mediaTypes: readonly string[]): void {
  refuseCoded(request);
  const sent = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sent === undefined || !mediaTypes.includes(sent)) {
    throw new AppError({ rule: 'send_file', mediaType: mediaTypes.join(' or ') });
  }
}

function parse(text: string, parser: (text: string) => JsonValue): JsonValue {
  try {
    return parser(text);
  } catch {
    const place = placeOfFault(text);
    throw new AppError({ rule: 'body_not_json', ...place }, { ...place });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    const place = placeOfBadByte(bytes);
    throw new AppError({ rule: 'body_not_utf8', ...place }, { ...place });
  }
}

async function readBytes(request: Request, maxBytes: number, { clock, takeRoom }: Listening): Promise<Uint8Array> {
  const announced = announcedBytes(request);
  if (announced === undefined) return beforeDeadline(readChunks(request, maxBytes, takeRoom), clock);
  if (announced > maxBytes) throw bodyTooLarge(maxBytes);
  if (announced > SMALL_BYTES) takeRoom(announced);
  return beforeDeadline(request.bytes(), clock);
}

/** A chunked body has no declared length, so its bytes are counted as they arrive, up to the bound. */
async function readChunks(request: Request, maxBytes: number, takeRoom: (bytes: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body?.getReader();
  if (reader === undefined) return new Uint8Array(0);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      // The total length is unknown, so memory for the largest allowed body is reserved.
      if (length <= SMALL_BYTES && length + value.length > SMALL_BYTES) takeRoom(maxBytes);
      length += value.length;
      if (length > maxBytes) throw bodyTooLarge(maxBytes);
      chunks.push(value);
      await restFromCrumbs(chunks.length, length);
    }
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}

function beforeDeadline(reading: Promise<Uint8Array>, clock: Clock): Promise<Uint8Array> {
  const startMs = clock.monotonic();
  const look = () => (clock.monotonic() - startMs > BODY_DEADLINE_MS ? incomplete() : undefined);
  return unlessOver(reading, look, (error) => (error instanceof AppError ? error : incomplete(error)));
}

const incomplete = (cause?: unknown): AppError =>
  new AppError({ rule: 'body_late', seconds: BODY_DEADLINE_MS / 1_000 }, undefined, cause);

const bodyTooLarge = (limit: number): AppError => new AppError({ rule: 'body_too_large', limit }, { limit });
