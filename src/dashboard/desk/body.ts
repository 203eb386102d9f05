import { type BodyBounds, checkParameters, readJson, readJsonBody, validationFailed } from '../../base/index.ts';
import { ORDER_NUMBERS } from '../../orders/index.ts';
import { checkShape } from '../../web/index.ts';
import { HIDDEN_QUERY } from '../shared/hidden-query.ts';
import type { SenderCtx } from './context.ts';
import { takeFile } from './received.ts';
import { takeSlot } from './slots.ts';

export interface BodyDemands {
  /**
   * True if the body may have up to 1 MB, because it contains an order, or a file inside JSON. Other bodies may have up
   * to 256 KB.
   */
  readonly large?: true;
  /** True if the handler reads the body itself as it arrives. */
  readonly stream?: true;
  readonly slot?: string;
}

const BOUNDS = { maxDepth: 20, tooDeep: { rule: 'body_too_deep', most: 20 }, numbers: ORDER_NUMBERS } as const;
/** The bounds of a body before sign-in. The longest form on the pages before sign-in has some 2 KB. */
const STRANGERS_BODY: BodyBounds = { maxBytes: 8_192, maxParts: 100, ...BOUNDS };
const BODY: BodyBounds = { maxBytes: 262_144, ...BOUNDS };
const LARGE_BODY: BodyBounds = { maxBytes: 1_048_576, ...BOUNDS };

/**
 * Reads a JSON body within its bounds and in the shape that its route accepts.
 * @throws validation_failed, body_too_large
 */
export async function readBody(ctx: SenderCtx, { large, slot }: BodyDemands): Promise<unknown> {
  const { request, call, clock, session, workspace } = ctx;
  const bounds = session === undefined ? STRANGERS_BODY : large === true ? LARGE_BODY : BODY;
  const takeRoom = (size: number) => takeSlot(ctx, { kind: 'bodies', size });
  const listening = { clock, takeRoom, group: workspace?.seq ?? 0 };
  const { value } = slot === 'uploads' ? await readSent(ctx, bounds) : await readJsonBody(request, bounds, listening);
  checkShape(call.bodySchema, value);
  return value;
}

/** Reads a JSON body that contains a file. JSON is parsed only as a whole, so memory holds the whole body. */
async function readSent(ctx: SenderCtx, bounds: BodyBounds) {
  const file = await takeFile(ctx, { mediaTypes: ['application/json'], maxBytes: bounds.maxBytes });
  return readJson(await Bun.file(file).bytes(), bounds);
}

type Query = Record<string, unknown>;

/**
 * Returns the parameters of the address together with those of the header `HIDDEN_QUERY`. Pages send typed names and
 * phones in this header, because proxies and browsers log URLs.
 * @throws validation_failed for a parameter that is in both the address and the header, and for too many parameters
 */
export function wholeQuery(request: Request, asked: Query): Query {
  const typed = request.headers.get(HIDDEN_QUERY) ?? '';
  checkParameters(typed);
  const hidden = [...new URLSearchParams(typed)];
  const seen = new Set(Object.keys(asked));
  const twice = hidden.filter(([name]) => seen.size === seen.add(name).size);
  if (twice.length > 0) throw validationFailed(twice.map(([path]) => ({ path, rule: 'given_twice' })));
  return { ...asked, ...Object.fromEntries(hidden) };
}
